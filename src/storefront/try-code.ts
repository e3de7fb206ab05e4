import type { FastifyRequest } from 'fastify'
import type { Sql } from '../core/database/db.ts'
import type { Issue } from '../core/errors/errors.ts'
import type { Shop } from './shop.ts'

/** Codes that one address may try in one store: a shopper tries a few, who guesses tries thousands. */
const CODE_LIMIT = { name: 'discount-codes', max: 30, seconds: 60 }

const tooMany: Issue = {
  field: 'discountCode',
  reason: 'invalid',
  message: 'Probaste demasiados códigos. Espera un minuto y vuelve a intentarlo.',
}

/** The code if it may be looked up; past the limit it is left out, with the reason. */
export async function tryCode({ server, clientAddress }: FastifyRequest, shop: Shop, code: string) {
  if (!code) return { code, issues: [] }
  const { hitNumber } = await server.hits.count(CODE_LIMIT, `${shop.id}:${clientAddress}`)
  return hitNumber <= CODE_LIMIT.max ? { code, issues: [] } : { code: '', issues: [tooMany] }
}

/** Whether the store has a code that a shopper could write; without one nobody is asked for it. */
export async function hasCodes(sql: Sql, storeId: string): Promise<boolean> {
  const [code] = await sql`
    select 1
    from discounts
    where store_id = ${storeId} and is_active and (expires_at is null or expires_at > now())
    limit 1`
  return code !== undefined
}
