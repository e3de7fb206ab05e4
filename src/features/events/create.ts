import { Type, type Static } from 'typebox'
import type { App } from '../../core/http/app.ts'
import type { Sql } from '../../core/database/db.ts'
import { notFound, paymentRequired } from '../../core/errors/errors.ts'
import { idempotentPost } from '../../core/http/idempotency.ts'
import { newId } from '../../core/values/id.ts'
import { limitPerAddress } from '../../core/limits/rate-limit.ts'
import { Body, JsonObject, SingleLine, Reference } from '../../core/http/schema.ts'
import { requireOwnStorefront, requireStorefront } from './origin.ts'

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
  if (!store) throw notFound('La tienda')
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
