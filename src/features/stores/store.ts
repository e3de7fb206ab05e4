import { Type, type Static } from 'typebox'
import type { Fragment, Sql } from '../../core/database/db.ts'
import { languages } from '../../core/texts/language.ts'
import { snakeCase } from '../../core/values/camel-case.ts'
import { currencies } from '../../core/values/currency.ts'
import {
  PartialBody,
  Instant,
  SingleLine,
  MultiLine,
  Nullable,
  Phone,
  Price,
} from '../../core/http/schema.ts'
import { Role } from '../../core/auth/roles.ts'
import { shopUrl, type Addresses } from './address.ts'
import { days, Hours, zoneOf } from '../hours/hours.ts'

export const MAX_ORIGINS = 20

const PhoneVerification = Type.Enum(['off', 'ask'], {
  description:
    '`ask`: la página del pedido pide a quien compra confirmar su teléfono por WhatsApp; ningún pedido espera por ello',
})

const ZeroPrice = Type.Enum(['free', 'ask'], {
  description:
    'Qué dice la tienda de un precio 0: `free`, «Gratis»; `ask`, «Consultar precio»: se pregunta por WhatsApp y no se puede pedir',
})

const StoreLanguage = Type.Enum([...languages], {
  description: 'De lo que leen sus clientes, no de lo que escribes',
})

export const storeSettings = {
  name: SingleLine({ max: 80, description: 'Nombre de la tienda' }),
  slug: Type.String({
    minLength: 3,
    maxLength: 30,
    pattern: '^[a-z0-9-]+$',
    description: 'Dirección de la tienda: minúsculas, números y guiones',
    examples: ['cafe-antigua'],
  }),
  description: Nullable(MultiLine({ max: 2000, description: 'Descripción' })),
  whatsappNumber: Nullable(Phone('Número de WhatsApp que recibe los pedidos (E.164)')),
  currency: Type.Enum(currencies, { description: 'Moneda (ISO 4217)', examples: ['GTQ'] }),
  language: StoreLanguage,
  messageTemplate: Nullable(
    MultiLine({
      max: 1000,
      description: 'Mensaje de WhatsApp del pedido, con {{pedido}}, {{cliente}}, {{productos}}, {{total}}…',
    }),
  ),
  address: Nullable(SingleLine({ min: 0, max: 300, description: 'Dónde está la tienda' })),
  instagram: Nullable(
    Type.String({
      pattern: '^(@|(https?://)?(www\\.)?instagram\\.com/)?[A-Za-z0-9._]{1,30}/?$',
      description: 'Usuario de Instagram; se guarda sin @',
      examples: ['cafeantigua'],
    }),
  ),
  paymentInstructions: Nullable(
    MultiLine({
      max: 1000,
      description:
        'Cómo pagar: lo lee quien compra en la página de su pedido; en el mensaje, solo donde la plantilla diga {{pago}}',
    }),
  ),
  minimumOrder: Nullable(Price('Pedido mínimo, en productos')),
  freeShippingFrom: Nullable(Price('Desde cuánto, en productos, el envío es gratis')),
  zeroPrice: ZeroPrice,
  hours: Nullable(Hours),
  timeZone: Nullable(
    SingleLine({
      max: 100,
      description: 'Zona horaria (IANA); nula es la de la moneda',
      examples: ['America/Guatemala'],
    }),
  ),
  closedUntil: Nullable(Instant('Cerrada hasta este instante, aunque el horario diga otra cosa')),
  closedMessage: Nullable(
    MultiLine({ max: 300, description: 'Lo que lee quien compra mientras `closedUntil` no llega' }),
  ),
  ordersWhileClosed: Nullable(
    Type.Boolean({ description: 'Si se puede pedir mientras está cerrada; nulo equivale a que sí' }),
  ),
  closedForOrders: Type.Boolean({
    description:
      'Hasta `closedUntil` tampoco se puede pedir, aunque `ordersWhileClosed` lo permita; otro `closedUntil` sin él lo apaga',
  }),
  confirmPaidOrders: Type.Boolean({
    description: 'El pago que confirma un proveedor confirma el pedido',
  }),
  unpaidHours: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 168,
      description: 'Horas hasta cancelar un pedido pendiente sin pagar, salvo en efectivo; nulo: nunca',
    }),
  ),
  phoneVerification: PhoneVerification,
  allowedOrigins: Type.Array(SingleLine({ max: 200, examples: ['https://mitienda.example'] }), {
    maxItems: MAX_ORIGINS,
    description: 'Orígenes de las páginas web que pueden usar la API con una clave de la tienda (CORS)',
  }),
}

export const StoreChanges = PartialBody(storeSettings)
export type StoreChanges = Static<typeof StoreChanges>

export const MAX_FREE_STORES = 3

export const Plan = Type.Enum(['free', 'pro', 'lifetime'], { description: 'Plan de la tienda' })
export type Plan = Static<typeof Plan>

export const Store = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    slug: Type.String(),
    description: Nullable(Type.String()),
    whatsappNumber: Nullable(Type.String()),
    currency: Type.String(),
    language: StoreLanguage,
    messageTemplate: Nullable(Type.String()),
    address: Nullable(Type.String()),
    instagram: Nullable(Type.String({ description: 'Sin @' })),
    paymentInstructions: Nullable(Type.String()),
    minimumOrder: Nullable(Type.Number()),
    freeShippingFrom: Nullable(Type.Number()),
    zeroPrice: ZeroPrice,
    hours: Nullable(Hours),
    timeZone: Type.String({ description: 'IANA; la de la moneda mientras no se elija otra' }),
    closedUntil: Nullable(Type.String({ format: 'date-time' })),
    closedMessage: Nullable(Type.String()),
    ordersWhileClosed: Type.Boolean(),
    closedForOrders: Type.Boolean(),
    confirmPaidOrders: Type.Boolean(),
    unpaidHours: Nullable(Type.Integer()),
    phoneVerification: PhoneVerification,
    allowedOrigins: Type.Array(Type.String()),
    plan: Plan,
    billingState: Type.Enum(['active', 'suspended']),
    url: Type.String({ description: 'La tienda para quien compra' }),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'Store', description: 'Tienda' },
)
export type Store = Static<typeof Store>

export const OwnStore = Type.Object(
  { ...Store.properties, role: Role },
  { description: 'Tienda con tu papel' },
)

export type StoreRow = Omit<Store, 'url' | 'timeZone'> & {
  timeZone: string | null
  domain: string | null
}

const columns = [
  'id',
  ...Object.keys(storeSettings),
  'domain',
  'plan',
  'billingState',
  'createdAt',
  'updatedAt',
]

export const storeColumns = (sql: Sql): Fragment =>
  columns.map((name) => sql`stores.${sql(snakeCase(name))}`).reduce((all, column) => sql`${all}, ${column}`)

export type OwnStoreRow = StoreRow & Pick<Static<typeof OwnStore>, 'role'>

export function toStore(row: StoreRow, service: Addresses): Store {
  const { createdAt, updatedAt, domain: _domain, ...settings } = row
  const [hours, timeZone] = [inOrder(row.hours), zoneOf(row)]
  return { ...settings, hours, timeZone, url: shopUrl(service, row), createdAt, updatedAt }
}

/** Sorts the days of the week, because jsonb sorts keys by length. */
function inOrder(hours: Hours | null): Hours | null {
  if (!hours) return null
  return Object.fromEntries(days.flatMap((day) => (hours[day] ? [[day, hours[day]]] : [])))
}
