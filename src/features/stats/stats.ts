import { Type, type Static } from 'typebox'
import { Nullable } from '../../core/http/schema.ts'

const Unavailable = Type.Object({
  state: Type.Literal('UNAVAILABLE'),
  value: Nullable(Type.Number()),
  reason: Type.String(),
})

const Decimal = (description: string) =>
  Type.String({
    description: `${description}, con los decimales exactos de la moneda`,
    examples: ['1250.50'],
  })

export const Report = Type.Object(
  {
    storeId: Type.String(),
    storeCurrency: Type.String({ description: 'ISO 4217' }),
    timeZone: Type.String({ description: 'Zona de los días de dailyCompleted' }),
    timeZoneSource: Type.Enum(['REQUEST', 'CURRENCY_DERIVED']),
    from: Type.String({ format: 'date-time', description: 'Inclusive' }),
    to: Type.String({ format: 'date-time', description: 'Exclusive' }),
    rangeKind: Type.Enum(['ROLLING', 'CUSTOM']),
    dateBasis: Type.Literal('ORDER_CREATED_AT'),
    state: Type.Literal('AVAILABLE'),
    currencies: Type.Array(
      Type.Object({
        currency: Type.String(),
        realOrders: Type.Integer({ description: 'Sin los pedidos de prueba' }),
        completedOrders: Type.Integer({ description: 'Confirmados, enviados o entregados' }),
        pendingOrders: Type.Integer(),
        cancelledOrders: Type.Integer(),
        confirmedRevenue: Decimal('Total de los pedidos completados'),
        pendingAmount: Decimal('Total de los pedidos pendientes'),
        averageCompletedOrder: Nullable(Decimal('Promedio de los pedidos completados')),
      }),
    ),
    dailyCompleted: Type.Array(
      Type.Object({
        day: Type.String({ description: 'AAAA-MM-DD', examples: ['2026-03-09'] }),
        currency: Type.String(),
        orders: Type.Integer(),
        confirmedRevenue: Decimal('Total de los pedidos completados'),
      }),
      { description: 'Solo los días con pedidos completados' },
    ),
    topProducts: Type.Array(
      Type.Object({
        productId: Type.String(),
        currency: Type.String(),
        unitsSold: Type.Integer(),
        grossItemSales: Decimal('Ventas brutas, antes de los descuentos del pedido'),
      }),
    ),
    ranking: Type.Literal('COMPLETED_ORDER_ITEM_QUANTITY_DESC'),
    visitors: Unavailable,
    conversion: Unavailable,
    attribution: Unavailable,
  },
  { description: 'Informe de ventas' },
)
export type Report = Static<typeof Report>

export const Stats = Type.Object(
  {
    storeId: Type.String(),
    currency: Type.String({ description: 'ISO 4217; solo cuentan los pedidos en esta moneda' }),
    totalOrders: Type.Integer({ description: 'También los cancelados' }),
    completedOrders: Type.Integer({ description: 'Confirmados, enviados o entregados' }),
    revenue: Type.Number({ description: 'Total de los pedidos completados' }),
    averageOrder: Nullable(Type.Number({ description: 'Promedio de los pedidos completados' })),
    popularProducts: Type.Array(
      Type.Object({
        productId: Type.String(),
        name: Type.String(),
        unitsSold: Type.Integer(),
        revenue: Type.Number({ description: 'Antes de los descuentos del pedido' }),
      }),
      { description: 'Los 10 más vendidos en pedidos completados' },
    ),
    conversionRate: Nullable(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'Sesiones con CHECKOUT_COMPLETED sobre sesiones con ADD_TO_CART',
      }),
    ),
    from: Type.Optional(Type.String({ format: 'date-time' })),
    to: Type.Optional(Type.String({ format: 'date-time' })),
  },
  { description: 'Estadísticas de la tienda' },
)
export type Stats = Static<typeof Stats>
