import type { Sql, Tx } from '../../core/database/db.ts'
import { newReadableCode } from '../../core/values/id.ts'

const LENGTH = 8
const HOURS = 24

/**
 * The code that confirms the phone of an order for the link to WhatsApp on the order's page. Opened again within
 * half a day the page has the same one, so that a code is good for at least half a day from any time it was shown.
 */
export async function phoneCodeOf(sql: Sql, storeId: string, orderId: string): Promise<string> {
  const [known] = await sql<{ code: string }[]>`
    select code
    from phone_codes
    where store_id = ${storeId} and order_id = ${orderId}
    and expires_at > statement_timestamp() + make_interval(hours => ${HOURS / 2})
    limit 1`
  if (known) return known.code
  const code = newCode()
  await sql`
    insert into phone_codes (store_id, code, order_id, expires_at)
    values (${storeId}, ${code}, ${orderId}, statement_timestamp() + make_interval(hours => ${HOURS}))`
  return code
}

/** One with a digit and a letter, so that neither a word nor a number is taken for a code. */
function newCode(): string {
  for (;;) {
    const code = newReadableCode(LENGTH)
    if (isPhoneCode(code)) return code
  }
}

export const isPhoneCode = (word: string) => /^(?=.*\d)(?=.*[A-Z])[0-9A-HJKMNP-TV-Z]{8}$/.test(word)

export async function deletePhoneCodesOf(tx: Tx, storeId: string, orders: string[]): Promise<void> {
  await tx`delete from phone_codes where store_id = ${storeId} and order_id = any(${orders}::text[])`
}
