import { Type, type TSchema } from 'typebox'
import { Order } from '../../features/orders/order.ts'
import { ProductDetail } from '../../features/products/offered-groups.ts'
import type { AnyEvent } from '../../features/webhooks/webhook.ts'
import { plain, type Components } from '../../core/http/json-schema.ts'
import { eventExamples } from './examples.ts'

type Event = { summary: string; data: TSchema }

const DeletedProduct = Type.Object({
  id: Type.String(),
  slug: Type.String(),
  deletedAt: Type.String({ format: 'date-time' }),
})

const events: Record<AnyEvent, Event> = {
  'order.created': { summary: 'Se hizo un pedido', data: Order },
  'order.updated': { summary: 'Cambió un pedido: su estado, su pago o sus artículos', data: Order },
  'order.paid': { summary: 'Un pedido quedó pagado', data: Order },
  'product.created': { summary: 'Se creó un producto', data: ProductDetail },
  'product.updated': { summary: 'Cambió un producto o una de sus variantes', data: ProductDetail },
  'product.deleted': { summary: 'Se borró un producto', data: DeletedProduct },
}

const description = `Vitrina envía este cuerpo por POST a cada webhook suscrito, según Standard Webhooks: comprueba la
firma de \`webhook-signature\` antes de creerle, y responde 2xx en menos de 15 segundos. Un mismo \`id\` puede llegar más de
una vez. Los intentos siguen durante 75 horas; 410 desactiva el webhook.`

export function webhookEvents(components: Components) {
  return Object.fromEntries(
    Object.entries(events).map(([type, { summary, data }]) => [
      type,
      { post: message(type, summary, data, components) },
    ]),
  )
}

function message(type: string, summary: string, data: TSchema, components: Components) {
  const schema = plain(Message(type, data), components)
  return {
    operationId: type.replace(/\.(\w)/, (_all, letter: string) => `On${letter.toUpperCase()}`),
    summary,
    description,
    security: [],
    parameters: sent,
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: eventExamples[type] } },
    },
    responses: {
      '2XX': { description: 'Recibido' },
      '4XX': { description: 'No recibido: se vuelve a intentar; 410 desactiva el webhook' },
    },
  }
}

const Message = (type: string, data: TSchema) =>
  Type.Object({
    id: Type.String({ description: 'Igual a la cabecera webhook-id: sirve para no procesarlo dos veces' }),
    type: Type.Literal(type),
    timestamp: Type.String({ format: 'date-time', description: 'Cuándo ocurrió' }),
    storeId: Type.String({ description: 'La tienda' }),
    data,
  })

const header = (name: string, about: string, example: string) => {
  return { name, in: 'header', required: true, description: about, schema: { type: 'string' }, example }
}

const sent = [
  header('webhook-id', 'Identificador del mensaje, el mismo en cada intento', 'e4d9k2x7m1h6w8c3t5b0n6vq'),
  header('webhook-timestamp', 'Segundos desde 1970, del intento', '1773500966'),
  header(
    'webhook-signature',
    '`v1,` y la firma HMAC-SHA256 en base64 de `id.timestamp.cuerpo`; varias, separadas por espacios, mientras cambia el secreto',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
  header(
    'traceparent',
    'La traza de la solicitud que causó el mensaje, con un span por intento (W3C Trace Context)',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-b7ad6b7169203331-01',
  ),
]
