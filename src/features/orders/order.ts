import { Type, type Static } from 'typebox'
import { Body, Nullable, Reference, SingleLine } from '../../core/http/schema.ts'
import { t, type Localized } from '../../core/texts/text.ts'
import { DeliveryKind } from '../shipping/delivery-kind.ts'
import { itemOfList, itemOfOrder } from './order-item.ts'
import { Payment, PaymentSummary } from './payment.ts'
import { Proposal } from './proposal.ts'

export const OrderStatus = Type.Enum(['pending', 'confirmed', 'shipped', 'delivered', 'cancelled'], {
  title: 'OrderStatus',
  description:
    'pending: recibido; confirmed: confirmado; shipped: enviado; delivered: entregado; cancelled: cancelado',
})
export type OrderStatus = Static<typeof OrderStatus>

/** The most lines an order or a cart can have, and the most units of one variant. */
export const MAX_LINES = 100
export const MAX_QUANTITY = 9_999

export const MAX_MODIFIERS = 30
export const MAX_OF_CHOICE = 20

/** Characters of an order's texts. */
export const MAX_LENGTHS = {
  name: 120,
  address: 500,
  notes: 2000,
  discountCode: 30,
  itemNote: 140,
  table: 20,
}

export const NewItem = Body({
  variantId: Reference('Variante que se pide'),
  quantity: Type.Integer({ minimum: 1, maximum: MAX_QUANTITY }),
  modifiers: Type.Optional(
    Type.Array(
      Body({
        choiceId: Reference('Opción de un grupo de extras del producto'),
        quantity: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: MAX_OF_CHOICE,
            description: 'Cuántas por unidad; si falta, una',
          }),
        ),
      }),
      { maxItems: MAX_MODIFIERS, description: 'Lo que se elige de los grupos de extras del producto' },
    ),
  ),
  note: Type.Optional(
    Nullable(
      SingleLine({
        min: 0,
        max: MAX_LENGTHS.itemNote,
        description: 'Nota para este artículo',
        examples: ['Sin cebolla'],
      }),
    ),
  ),
})
export type NewItem = Static<typeof NewItem>

const statusNames: Record<OrderStatus, Localized> = {
  pending: t('pendiente'),
  confirmed: t('confirmado'),
  shipped: t('enviado'),
  delivered: t('entregado'),
  cancelled: t('cancelado'),
}

export const statusName = ({
  deliveryKind,
  status,
}: Pick<OrderSummary, 'deliveryKind' | 'status'>): Localized =>
  status !== 'shipped' || deliveryKind === null ? statusNames[status] : readyNames[deliveryKind]

const readyNames: Record<DeliveryKind, Localized> = {
  delivery: t('enviado'),
  pickup: t('listo para recoger'),
  here: t('listo'),
}

/** By what an order's status changed; `payment` is a provider's confirmation, `system` an order that nobody paid. */
const Actor = Type.Enum(['shopper', 'api', 'panel', 'assistant', 'whatsapp', 'payment', 'system'], {
  description:
    'whatsapp: un botón en WhatsApp; payment: el proveedor confirmó el pago; system: venció el plazo para pagar',
})
export type Actor = Static<typeof Actor>

const transitions: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['confirmed', 'cancelled'],
  confirmed: ['shipped', 'cancelled'],
  shipped: ['delivered', 'cancelled'],
  delivered: [],
  cancelled: [],
}

export function canTransition(from: OrderStatus, to: OrderStatus): boolean {
  return transitions[from].includes(to)
}

export function nextStatuses(from: OrderStatus): OrderStatus[] {
  return [...transitions[from]]
}

/** Whether an order counts as a sale. The same rule in SQL: db/functions/completed.sql. */
export function isCompleted(status: OrderStatus): boolean {
  return status === 'confirmed' || status === 'shipped' || status === 'delivered'
}

export const Location = Body(
  {
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
  },
  'Lugar de entrega en el mapa, en grados: lo ven solo la tienda y quien hizo el pedido',
)
export type Location = Static<typeof Location>

/** Google's universal address opens the app of maps on Android and iOS, and the page on a computer; `geo:` only on Android. */
export const mapUrl = ({ latitude, longitude }: Location): string =>
  `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`

const summary = {
  id: Type.String(),
  orderNumber: Type.String({ examples: ['PED-7K3QXM'] }),
  status: OrderStatus,
  customerName: Type.String(),
  customerPhone: Type.String({ description: 'E.164' }),
  items: Type.Array(Type.Object(itemOfList)),
  currency: Type.String({ description: 'ISO 4217' }),
  subtotal: Type.Number({ description: 'Suma de los artículos' }),
  discount: Nullable(Type.Object({ code: Type.String(), amount: Type.Number() })),
  total: Type.Number({ description: 'Artículos + envío - descuento' }),
  notes: Nullable(Type.String()),
  deliveryKind: Nullable(DeliveryKind),
  table: Nullable(Type.String({ description: 'La mesa, de lo que se toma en la tienda' })),
  wantedAt: Nullable(Type.String({ format: 'date-time', description: 'Para cuándo lo quiere quien compra' })),
  notifyCustomer: Type.Boolean({ description: 'Quien compra aceptó recibir avisos por WhatsApp' }),
  phoneVerified: Type.Boolean({ description: 'Quien compra confirmó por WhatsApp que el teléfono es suyo' }),
  payment: Nullable(PaymentSummary),
  isTest: Type.Boolean({
    description:
      'Pedido de prueba, hecho en el panel: no cuenta en estadísticas ni en el historial del cliente',
  }),
  createdAt: Type.String({ format: 'date-time' }),
}

export const OrderSummary = Type.Object(summary, {
  title: 'OrderSummary',
  description: 'Pedido en una lista',
})
export type OrderSummary = Static<typeof OrderSummary>

export const Order = Type.Object(
  {
    ...summary,
    customerAddress: Nullable(Type.String()),
    items: Type.Array(Type.Object(itemOfOrder)),
    shippingOption: Nullable(
      Type.Object({
        name: Type.String(),
        price: Type.Number(),
        area: Nullable(Type.String({ description: 'El nombre de la zona elegida; nulo sin zonas' })),
      }),
    ),
    location: Nullable(Location),
    payment: Nullable(Payment),
    nextStatuses: Type.Array(OrderStatus, { description: 'Los estados a los que puede pasar' }),
    timeline: Type.Array(
      Type.Object({
        status: OrderStatus,
        at: Type.String({ format: 'date-time' }),
        by: Actor,
        items: Type.Optional(
          Type.Array(Type.Object(itemOfOrder), {
            description: 'Solo donde quien compra aceptó un cambio: los artículos de antes',
          }),
        ),
        total: Type.Optional(Type.Number({ description: 'Solo con `items`: el total de antes' })),
      }),
    ),
    proposal: Nullable(Proposal),
    notification: Type.Object({
      state: Type.Enum(['NOT_CONFIGURED', 'QUEUED', 'SENT', 'DELIVERED', 'READ', 'FAILED'], {
        description:
          'NOT_CONFIGURED: no se avisa, por falta de WhatsApp, porque falta confirmar el número de la tienda (`reason` lo dice) ' +
          'o porque el pedido se anotó en el panel',
      }),
      updatedAt: Type.String({ format: 'date-time' }),
      reason: Nullable(Type.String()),
    }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'Order', description: 'Pedido completo' },
)
export type Order = Static<typeof Order>
