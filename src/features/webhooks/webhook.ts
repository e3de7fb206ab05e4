import { createHash } from 'node:crypto'
import { Type, type Static } from 'typebox'
import type { Sql } from '../../core/database/db.ts'
import { SingleLine, Nullable } from '../../core/http/schema.ts'
import { MAX_URL } from './destination.ts'

export const WebhookEvent = Type.Enum([
  'order.created',
  'product.created',
  'product.updated',
  'product.deleted',
])
export type WebhookEvent = Static<typeof WebhookEvent>

/** Events beside those of the specification, whose fields for events do not name them. */
const OtherEvent = Type.Enum(['order.updated', 'order.paid'])
export const AnyEvent = Type.Enum([...WebhookEvent.enum, ...OtherEvent.enum])
export type AnyEvent = Static<typeof AnyEvent>

export const writableFields = {
  url: SingleLine({
    max: MAX_URL,
    description: 'Dirección https en internet a la que se envía. No se vuelve a mostrar',
    examples: ['https://sistema.example/vitrina'],
  }),
  events: Type.Array(AnyEvent, { minItems: 1, maxItems: AnyEvent.enum.length, uniqueItems: true }),
  isActive: Type.Boolean({ description: 'Si recibe eventos' }),
}

export const Secret = SingleLine({
  max: 100,
  description: 'Tu secreto para comprobar las firmas: whsec_ y, detrás, de 24 a 64 bytes al azar en base64',
})

/** A webhook as the API shows it: without its URL and secret. */
export const Webhook = Type.Object(
  {
    id: Type.String(),
    destinationReference: Type.String({
      description: 'Identificador estable del destino, que no revela su dirección',
      examples: ['dst_9f2c41d07ab3'],
    }),
    events: Type.Array(WebhookEvent),
    unrecognizedEventCount: Type.Integer({
      description:
        'Nombres de evento guardados que no están en `events`: los de `otherEvents`, y los que ya no existen',
    }),
    otherEvents: Type.Array(OtherEvent, { description: 'Los demás eventos que recibe' }),
    isActive: Type.Boolean(),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { description: 'Webhook, sin su dirección ni su secreto' },
)
export type Webhook = Static<typeof Webhook>

export type WebhookRow = {
  storeId: string
  id: string
  url: string
  secret: string
  previousSecret: string | null
  previousSecretUntil: string | null
  events: string[]
  isActive: boolean
  /** Why the service disabled it; null when it is active or its owner disabled it. */
  disabledReason: 'failing' | 'gone' | null
  /** The time of the first failure since the last success. */
  failingSince: string | null
  createdAt: string
  updatedAt: string
}

export const recipientOf = ({ storeId, id }: { storeId: string; id: string }) =>
  ({ storeId, kind: 'webhook', recipient: id }) as const

export const webhookColumns = (sql: Sql) => sql`
  store_id, id, url, secret, previous_secret, previous_secret_until, events, is_active, disabled_reason, failing_since,
  created_at, updated_at`

export function toWebhook({ id, events, isActive, createdAt, updatedAt }: WebhookRow): Webhook {
  const known = events.filter(isEvent)
  return {
    id,
    destinationReference: `dst_${createHash('sha256').update(`destination ${id}`).digest('hex').slice(0, 12)}`,
    events: known,
    unrecognizedEventCount: events.length - known.length,
    otherEvents: events.filter(isOtherEvent),
    isActive,
    createdAt,
    updatedAt,
  }
}

export const DeliveryId = Type.String({ description: 'La entrega, igual a la cabecera webhook-id' })

export const WebhookLog = Type.Object(
  {
    id: Type.String({ description: 'Igual a la cabecera webhook-id' }),
    webhookId: Type.String(),
    event: Nullable(WebhookEvent),
    otherEvent: Nullable(OtherEvent),
    status: Nullable(Type.Integer({ description: 'Estado HTTP del último intento' })),
    duration: Nullable(Type.Integer({ description: 'Milisegundos del último intento' })),
    success: Type.Boolean({ description: 'Si la respuesta fue 2xx; no prueba que se haya procesado' }),
    attempts: Type.Integer(),
    createdAt: Type.String({ format: 'date-time' }),
    processing: Type.Literal('UNVERIFIED'),
  },
  { description: 'Entrega a un webhook' },
)
export type WebhookLog = Static<typeof WebhookLog>

export const isEvent = (name: string): name is WebhookEvent =>
  (WebhookEvent.enum as readonly string[]).includes(name)

export const isOtherEvent = (name: string): name is Static<typeof OtherEvent> =>
  (OtherEvent.enum as readonly string[]).includes(name)
