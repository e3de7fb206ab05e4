import { internalError } from '../../../core/outbox/delivery.ts'
import type { Html } from '../../../core/http/html.ts'
import type { DeliveryRow } from '../../../features/webhooks/deliveries.ts'
import { t, type Localized, type Wording } from '../../../core/texts/text.ts'
import { AnyEvent } from '../../../features/webhooks/webhook.ts'
import { badge } from '../parts/list.ts'

const sentences: Record<AnyEvent, Localized> = {
  'order.created': t('Alguien hace un pedido'),
  'order.updated': t('Cambia un pedido: su estado, su pago o sus artículos'),
  'order.paid': t('Un pedido queda pagado'),
  'product.created': t('Se agrega un producto'),
  'product.updated': t('Cambia un producto, su precio o sus existencias'),
  'product.deleted': t('Se elimina un producto'),
}

export const eventGroups = [
  {
    legend: t('Avisar cuando'),
    options: AnyEvent.enum.map((event) => ({ value: event, label: sentences[event], detail: event })),
  },
]

/** An event of a delivery; the one that has no sentence is the test message. */
export const eventSentence = (event: string): Wording =>
  event === 'ping' ? t('Mensaje de prueba') : (sentences[event as AnyEvent] ?? event)

const reasons: Record<string, Localized> = {
  timeout: t('no respondió en 15 segundos'),
  refused: t('rechazó la conexión'),
  unknown_host: t('el nombre del servidor no existe'),
  tls: t('su certificado no es válido'),
  forbidden: t('la dirección no es pública'),
  interrupted: t('se interrumpió'),
  connection: t('se cortó la conexión'),
  [internalError.in('es')]: internalError,
}

export function deliveryState({ state, attempts }: DeliveryRow): Html {
  if (state === 'done') return badge(t('Entregado'), 'good')
  if (state === 'failed') return badge(t('Falló'), 'bad')
  if (state === 'paused') return badge(t('En pausa'))
  return attempts === 0 ? badge(t('En camino | aviso')) : badge(t('Se reintenta'), 'warn')
}

export function lastAttempt({ status, reason, duration }: DeliveryRow): Wording | null {
  if (status !== null)
    return t('respondió {status} en {n} ms', { status: String(status), n: String(duration) })
  return reason === null ? null : (reasons[reason] ?? reason)
}
