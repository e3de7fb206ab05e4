import type { FastifyReply, FastifyRequest } from 'fastify'
import { forbidden, paymentRequired, planRequired, storeRequired, unauthorized } from './errors.ts'
import type { Found, RequestStore } from './key-check.ts'
import { applyLimit, KEY_LIMIT } from './rate-limit.ts'

/** The hook of every keyed route: key 401, limit 429, store 400 or 403, suspended 402, scope 403, plan 403. */
export async function authenticate(request: FastifyRequest, reply: FastifyReply) {
  const { scope, feature, accountLevel } = request.routeOptions.config
  const selector = accountLevel ? null : storeHeader(request)
  const key = await identify(request, reply, selector)
  if (accountLevel) {
    if (key.kind !== 'ACCOUNT') throw forbidden('Esta operación necesita una clave de cuenta')
  } else {
    request.store = selectedStore(key, selector)
    if (request.store.billingState === 'suspended') throw paymentRequired()
  }
  if (scope && !key.scopes.includes(scope)) {
    throw forbidden(`A la clave le falta el permiso ${scope}`, { requiredScope: scope })
  }
  if (feature && request.store?.plan === 'free') throw planRequired(feature)
}

/** The key that asks, counted; which store it is about is not judged. @throws 401, 429 */
export async function identify(request: FastifyRequest, reply: FastifyReply, selector: string | null) {
  const key = await request.server.checkKey(bearerToken(request), selector)
  if (!key) throw unauthorized('La clave de API no existe, fue revocada o venció')
  applyLimit(reply, KEY_LIMIT, key)
  request.key = key
  return key
}

/** @throws 401 */
export function bearerToken(request: FastifyRequest): string {
  const [, token] = /^Bearer +([^\s]{1,200})$/i.exec(request.headers.authorization ?? '') ?? []
  if (!token) throw unauthorized()
  return token
}

function storeHeader(request: FastifyRequest): string | null {
  return request.headers['service-store']?.toString().trim() || null
}

const reachesNothing = {
  STORE: 'Quien creó la clave ya no administra la tienda',
  ACCOUNT: 'La clave no alcanza ninguna tienda: su cuenta no es dueña ni administradora de ninguna',
}

function selectedStore(key: Found, selector: string | null): RequestStore {
  if (key.kind === 'ACCOUNT' && !selector && key.reached > 1) throw storeRequired()
  if (!key.store) throw forbidden(selector ? 'La clave no alcanza esa tienda' : reachesNothing[key.kind])
  if (selector && selector !== key.store.id && selector !== key.store.slug) {
    throw forbidden('La clave no alcanza esa tienda')
  }
  return key.store
}
