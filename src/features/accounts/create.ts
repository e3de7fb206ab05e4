import type { Sql } from '../../core/database/db.ts'
import { conflict } from '../../core/errors/errors.ts'
import { newId } from '../../core/values/id.ts'
import { cleanText } from '../../core/values/text.ts'
import { cleanEmail } from './find.ts'
import { hashPassword } from './password-hash.ts'
import { requirePasswordLength } from './password.ts'
import { t } from '../../core/texts/text.ts'

type NewAccount = { email: string; password: string; name?: string | null }

/** For the operator: the address counts as verified. @throws 400 on a bad e-mail or password, 409 `DUPLICATE_EMAIL` */
export async function createAccount(sql: Sql, { email, password, name = null }: NewAccount) {
  const address = cleanEmail(email)
  requirePasswordLength(password)
  return insertAccount(sql, address, await hashPassword(password), name && cleanText(name, 'one'))
}

/** @throws 409 `DUPLICATE_EMAIL` */
export async function insertAccount(sql: Sql, email: string, passwordHash: string, name: string | null) {
  const [account] = await sql<{ id: string; email: string }[]>`
    insert into accounts (id, email, name, password_hash)
    values (${newId()}, ${email}, ${name}, ${passwordHash})
    on conflict (email) do nothing
    returning id, email`
  if (!account) throw conflict('DUPLICATE_EMAIL', t('Ya existe una cuenta con este correo'))
  return account
}
