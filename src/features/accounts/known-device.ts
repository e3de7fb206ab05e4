import { createHash, randomBytes } from 'node:crypto'
import type { Sql } from '../../core/database/db.ts'
import { newId } from '../../core/values/id.ts'

export const KNOWN_DAYS = 400

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** The token for a browser whose sign-in form has this key, which nobody else knows. */
export const deviceTokenOf = (formKey: string) =>
  createHash('sha256').update(`device ${formKey}`).digest('base64url')

/** The id of a browser that the account signed in from before; null for a new one. */
export async function findKnownDevice(
  sql: Sql,
  accountId: string,
  token: string | null,
): Promise<string | null> {
  if (!token) return null
  const [device] = await sql<{ id: string }[]>`
    select id from known_devices where account_id = ${accountId} and token_hash = ${hashOf(token)}`
  return device?.id ?? null
}

export async function addKnownDevice(sql: Sql, accountId: string, token: string | null) {
  const stored = token ?? randomBytes(32).toString('base64url')
  const [device] = await sql<[{ id: string; isNew: boolean }]>`
    insert into known_devices as known (account_id, id, token_hash)
    values (${accountId}, ${newId()}, ${hashOf(stored)})
    on conflict (account_id, token_hash) do update
    set last_used_at = statement_timestamp()
    returning id, xmax = 0 as is_new`
  return { ...device, token: stored }
}

export async function removeKnownDevice(sql: Sql, accountId: string, id: string): Promise<void> {
  await sql`delete from known_devices where account_id = ${accountId} and id = ${id}`
}

export async function removeKnownDevices(sql: Sql, accountId: string, keptId: string | null = null) {
  await sql`delete from known_devices where account_id = ${accountId} and id is distinct from ${keptId}`
}

export type Browser = {
  name: string
  deviceToken: string | null
}

// The first match wins, because a browser's user agent also names the ones below it.
const browsers: [RegExp, string][] = [
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/(?:OPR|OPT)\//, 'Opera'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/Version\/.*Safari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
]

export function nameBrowser(userAgent = ''): string {
  const find = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = find(systems)
  return `${find(browsers) ?? 'Un navegador'}${system ? ` en ${system}` : ''}`
}
