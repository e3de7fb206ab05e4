import { hash, randomBytes } from 'node:crypto'
import type { Sql } from '../database/db.ts'

const DAY = 24 * 3600_000
const RETRY_AFTER = 60_000

/**
 * Pseudonyms of addresses for the log: a salted hash, the same for a day in every process. The salt is deleted after its day,
 * so that the addresses can't be found by brute force later.
 */
export function clientHasher(sql: Sql) {
  let salt: { day: number; text: string } | null = null
  let renewAt = 0

  /** Undefined until the first salt is loaded. */
  return function clientHash(address: string): string | undefined {
    const now = Date.now()
    const day = Math.floor(now / DAY)
    if (salt?.day !== day && now >= renewAt) {
      renewAt = now + RETRY_AFTER
      void renew(day)
    }
    if (!salt) return undefined
    return hash('sha256', salt.text + address, 'base64url').slice(0, 12)
  }

  async function renew(day: number) {
    const text = await saltOf(sql, new Date(day * DAY).toISOString().slice(0, 10)).catch(() => null)
    if (text === null) return
    salt = { day, text }
    renewAt = 0
  }
}

async function saltOf(sql: Sql, day: string): Promise<string> {
  await sql`
    insert into log_salts (day, salt)
    values (${day}::date, ${randomBytes(32).toString('base64')})
    on conflict do nothing`
  await sql`delete from log_salts where day < ${day}::date`
  const [{ salt }] = await sql<[{ salt: string }]>`select salt from log_salts where day = ${day}::date`
  return salt
}
