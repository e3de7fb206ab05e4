import type { Fragment, Sql } from './db.ts'

type List = {
  /** The columns that sort the list, all in one direction; together they are unique. */
  key: Fragment
  direction: 'asc' | 'desc'
  /** `from … where … order by …`, of one table. */
  rows: Fragment
}

/** Looked up in the key's index alone; `offset` in the list's own statement would read the rows that it skips. */
export function fromOffset(sql: Sql, offset: number, { key, direction, rows }: List): Fragment {
  if (offset === 0) return sql``
  const comparison = direction === 'desc' ? sql`<=` : sql`>=`
  return sql`and (${key}) ${comparison} (select ${key} ${rows} limit 1 offset ${offset})`
}
