import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../test/service.ts'
import { aCategory, aStore } from '../../test/factories.ts'
import { connect } from '../core/database/db.ts'
import { listProducts, sorts } from './list.ts'

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
  'Relation Name'?: string
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** How many rows of the table the page's query reads, by the plan that it always runs with. */
async function rowsRead(storeId: string, query: Partial<Parameters<typeof listProducts>[2]>) {
  const sql = connect(service.databaseUrl, { max: 1 })
  await listProducts(sql, storeId, { ...page, ...query })
  const [prepared] = await sql.unsafe<[{ name: string }]>(
    `select name from pg_prepared_statements where statement like '%from products%order by%'`,
  )
  const values = [storeId, ...(query.categoryId ? [query.categoryId] : []), page.limit, page.offset]
  const call = `execute "${prepared.name}" (${values.map((value) => `'${value}'`).join(', ')})`
  const [row] = await sql.unsafe<[Record<string, [{ Plan: Plan }]>]>(`explain (analyze, format json) ${call}`)
  await sql.end()
  let scan = Object.values(row)[0]![0].Plan
  while (scan['Relation Name'] !== 'products') scan = scan.Plans![0]!
  return scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)
}

suite('The first page of 10,000 products', () => {
  test('reads only its own rows, in every order', async () => {
    const { storeId, categoryId } = await aBigShop()
    for (const sort of sorts) {
      assert.equal(await rowsRead(storeId, { sort }), page.limit, sort)
      assert.equal(await rowsRead(storeId, { sort, status: 'all' }), page.limit, `${sort}, all`)
    }
    assert.equal(await rowsRead(storeId, { status: 'inactive' }), page.limit, 'inactive')
    assert.equal(await rowsRead(storeId, { categoryId }), page.limit, 'of a category')
  })
})
