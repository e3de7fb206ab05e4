import type { Sql } from '../core/database/db.ts'
import { phonePart } from '../core/values/phone.ts'
import { contains } from '../core/values/text.ts'

/** A condition on `customer_names`: the name or the phone contains the search text. */
export function namesLike(sql: Sql, search: string) {
  const digits = phonePart(search)
  return sql`(
    search_text like (select fold(${contains(search)}))
    ${digits ? sql`or customer_names.phone like ${contains(digits)}` : sql``}
  )`
}
