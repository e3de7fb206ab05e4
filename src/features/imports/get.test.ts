import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { aStore } from '../../../test/factories.ts'
import { importsOf, twoProducts, type Store } from '../../../test/imports.ts'
import { startService } from '../../../test/service.ts'

const service = await startService({ DATA_DIR: await mkdtemp(join(tmpdir(), 'vitrina-imports-')) })
const { imported } = importsOf(service)

suite('GET /api/v1/imports/{id}', () => {
  test('returns the import with a page of its rows, filtered by kind', async () => {
    const store = await aStore(service)
    const { id } = await imported(store, `${twoProducts}Sin precio,caro,\n`, { dryRun: true })
    const read = async (query: string) =>
      (await service.get(`/api/v1/imports/${id}?${query}`, store.key)).json.data
    const page = await read('limit=1&offset=1')
    assert.deepEqual([page.rows.length, page.rows[0]!.name, page.rowTotal], [1, 'Taza', 3])
    const refused = await read('action=refused')
    assert.deepEqual([refused.rows[0]!.line, refused.rowTotal, refused.counts.refused], [4, 1, 1])
  })

  test('404 on an unknown one, and on another store’s', async () => {
    const [store, stranger] = [await aStore(service), await aStore(service)]
    const { id } = await imported(store, twoProducts, { dryRun: true })
    for (const [one, { key }] of [
      ['nada', store],
      [id, stranger],
    ] as const)
      // prettier-ignore
      assert.equal((await service.get(`/api/v1/imports/${one}`, key)).json.code, 'NOT_FOUND')
  })
})

suite('pages of rows of tens of megabytes', () => {
  test('take little memory, however many are read at once, and delay those of another account little', async (t) => {
    const [store, other] = [await aStore(service), await aStore(service)]
    const { id } = await importWithLargeRows(store)
    const { id: small } = await imported(other, twoProducts, { dryRun: true })
    // The heap has grown by one page before: what is measured is what several at once add.
    for await (const chunk of (await ask(store, id)) as AsyncIterable<Buffer>) assert.ok(chunk.length > 0)
    const before = process.memoryUsage.rss()
    let highest = 0
    const sampling = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), 5)
    t.after(() => clearInterval(sampling))
    const pages = Array.from({ length: 4 }, async () => {
      const page = await ask(store, id)
      let bytes = 0
      for await (const chunk of page as AsyncIterable<Buffer>) bytes += chunk.length
      return bytes
    })
    const allRead = Promise.all(pages)
    const read = service.get(`/api/v1/imports/${small}`, other.key)
    assert.notEqual(await Promise.race([allRead.then(() => 'pages'), read]), 'pages', 'it waits for no page')
    const { json } = await read
    assert.equal(json.data.rowTotal, 2)
    for (const bytes of await allRead) assert.ok(bytes > 25_000_000)
    assert.ok(highest - before < 150 * 2 ** 20, `${(highest - before) / 2 ** 20} MiB`)
  })

  test('are 503 while others of the account are not read yet', async (t) => {
    const [store, other] = [await aStore(service), await aStore(service)]
    const { id } = await importWithLargeRows(store)
    const unread = await Promise.all([1, 2, 3, 4].map(() => ask(store, id)))
    t.after(() => unread.forEach((page) => page.destroy()))
    assert.deepEqual(
      unread.map(({ statusCode }) => statusCode),
      [200, 200, 200, 200],
    )
    const refused = await ask(store, id)
    assert.deepEqual([refused.resume().statusCode, refused.headers['retry-after']], [503, '2'])
    const { id: small } = await imported(other, twoProducts, { dryRun: true })
    assert.equal((await service.get(`/api/v1/imports/${small}`, other.key)).status, 200)
  })

  async function importWithLargeRows(store: Store) {
    const { id } = await imported(store, twoProducts, { dryRun: true })
    await service.sql`
      insert into import_rows (store_id, import_id, line, action, name, before, after)
      select
        ${store.id}, ${id}, 100 + n, 'changed', 'Taza', jsonb_build_object('variants', '[]'::jsonb, 'description', ''),
        jsonb_build_object(
          'variants', '[]'::jsonb,
          'description', (select string_agg(md5(n::text || m), '') from generate_series(1, 8000) m)
        )
      from generate_series(1, 100) n`
    return { id }
  }

  const ask = (store: Store, id: string) =>
    new Promise<IncomingMessage>((resolve) => {
      const address = `${service.url}/api/v1/imports/${id}?limit=100&action=changed`
      const headers = { authorization: `Bearer ${store.key}` }
      get(address, { headers, agent: false }, (response) => resolve(response.pause()))
    })
})

suite('GET /api/v1/imports', () => {
  test('lists the newest first, in pages, only those of the store', async () => {
    const [store, stranger] = [await aStore(service), await aStore(service)]
    const first = await imported(store, twoProducts, { dryRun: true })
    const second = await imported(store, twoProducts)
    const list = async (query: string, { key }: Store) =>
      (await service.get(`/api/v1/imports?${query}`, key)).json
    const { data, ...page } = await list('', store)
    assert.deepEqual(
      data.map(({ id, dryRun }: { id: string; dryRun: boolean }) => [id, dryRun]),
      [
        [second.id, false],
        [first.id, true],
      ],
    )
    assert.deepEqual(page, { total: 2, limit: 50, offset: 0 })
    assert.equal((await list('limit=1&offset=1', store)).data[0]!.id, first.id)
    assert.equal((await list('', stranger)).total, 0)
  })
})
