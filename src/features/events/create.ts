import { Type, type Static } from 'typebox'
import type { App } from '../../core/http/app.ts'
import type { Sql } from '../../core/database/db.ts'
import { notFound, paymentRequired, forbidden } from '../../core/errors/errors.ts'
import { idempotentPost } from '../../core/http/idempotency.ts'
import { newId } from '../../core/values/id.ts'
import { limitPerAddress } from '../../core/limits/rate-limit.ts'
import { Body, JsonObject, SingleLine, Reference } from '../../core/http/schema.ts'
import type { FastifyRequest } from 'fastify'
import { shopOrigin } from '../stores/address.ts'
import { t } from '../../core/texts/text.ts'

const EventType = Type.Enum(['ADD_TO_CART', 'CHECKOUT_COMPLETED'], {
  description: 'ADD_TO_CART: algo se puso en el carrito; CHECKOUT_COMPLETED: se hizo un pedido',
})

const NewEvent = Body({
  storeId: Reference('Tienda de la que se informa'),
  type: EventType,
  sessionId: SingleLine({ max: 128, description: 'Sesión anónima de quien visita' }),
  metadata: Type.Optional(
    JsonObject({
      maxBytes: 2048,
      description: 'Datos libres, hasta 2048 bytes de JSON. Se aceptan y no se guardan',
    }),
  ),
})
type NewEvent = Static<typeof NewEvent>

const LIMIT = { name: 'events', max: 20, seconds: 60 }

export function createEventRoute(app: App) {
  app.post('/catalog/events', {
    config: {
      anyOrigin: false,
      idempotent: true,
      onDomains: true,
      errors: ['402', 'FORBIDDEN', 'NOT_FOUND'],
    },
    schema: {
      operationId: 'createCatalogEvent',
      summary: 'Registrar un evento de la tienda',
      description:
        'Para las páginas de la tienda: la cabecera Origin (o Referer) debe ser la de una tienda de este servicio.',
      body: NewEvent,
      response: { 200: Type.Object({ ok: Type.Boolean() }) },
    },
    onRequest: [limitPerAddress(LIMIT), requireStorefront],
    preHandler: (request) => requireOwnStorefront(request, request.body.storeId), // of a replay too
    handler: idempotentPost<NewEvent, { ok: boolean }>(
      () => app.sql,
      async (sql, event) => {
        await recordEvent(sql, event)
        return { ok: true }
      },
      200,
    ),
  })
}

/** @throws 402 suspended, 404 no such store */
export async function recordEvent(sql: Sql, { storeId, type, sessionId }: Omit<NewEvent, 'metadata'>) {
  const [store] = await sql<{ billingState: string; slug: string }[]>`
    select billing_state, slug from stores where id = ${storeId} and deleted_at is null`
  if (!store) throw notFound(t('La tienda'))
  if (store.billingState === 'suspended') throw paymentRequired(store.slug)

  await sql`
    with event as (
      insert into catalog_events (store_id, id, type, session_id)
      values (${storeId}, ${newId()}, ${type}, ${sessionId})
    ), session as (
      insert into event_sessions (store_id, type, session_id)
      values (${storeId}, ${type}, ${sessionId})
      on conflict do nothing
      returning store_id
    )
    select increment_counter(store_id, ${`sessions.${type}`}, 1) from session`
}

/** A hook that accepts requests from storefront pages only. @throws 403 */
async function requireStorefront(request: FastifyRequest) {
  const origin = originOf(request)
  const isOurs = origin !== null && (isService(request, origin) || (await storeOf(request, origin)))
  if (!isOurs) throw notStorefront()
}

/** Rejects events for another store from a page on a store's own domain. @throws 403 */
async function requireOwnStorefront(request: FastifyRequest, storeId: string) {
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

const notStorefront = () => forbidden(t('Los eventos solo se reciben desde una tienda de este servicio'))
