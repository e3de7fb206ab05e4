import type { Sql } from '../core/database/db.ts'
import { notFound } from '../core/errors/errors.ts'

/** The account of an e-mail address, however its letters are written. @throws 404 */
export async function findAccount(sql: Sql, email: string): Promise<{ id: string; email: string }> {
  const [account] = await sql<{ id: string; email: string }[]>`
    select id, email
    from accounts
    where email = ${email.trim().toLowerCase()}`
  if (!account) throw notFound(`La cuenta ${email}`)
  return account
}
