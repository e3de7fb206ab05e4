import { hashPassword } from '../accounts/password-hash.ts'
import type { Db } from '../../core/database/db.ts'
import { newSecret } from '../../core/values/id.ts'
import { OWNER_EMAIL } from './owner-email.ts'

export type OwnerSignIn = { email: string; password: string }

/** Gives the demo's owner a new password, which nobody else knows. */
export async function resetOwnerPassword(sql: Db): Promise<OwnerSignIn> {
  const password = newSecret(12)
  await sql`
    update accounts set password_hash = ${await hashPassword(password)} where email = ${OWNER_EMAIL}`
  return { email: OWNER_EMAIL, password }
}
