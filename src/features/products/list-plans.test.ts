import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aCategory, aStore } from '../../../test/factories.ts'
import { connect } from '../../core/database/db.ts'
import { selectProducts, sorts } from './list.ts'

const service = await startService()

const PRODUCTS = 10_000
const page = { limit: 50, offset: 0, status: 'active', variants: 'active', sort: '-createdAt' } as const

async function aBigShop() {
  const store = await aStore(service)
  const { id: categoryId } = await aCategory(service, store)
  await service.sql`
    insert into products (store_id, id, name, slug, price, is_active, category_id, created_at, updated_at)
    select
      ${store.id}, 'p' || n, 'Café ' || n * 7919 % 9973, 'p' || n, n % 500, n % 10 > 0,
      case when n % 3 = 0 then ${categoryId} end, now() - make_interval(mins => n),
      now() - make_interval(mins => n * 7919 % 9973)
    from generate_series(1, ${PRODUCTS}::int) as n`
  await service.sql`analyze products`
  return { storeId: store.id, categoryId }
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** How many rows of the table the page's query reads, by the plan that it always runs with. */
async function rowsRead(storeId: string, query: Partial<Parameters<typeof selectProducts>[2]>) {
  const sql = connect(service.databaseUrl, { max: 1 })
  await selectProducts(sql, storeId, { ...page, ...query })
  const [prepared] = await sql.unsafe<[{ name: string }]>(
    `select name from pg_prepared_statements where statement like '%from products%order by%'`,
  )
  const listed = [storeId, ...(query.categoryId ? [query.categoryId] : [])]
  const values = [...listed, ...(query.offset ? [...listed, query.offset] : []), page.limit]
  const call = `execute "${prepared.name}" (${values.map((value) => `'${value}'`).join(', ')})`
  const [row] = await sql.unsafe<[Record<string, [{ Plan: Plan }]>]>(`explain (analyze, format json) ${call}`)
  await sql.end()
  return rowsOf(Object.values(row)[0]![0].Plan)
}

/** Without what is read in an index alone. */
function rowsOf(plan: Plan): number {
  const isRead = plan['Relation Name'] === 'products' && plan['Node Type'] !== 'Index Only Scan'
  const own = isRead ? plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) : 0
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), own)
}

const { storeId, categoryId } = await aBigShop()

suite('The first page of 10,000 products', () => {
  test('reads only its own rows, in every sort order', async () => {
    for (const sort of sorts) {
      assert.equal(await rowsRead(storeId, { sort }), page.limit, sort)
      assert.equal(await rowsRead(storeId, { sort, status: 'all' }), page.limit, `${sort}, all`)
    }
    assert.equal(await rowsRead(storeId, { status: 'inactive' }), page.limit, 'inactive')
    assert.equal(await rowsRead(storeId, { categoryId }), page.limit, 'of a category')
  })
})

suite('A page in the middle of 10,000 products', () => {
  test('reads only its own rows, in every sort order: earlier rows are skipped in the index', async () => {
    for (const sort of sorts) {
      assert.equal(await rowsRead(storeId, { sort, offset: 5_000 }), page.limit, sort)
    }
    assert.equal(await rowsRead(storeId, { categoryId, offset: 2_000 }), page.limit, 'of a category')
  })

  test('continues where the previous page ends, in every sort order', async () => {
    for (const sort of sorts) {
      const read = (offset: number, limit: number) =>
        selectProducts(service.sql, storeId, { ...page, sort, offset, limit })
      const all = (await read(0, 300)).data.map(({ id }) => id)
      assert.deepEqual(
        (await read(170, 60)).data.map(({ id }) => id),
        all.slice(170, 230),
        sort,
      )
    }
  })
})
