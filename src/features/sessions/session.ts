import { createHash, randomBytes } from 'node:crypto'
import type { Sql } from '../../core/database/db.ts'
import type { Language } from '../../core/texts/language.ts'
import { newId } from '../../core/values/id.ts'

/** Days until a session expires: without use, and in total (a column's default). */
export const IDLE_DAYS = 30
export const LIFETIME_DAYS = 90

/** For how long changes of the account, keys, team or billing need no re-authentication. */
const REAUTHENTICATION_MINUTES = 10

/** A person signed in to the panel, as the database has it at this moment. */
export type Session = {
  id: string
  accountId: string
  email: string
  name: string | null
  /** Of what they read: until they have set their own it is that of the store, or the one they opened last; null without any. */
  language: Language | null
  knownDeviceId: string | null
  authenticatedAt: string
}

/** Only the hash of a token is stored. */
export const hashSessionToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Whether a cookie's value has the form of our tokens: 256 bits in base64url. */
export const isSessionToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

type NewSession = {
  accountId: string
  device: string
  knownDeviceId?: string | null
}

/** Signs an account in: a new token, which only the cookie holds. The last authentication is now. */
export async function createSession(sql: Sql, { accountId, device, knownDeviceId = null }: NewSession) {
  const token = randomBytes(32).toString('base64url')
  const id = newId()
  await sql`
    insert into sessions (token_hash, id, account_id, device, known_device_id)
    values (${hashSessionToken(token)}, ${id}, ${accountId}, ${device}, ${knownDeviceId})`
  return { id, token }
}

export async function recordAuthentication(sql: Sql, id: string): Promise<void> {
  await sql`update sessions set proved_at = now() where id = ${id}`
}

export const isRecentlyAuthenticated = ({ authenticatedAt }: Pick<Session, 'authenticatedAt'>): boolean =>
  Date.now() - Date.parse(authenticatedAt) < REAUTHENTICATION_MINUTES * 60_000

/** And the others of its browser: a form sent twice started two, of which it has one cookie. @returns false without such a session */
export async function endSession(sql: Sql, accountId: string, id: string): Promise<boolean> {
  const { count } = await sql`
    delete from sessions
    where account_id = ${accountId}
    and (
      id = ${id}
      or known_device_id = (select known_device_id from sessions where id = ${id} and account_id = ${accountId})
    )`
  return count > 0
}

export async function endSessions(sql: Sql, accountId: string): Promise<number> {
  const { count } = await sql`delete from sessions where account_id = ${accountId}`
  return count
}

export async function endOtherSessions(sql: Sql, accountId: string, keptId: string): Promise<number> {
  const { count } = await sql`delete from sessions where account_id = ${accountId} and id <> ${keptId}`
  return count
}
