import { readPages } from '../../core/database/read-pages.ts'
import type { Sql } from '../../core/database/db.ts'
import type { Addressed } from './address.ts'

/** A place in the order of creation: after this store. With its microseconds, of which a date would lose the last three digits. */
export type Place = { at: string; id: string }

const BEGINNING: Place = { at: '-infinity', id: '' }
const PAGE = 1_000

/** As the index `stores_open` has them, along which they are read. */
const isOpenAfter = (sql: Sql, { at, id }: Place) => sql`
  deleted_at is null and billing_state = 'active' and (created_at, id) > (${at}::timestamptz, ${id})`

export const readShops = (sql: Sql, after: Place) =>
  readPages<Addressed & Place>(
    PAGE,
    (last) => sql<(Addressed & Place)[]>`
      select slug, domain, created_at::text as at, id
      from stores
      where ${isOpenAfter(sql, last ?? after)}
      order by created_at, id
      limit ${PAGE}`,
  )

/** The places at which groups of `size` open shops begin: in the order of creation, so that new shops change the last one alone. */
export async function listGroups(sql: Sql, size: number): Promise<Place[]> {
  const places = [BEGINNING]
  for (;;) {
    const [last, next] = await sql<Place[]>`
      select created_at::text as at, id
      from stores
      where ${isOpenAfter(sql, places.at(-1)!)}
      order by created_at, id
      limit 2 offset ${size - 1}`
    if (!next) return places
    places.push(last!)
  }
}
