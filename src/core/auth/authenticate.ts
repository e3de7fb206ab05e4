import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import { forbidden, paymentRequired, planRequired, storeRequired, unauthorized } from '../errors/errors.ts'
import { internalCaller, type InternalCaller } from './internal-caller.ts'
import type { KeyLookup, RequestStore } from './key-lookup.ts'
import { applyLimit, KEY_LIMIT } from '../limits/rate-limit.ts'

/**
 * The hook of every keyed route. It checks, in this order: the key and its rate limit (401, 429), that it is not an assistant's
 * token (401), the selected store (400, 403), its suspension (402), the scope (403) and the plan (403).
 */
export async function authenticate(request: FastifyRequest, reply: FastifyReply) {
  const { config } = request.routeOptions
  const caller = internalCaller(request.raw)
  const selector = config.accountLevel || caller ? null : storeHeader(request.headers)
  const key = caller ? identifyInternal(request, caller) : await identify(request, reply, selector)
  if (request.key.isGrant && request.actor !== 'assistant') throw unauthorized(FOR_ASSISTANTS)
  const store = authorize(key, selector, config)
  if (store) request.store = store
  request.sql = request.method === 'GET' ? sqlOfReads(request) : sqlOfWrites(request)
}

const FOR_ASSISTANTS = 'Este acceso solo sirve en /api/mcp: aquí hace falta una clave de API'

const sqlOfReads = ({ server, key, store }: FastifyRequest) =>
  server.sql.readsQueuedBy(store?.id ?? key.accountId)

/** Queued by the store, counted for the account, and attributed to the caller for the record of changes. */
function sqlOfWrites({ server, changeId, actor: by, key, store, routeOptions }: FastifyRequest) {
  const sql = server.sql.queuedBy(store?.id ?? key.accountId).countedFor(key.accountId)
  if (routeOptions.config.unrecorded) return sql
  return sql.attributedTo({ changeId, by, accountId: key.accountId, keyId: by === 'panel' ? null : key.id })
}

function identifyInternal(
  request: FastifyRequest,
  { actor, key, store, changeId }: InternalCaller,
): Authority {
  request.actor = actor
  request.key = key
  request.changeId = changeId
  return { ...key, store, storeCount: store ? 1 : 0 }
}

/** What `authorize` reads of a key. */
type Authority = Pick<KeyLookup, 'kind' | 'scopes' | 'storeCount' | 'store'>

/** Authorises a key for a route. Returns the selected store; undefined for account-level routes. @throws 400, 402, 403 */
function authorize(
  key: Authority,
  selector: string | null,
  { scope, feature, accountLevel }: FastifyContextConfig,
): RequestStore | undefined {
  if (accountLevel && key.kind !== 'ACCOUNT') throw forbidden('Esta operación necesita una clave de cuenta')
  const store = accountLevel ? undefined : selectedStore(key, selector)
  if (store?.billingState === 'suspended') throw paymentRequired(store.slug)
  if (scope && !key.scopes.includes(scope)) {
    throw forbidden(`A la clave le falta el permiso ${scope}`, { requiredScope: scope })
  }
  if (feature && store?.plan === 'free') throw planRequired(feature, store.slug)
  return store
}

/** Looks up the request's key, and applies the rate limit unless the request was counted before. @throws 401, 429 */
export async function identify(request: FastifyRequest, reply: FastifyReply, selector: string | null) {
  const { isCounted, server } = request
  const key = await server.lookUpKey(bearerToken(request), selector, isCounted ? 0 : 1)
  if (!key) throw unauthorized('La clave de API no existe, fue revocada o venció')
  request.key = key
  if (!isCounted) applyLimit(reply, KEY_LIMIT, key)
  for (const call of server.keyUsed) call(key)
  return key
}

/** @throws 401 */
function bearerToken(request: FastifyRequest): string {
  const token = tokenOf(request.headers)
  if (!token) throw unauthorized()
  return token
}

function tokenOf({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  return /^Bearer +([^\s]{1,200})$/i.exec(authorization)?.[1]
}

export function storeHeader(headers: IncomingHttpHeaders): string | null {
  return headers['service-store']?.toString().trim() || null
}

const noStoreReasons = {
  STORE: 'Quien creó la clave ya no administra la tienda',
  ACCOUNT: 'La clave no alcanza ninguna tienda: su cuenta no es dueña ni administradora de ninguna',
}

function selectedStore(key: Authority, selector: string | null): RequestStore {
  if (key.kind === 'ACCOUNT' && !selector && key.storeCount > 1) throw storeRequired()
  if (!key.store) throw forbidden(selector ? 'La clave no alcanza esa tienda' : noStoreReasons[key.kind])
  if (selector && selector !== key.store.id && selector !== key.store.slug) {
    throw forbidden('La clave no alcanza esa tienda')
  }
  return key.store
}
