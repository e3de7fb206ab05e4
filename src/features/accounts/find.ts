import type { Sql } from '../../core/database/db.ts'
import { invalid, notFound } from '../../core/errors/errors.ts'
import type { Language } from '../../core/texts/language.ts'
import { cleanText } from '../../core/values/text.ts'
import type { Page } from '../../core/http/page.ts'
import { languageOutsideStores } from '../stores/reader-language.ts'
import { t } from '../../core/texts/text.ts'

/** What quotes, lists or hides another address in a header, on a page or in a mail: with format characters two look the same. */
const misleading = /[<>"(),:;[\]\\\p{Cf}]/u

/** Trims and lower-cases an e-mail address. @throws 400 */
export function cleanEmail(email: string): string {
  const address = misleading.test(email) ? null : cleanText(email, 'one')?.toLowerCase()
  if (address && address.length <= 254 && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(address)) return address
  throw invalid('email', 'format', t('El correo no es válido'))
}

/** Finds an account by e-mail address, case-insensitively. @throws 404 */
export async function findAccount(sql: Sql, email: string): Promise<{ id: string; email: string }> {
  const account = await findCredentials(sql, email.trim().toLowerCase())
  if (!account) throw notFound(t('La cuenta {name}', { name: email }))
  return { id: account.id, email: account.email }
}

export type Credentials = {
  id: string
  email: string
  name: string | null
  /** Empty where it never had a password: it signs in by recovery. */
  passwordHash: string
  hasSecondStep: boolean
}

export async function findCredentials(sql: Sql, email: string): Promise<Credentials | undefined> {
  const [account] = await sql<Credentials[]>`${selectCredentials(sql)} where email = ${email}`
  return account
}

export async function getCredentials(sql: Sql, id: string): Promise<Credentials> {
  const [account] = await sql<Credentials[]>`${selectCredentials(sql)} where id = ${id}`
  if (!account) throw notFound(t('La cuenta'))
  return account
}

const selectCredentials = (sql: Sql) => sql`
  select id, email, name, password_hash, totp_secret is not null as has_second_step from accounts`

export async function findPersonalWords(sql: Sql, { id, email, name }: Credentials): Promise<string[]> {
  const stores = await sql<{ name: string; slug: string }[]>`
    select stores.name, stores.slug
    from members
    join stores on stores.id = members.store_id
    where members.account_id = ${id}
    limit 100`
  return [...personalWords(email, name), ...stores.flatMap(({ name, slug }) => [name, slug])]
}

export const personalWords = (email: string, name: string | null): string[] => [
  'vitrina',
  email,
  ...email.split('@'),
  ...(name ? [name] : []),
]

export type AccountSecurity = {
  hasPasskey: boolean
  hasSecondStep: boolean
  isOwner: boolean
  /** Of the panel after signing in; null where the account and its last store say none. */
  language: Language | null
}

export async function findAccountSecurity(sql: Sql, accountId: string): Promise<AccountSecurity> {
  const [row] = await sql<[AccountSecurity]>`
    select
      exists (select 1 from passkeys where account_id = ${accountId}) as has_passkey,
      totp_secret is not null as has_second_step,
      exists (select 1 from members where account_id = ${accountId} and role = 'OWNER') as is_owner,
      ${languageOutsideStores(sql)} as language
    from accounts
    where id = ${accountId}`
  return row
}

type AccountRow = { id: string; email: string; name: string | null; stores: number; createdAt: string }

export async function listAccounts(sql: Sql, { search, limit, offset }: Page & { search: string }) {
  const found = sql`
    from accounts
    where strpos(lower(email), ${search}) > 0 or strpos(lower(name), ${search}) > 0`
  const [rows, [{ total }]] = await Promise.all([
    sql<AccountRow[]>`
      select
        id, email, name,
        (
          select count(*)
          from members
          join stores on stores.id = members.store_id
          where account_id = accounts.id and stores.deleted_at is null
        ) as stores,
        created_at
      ${found}
      order by created_at, id
      limit ${limit} offset ${offset}`,
    sql<[{ total: number }]>`select count(*) as total ${found}`,
  ])
  return { rows, total }
}
