import type { Tx } from '../../core/database/db.ts'
import { planLimitReached } from '../../core/errors/errors.ts'
import type { Plan } from '../stores/store.ts'
import { isNearCap, warnOfCap } from './cap-warning.ts'
import { t, type Localized } from '../../core/texts/text.ts'

const free = {
  products: 50,
  categories: 10,
  discounts: 5, // active ones
  shippingOptions: 5,
  members: 2, // with the owner; pending invitations count
  apiKeys: 2,
  webhooks: 2,
  images: 500,
  imageMegabytes: 250,
}

const paid: typeof free = {
  products: 10_000,
  categories: 500,
  discounts: 500,
  shippingOptions: 50,
  members: 50,
  apiKeys: 50,
  webhooks: 20,
  images: 100_000,
  imageMegabytes: 20_480,
}

export const CAPS = { free, paid }

export type Capped = keyof typeof free

export const capsOf = (plan: Plan) => (plan === 'free' ? free : paid)

export const resourceNames: Record<Capped, Localized> = {
  products: t('productos'),
  categories: t('categorías'),
  discounts: t('descuentos activos'),
  shippingOptions: t('opciones de envío'),
  members: t('personas en el equipo'),
  apiKeys: t('claves de API'),
  webhooks: t('webhooks'),
  images: t('fotos'),
  imageMegabytes: t('MB de fotos'),
}

/**
 * Checks the plan's limit under a lock on the store, so that concurrent writers can't exceed it together. Call it first in the
 * transaction, before the counted rows are written. Orders are never capped. The owners are mailed before a limit is reached.
 * @throws 403 `PLAN_LIMIT_REACHED`
 */
export async function requireCapacity(
  tx: Tx,
  storeId: string,
  resource: Capped,
  count: () => Promise<number>,
) {
  const [store] = await tx<[{ plan: Plan }]>`select plan from stores where id = ${storeId} for no key update`
  const limit = capsOf(store.plan)[resource]
  const used = await count()
  const what = resourceNames[resource]
  const counted = resource === 'members' ? t('{what}, contando las invitadas,', { what }) : what
  if (used >= limit) throw planLimitReached(resource, counted, limit, used)
  const cap = { resource, what: what.in('es'), used: used + 1, limit }
  if (isNearCap(cap.used, limit)) await warnOfCap(tx, storeId, store.plan, cap)
}
