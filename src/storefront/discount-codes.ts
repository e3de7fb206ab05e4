import type { FastifyRequest } from 'fastify'
import type { Sql } from '../core/database/db.ts'
import type { Issue } from '../core/errors/errors.ts'
import type { Shop } from './shop.ts'

/** Tries of discount codes per IP address and store, against guessing. */
const CODE_LIMIT = { name: 'discount-codes', max: 30, seconds: 60 }

const tooMany: Issue = {
  field: 'discountCode',
  reason: 'invalid',
  message: 'Probaste demasiados códigos. Espera un minuto y vuelve a intentarlo.',
}

/** Counts a try of a code. Past the limit, @returns no code, and the issue. */
export async function limitCodeTries({ server, clientAddress }: FastifyRequest, shop: Shop, code: string) {
  if (!code) return { code, issues: [] }
  const { hitNumber } = await server.hits.count(CODE_LIMIT, `${shop.id}:${clientAddress}`)
  return hitNumber <= CODE_LIMIT.max ? { code, issues: [] } : { code: '', issues: [tooMany] }
}

/** Whether the store has a usable discount code; otherwise the checkout has no field for it. */
export async function hasCodes(sql: Sql, storeId: string): Promise<boolean> {
  const [code] = await sql`
    select 1
    from discounts
    where store_id = ${storeId} and is_active and (expires_at is null or expires_at > now())
    limit 1`
  return code !== undefined
}
