import type { FastifyRequest } from 'fastify'
import { forbidden } from '../../core/errors/errors.ts'
import { shopOrigin } from '../stores/address.ts'

/** A hook that accepts requests from storefront pages only. @throws 403 */
export async function requireStorefront(request: FastifyRequest) {
  const origin = originOf(request)
  const isOurs = origin !== null && (isService(request, origin) || (await storeOf(request, origin)))
  if (!isOurs) throw notStorefront()
}

/** Rejects events for another store from a page on a store's own domain. @throws 403 */
export async function requireOwnStorefront(request: FastifyRequest, storeId: string) {
  const origin = originOf(request)!
  if (!isService(request, origin) && (await storeOf(request, origin)) !== storeId) throw notStorefront()
}

function originOf({ headers }: FastifyRequest): string | null {
  if (headers.origin !== undefined) return headers.origin
  return URL.parse(headers.referer ?? '')?.origin ?? null
}

/** On a shop's domain no page is the service's own. */
function isService({ server, domainStore }: FastifyRequest, origin: string): boolean {
  if (domainStore) return false
  const ours = new URL(server.publicUrl)
  return origin === ours.origin || (isLoopback(ours) && namesOfLoopback(ours).includes(origin))
}

// A service that runs locally may be opened under any of the machine's own names.
const loopback = ['localhost', '127.0.0.1', '[::1]']
const isLoopback = ({ hostname }: URL) => loopback.includes(hostname)
const namesOfLoopback = ({ protocol, port }: URL) =>
  loopback.map((name) => `${protocol}//${name}${port && `:${port}`}`)

async function storeOf({ server }: FastifyRequest, origin: string): Promise<string | undefined> {
  const { hostname } = URL.parse(origin) ?? {}
  const store = hostname && (await server.domains.find(hostname))
  return store && store.isOpen && shopOrigin(server, store) === origin ? store.storeId : undefined
}

const notStorefront = () => forbidden('Los eventos solo se reciben desde una tienda de este servicio')
