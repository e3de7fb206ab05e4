import type { Sql } from '../../core/database/db.ts'
import { phoneDigits } from '../../core/values/phone.ts'
import { likePattern } from '../../core/values/text.ts'

export function namesLike(sql: Sql, search: string) {
  const digits = phoneDigits(search)
  return sql`(
    search_text like (select fold(${likePattern(search)}))
    ${digits ? sql`or customer_names.phone like ${likePattern(digits)}` : sql``}
  )`
}
