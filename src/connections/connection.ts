import { Type, type Static } from 'typebox'
import { Nullable } from '../core/http/schema.ts'
import type { Plan } from '../stores/store.ts'

/**
 * What can be connected to a store: the fields that each needs, and whether it takes a paid plan. Meta and Google fetch the
 * catalog from its URL, so no credential of theirs is needed.
 */
const connections = {
  whatsapp: { needs: ['whatsappNumber'], paid: false },
  meta_pixel: { needs: ['pixelId'], paid: false },
  google_analytics: { needs: ['measurementId'], paid: false },
  meta_catalog: { needs: ['catalogId'], paid: true },
  google_merchant: { needs: ['merchantId'], paid: true },
  custom_domain: { needs: ['domain', 'verifiedAt'], paid: true },
} as const satisfies Record<string, { needs: readonly string[]; paid: boolean }>
export type ConnectionId = keyof typeof connections

export const connectionIds = Object.keys(connections) as ConnectionId[]

export const isPaid = (id: ConnectionId): boolean => connections[id].paid

export const Connection = Type.Object(
  {
    id: Type.Enum(connectionIds),
    state: Type.Enum(['off', 'partial', 'full', 'paused', 'degraded'], {
      description:
        'off: nada guardado; partial: faltan datos; full: completa; paused: en pausa; degraded: completa, pero su último uso falló',
    }),
    hint: Nullable(Type.String({ description: 'Qué falta o qué falló' })),
    availableOnCurrentPlan: Type.Boolean(),
  },
  { description: 'Conexión guardada' },
)
export type Connection = Static<typeof Connection>

/** The names of the fields that are saved, never their values. */
export type SavedConnection = {
  id: ConnectionId
  fields: string[]
  isPaused: boolean
  lastError: string | null
}

export function toConnection({ id, fields, isPaused, lastError }: SavedConnection, plan: Plan): Connection {
  const { needs } = connections[id]
  const missing = needs.filter((field) => !fields.includes(field))
  const availableOnCurrentPlan = !isPaid(id) || plan !== 'free'
  const as = (state: Connection['state'], hint: string | null = null) => {
    return { id, state, hint, availableOnCurrentPlan }
  }
  if (fields.length === 0) return as('off')
  if (isPaused) return as('paused', 'En pausa: reactívala cuando quieras volver a usarla')
  if (missing.length > 0) return as('partial', `Falta completar: ${missing.map((f) => labels[f]).join(', ')}`)
  return lastError === null ? as('full') : as('degraded', lastError)
}

const labels: Record<(typeof connections)[ConnectionId]['needs'][number], string> = {
  whatsappNumber: 'el número de WhatsApp',
  pixelId: 'el identificador del píxel',
  measurementId: 'el identificador de medición',
  catalogId: 'el identificador del catálogo',
  merchantId: 'el identificador de Merchant Center',
  domain: 'el dominio',
  verifiedAt: 'la verificación del dominio',
}
