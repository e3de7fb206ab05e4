import type * as Argon2 from '@node-rs/argon2'
import { violated, type Sql } from '../core/database/db.ts'
import { conflict, invalid } from '../core/errors/errors.ts'
import { newId } from '../core/values/id.ts'
import { library } from '../core/process/lazy-import.ts'
import { cleanText } from '../core/values/text.ts'
import { cleanEmail } from './email.ts'

type NewAccount = { email: string; password: string; name?: string | null }

/** @throws 400 on a bad e-mail or a password under 8 characters, 409 `DUPLICATE_EMAIL` */
export async function createAccount(sql: Sql, { email, password, name = null }: NewAccount) {
  const address = cleanEmail(email)
  if (password.length < 8)
    throw invalid('password', 'min_length', 'La contraseña debe tener al menos 8 caracteres')
  const { hash } = library('@node-rs/argon2') as typeof Argon2
  try {
    const id = newId()
    await sql`
      insert into accounts (id, email, name, password_hash)
      values (${id}, ${address}, ${name && cleanText(name, 'one')}, ${await hash(password)})`
    return { id, email: address }
  } catch (error) {
    if (violated(error) !== 'accounts_email_key') throw error
    throw conflict('DUPLICATE_EMAIL', 'Ya existe una cuenta con este correo')
  }
}
