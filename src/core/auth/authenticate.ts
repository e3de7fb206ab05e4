import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { unauthorized } from '../errors/errors.ts'
import { applyLimit, KEY_LIMIT } from '../limits/rate-limit.ts'
import { newId } from '../values/id.ts'
import { authorize, selectStore, type Access } from './caller.ts'

/** In this order: the key and its limit (401, 429), no grant (401), store (400, 403), suspension (402), scope and plan (403). */
export async function authenticate(request: FastifyRequest, reply: FastifyReply) {
  const access = request.routeOptions.config as Access
  const selector = access.accountLevel ? null : storeHeader(request.headers)
  const key = await identify(request, reply, selector)
  if (key.isGrant) throw unauthorized(FOR_ASSISTANTS)
  const store = selectStore(key, selector, access)
  request.caller = { by: 'api', key, store, changeId: newId() }
  authorize(request.caller, access)
  if (store) request.store = store
}

const FOR_ASSISTANTS = 'Este acceso solo sirve en /api/mcp: aquí hace falta una clave de API'

/** Looks up the request's key, and applies the rate limit. @throws 401, 429 */
export async function identify(request: FastifyRequest, reply: FastifyReply, selector: string | null) {
  const { server } = request
  const key = await server.lookUpKey(bearerToken(request.headers), selector)
  if (!key) throw unauthorized('La clave de API no existe, fue revocada o venció')
  request.key = key
  applyLimit(reply, KEY_LIMIT, key)
  for (const call of server.keyUsed) call(key)
  return key
}

/** @throws 401 */
export function bearerToken(headers: IncomingHttpHeaders): string {
  const token = tokenOf(headers)
  if (!token) throw unauthorized()
  return token
}

function tokenOf({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  return /^Bearer +([^\s]{1,200})$/i.exec(authorization)?.[1]
}

export function storeHeader(headers: IncomingHttpHeaders): string | null {
  return headers['service-store']?.toString().trim() || null
}
