import type { Db, Fragment, Sql } from '../../core/database/db.ts'
import { listedColumns, onSale, type Category, type ListedProduct } from '../../features/catalog/catalog.ts'

/** A section of the menu: the shown products of a category, and their total; null for products without a category. */
export type Section = { category: Category | null; total: number; products: ListedProduct[] }

/** The most sections of a page, because a store may have 500 categories. */
const MAX_SECTIONS = 20
export const MAX_MENU_PRODUCTS = 60

/** `engine` is missing in a transaction. */
type Reader = Sql & Partial<Pick<Db, 'engine'>>

type Counted = { total: number } & (Category | { id: null })

/** The categories with something on sale, in the store's order, and the newest products of the first of them. */
export async function listMenu(sql: Reader, storeId: string) {
  const counted = await countByCategory(sql, storeId)
  const shown = counted.slice(0, MAX_SECTIONS)
  const sizes = sizesOf(
    shown.map(({ total }) => total),
    MAX_MENU_PRODUCTS,
  )
  const products = shown.length > 0 ? await listOfSections(sql, storeId, shown, sizes) : []
  return {
    categories: counted.flatMap((one): Category[] => (one.id === null ? [] : [one])),
    sections: shown.map((one): Section => {
      return {
        category: one.id === null ? null : one,
        total: one.total,
        products: products.filter(({ section }) => section === one.id),
      }
    }),
  }
}

/** How many products each section shows: all of small ones, and equally many of large ones, `room` in total. */
export function sizesOf(totals: number[], room: number): number[] {
  const upTo = (most: number) => totals.map((total) => Math.min(total, most))
  let most = 1
  while (most < room && upTo(most + 1).reduce((sum, size) => sum + size, 0) <= room) most++
  return upTo(most)
}

function countByCategory(sql: Sql, storeId: string): Promise<Counted[]> {
  return sql<Counted[]>`
    select categories.id, categories.name, categories.slug, count(*) as total
    from products
    left join categories
    on categories.store_id = products.store_id and categories.id = products.category_id and categories.is_active
    where ${onSale(sql, storeId)}
    group by categories.store_id, categories.id
    order by position, categories.name, categories.id`
}

function listOfSections(sql: Reader, storeId: string, sections: Counted[], sizes: number[]) {
  const listsOf = sql.engine === 'citus' ? listPerSection : oneListForAll
  return sql<(ListedProduct & { section: string | null })[]>`
    select *
    from (${listsOf(sql, storeId, sections, sizes)}) as shown
    order by n, created_at desc, id desc`
}

/** One statement for any number of sections, because each statement text is prepared on each connection. */
const oneListForAll = (sql: Sql, storeId: string, sections: Counted[], sizes: number[]) => sql`
  select sections.n, sections.id as section, listed.*
  from unnest(
    ${sections.map(({ id }) => id)}::text[],
    ${sizes}::int[]
  ) with ordinality as sections (id, size, n)
  cross join lateral (
    (
      select ${newest(sql, storeId, sql`category_id = sections.id`)}
      limit size
    )
    union all
    (
      select ${newest(sql, storeId, sql`sections.id is null and ${isUncategorized(sql)}`)}
      limit size
    )
  ) as listed`

/** For Citus, which supports no lateral join with a list of values. */
function listPerSection(sql: Sql, storeId: string, sections: Counted[], sizes: number[]) {
  const lists = sections.map(({ id }, n) => {
    const isInSection = id === null ? isUncategorized(sql) : sql`category_id = ${id}`
    return sql`
      (
        select ${n}::int as n, ${id}::text as section, ${newest(sql, storeId, isInSection)}
        limit ${sizes[n]!}
      )`
  })
  return lists.reduce((all, list) => sql`${all} union all ${list}`)
}

const newest = (sql: Sql, storeId: string, isInSection: Fragment) => sql`
  ${listedColumns(sql, storeId)}, created_at
  from products
  where ${onSale(sql, storeId)} and ${isInSection}
  order by created_at desc, products.id desc`

const isUncategorized = (sql: Sql) => sql`
  not exists (
    select from categories
    where categories.store_id = products.store_id and categories.id = category_id and is_active
  )`
