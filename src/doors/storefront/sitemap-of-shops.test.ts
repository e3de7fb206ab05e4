import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aStore } from '../../../test/factories.ts'
import { pagesRead } from '../../../test/pages-read.ts'
import { startService } from '../../../test/service.ts'
import { readShops } from '../../features/stores/read-shops.ts'
import { buildMissingIndexes } from '../../process/database.ts'

const service = await startService()
const { sql } = service
const { id: first } = await aStore(service)
await buildMissingIndexes(sql)

/** Copies the first store. Of a hundred one is suspended, and one deleted. */
async function addStores(from: number, to: number) {
  const columns = await sql<{ name: string }[]>`
    select attname as name
    from pg_attribute
    where attrelid = 'stores'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`
  const values: Record<string, string> = {
    id: "'tienda-' || n",
    slug: "'tienda-' || n",
    created_at: "created_at + n * interval '1 microsecond'",
    deleted_at: 'case when n % 100 = 1 then now() end',
    billing_state: "case when n % 100 = 2 then 'suspended' else 'active' end",
  }
  await sql.unsafe(`
    insert into stores (${columns.map(({ name }) => name).join(', ')})
    select ${columns.map(({ name }) => values[name] ?? name).join(', ')}
    from stores, generate_series(${from}, ${to}) as n
    where id = '${first}'`)
  await sql`vacuum analyze stores`
}

suite('the sitemaps of all shops', { concurrency: false }, () => {
  test('read as much for a thousand shops among 20,000 as among 1,000', async () => {
    const beginning = { at: '-infinity', id: '' }
    const readPage = () => pagesRead(service.databaseUrl, (one) => readShops(one, beginning).next())
    await addStores(1, 1_100)
    const few = await readPage()
    await addStores(1_101, 20_000)
    const many = await readPage()
    assert.ok(many <= few * 1.1, `${few} pages, then ${many}`)
  })

  test('name each open shop once, in files of 50,000 that robots.txt names', async () => {
    await addStores(20_001, 110_000)
    const later = await startService({}, service)
    const robots = (await later.get('/robots.txt')).text
    const files = [...robots.matchAll(/^Sitemap: https?:\/\/[^/]+(.*)$/gm)].map(([, path]) => path!)
    assert.deepEqual(files, ['/sitemap.xml', '/sitemap.xml?n=2', '/sitemap.xml?n=3'])
    const named: string[][] = []
    for (const path of files) {
      const { status, text } = await later.get(path)
      assert.equal(status, 200, path)
      assert.ok(
        /^<\?xml [^>]*>\s*<sitemapindex xmlns="[^"]+">(<sitemap><loc>[^<]+<\/loc><\/sitemap>)+<\/sitemapindex>$/.test(
          text,
        ),
      )
      named.push(
        [...text.matchAll(/<loc>https?:\/\/[^/]+\/([^<]+)\/sitemap\.xml<\/loc>/g)].map(([, slug]) => slug!),
      )
    }
    assert.deepEqual(
      named.map(({ length }) => length),
      [50_000, 50_000, 7_801],
    )
    const open = await sql<{ slug: string }[]>`
      select slug from stores where deleted_at is null and billing_state = 'active' order by created_at, id`
    assert.deepEqual(
      named.flat(),
      open.map(({ slug }) => slug),
    )
    assert.ok(!named.flat().includes('tienda-101') && !named.flat().includes('tienda-102'))
  })

  test('with a number that is not there are a 404, for which nothing is read', async () => {
    assert.equal((await service.get('/sitemap.xml')).status, 200)
    await sql`alter table stores rename to unreadable_stores`
    try {
      for (const n of ['0', '4', '-1', '1.5', 'x', '', '1&n=2', '9'.repeat(400)])
        assert.equal((await service.get(`/sitemap.xml?n=${n}`)).status, 404, n)
    } finally {
      await sql`alter table unreadable_stores rename to stores`
    }
  })
})
