import type { FastifyRequest } from 'fastify'
import type { Sql } from '../../core/database/db.ts'
import type { Issue } from '../../core/errors/errors.ts'
import { t } from '../../core/texts/text.ts'
import { totalOf, type Total } from '../../features/orders/preview-total.ts'
import type { PricedLine } from '../../features/carts/price-cart.ts'
import type { Shop } from '../../features/catalog/shop.ts'

/** Tries of codes that don't exist per IP address and store, against guessing. */
const CODE_LIMIT = { name: 'discount-codes', max: 30, seconds: 60 }

const tooMany: Issue = {
  field: 'discountCode',
  reason: 'invalid',
  message: t('Probaste demasiados códigos. Espera un minuto y vuelve a intentarlo.'),
}

/**
 * The total with the discount of a code, or without it and with the issue past the limit of tries. Codes that exist are not
 * counted: shoppers send theirs each time that the total is updated.
 */
export async function totalWithCode(
  { server, sql, clientAddress }: FastifyRequest,
  shop: Shop,
  lines: PricedLine[],
  chosen: { shippingOptionId: string; areaId: string; discountCode: string },
): Promise<{ total: Total; issues: Issue[] }> {
  if (!chosen.discountCode) return { total: await totalOf(sql, shop, lines, chosen), issues: [] }
  const who = `${shop.id}:${clientAddress}`
  const { hitNumber } = await server.hits.count(CODE_LIMIT, who)
  if (hitNumber > CODE_LIMIT.max) {
    return { total: await totalOf(sql, shop, lines, { ...chosen, discountCode: '' }), issues: [tooMany] }
  }
  const total = await totalOf(sql, shop, lines, chosen)
  if (total.codeError?.reason !== 'not_found') await server.hits.refund(CODE_LIMIT, who)
  return { total, issues: [] }
}

export async function hasCodes(sql: Sql, storeId: string): Promise<boolean> {
  const [code] = await sql`
    select 1
    from discounts
    where store_id = ${storeId}
    and discount_refusal(is_active, starts_at, expires_at, used_count, max_uses, null, null, now()) is null
    limit 1`
  return code !== undefined
}
