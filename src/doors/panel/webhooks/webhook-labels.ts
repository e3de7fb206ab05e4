import { html, type Html } from '../../../core/http/html.ts'
import type { DeliveryRow } from '../../../features/webhooks/deliveries.ts'
import { AnyEvent } from '../../../features/webhooks/webhook.ts'
import { badge } from '../parts/list.ts'

const sentences: Record<AnyEvent, string> = {
  'order.created': 'Alguien hace un pedido',
  'order.updated': 'Cambia un pedido: su estado, su pago o sus artículos',
  'order.paid': 'Un pedido queda pagado',
  'product.created': 'Se agrega un producto',
  'product.updated': 'Cambia un producto, su precio o sus existencias',
  'product.deleted': 'Se elimina un producto',
}

export const eventGroups = [
  {
    legend: 'Avisar cuando',
    options: AnyEvent.enum.map((event) => ({ value: event, label: sentences[event], detail: event })),
  },
]

/** An event of a delivery; the one that has no sentence is the test message. */
export const eventSentence = (event: string): string =>
  event === 'ping' ? 'Mensaje de prueba' : (sentences[event as AnyEvent] ?? event)

const reasons: Record<string, string> = {
  timeout: 'no respondió en 15 segundos',
  refused: 'rechazó la conexión',
  unknown_host: 'el nombre del servidor no existe',
  tls: 'su certificado no es válido',
  forbidden: 'la dirección no es pública',
  interrupted: 'se interrumpió',
  connection: 'se cortó la conexión',
}

export function deliveryState({ state, attempts }: DeliveryRow): Html {
  if (state === 'done') return badge('Entregado', 'good')
  if (state === 'failed') return badge('Falló', 'bad')
  if (state === 'paused') return badge('En pausa')
  return attempts === 0 ? badge('En camino') : badge('Se reintenta', 'warn')
}

export function lastAttempt({ status, reason, duration }: DeliveryRow): Html | null {
  if (status !== null) return html`respondió ${status} en ${duration} ms`
  return reason === null ? null : html`${reasons[reason] ?? reason}`
}
