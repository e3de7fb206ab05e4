import { t } from '../../core/texts/text.ts'
import { Type, type Static } from 'typebox'
import { Body, Price } from '../../core/http/schema.ts'
import { MAX_QUANTITY } from '../orders/order.ts'

export const MAX_QUANTITY_PRICES = 5

const QuantityPrice = Type.Object(
  { from: Type.Integer(), price: Type.Number() },
  { title: 'QuantityPrice', description: 'Lo que cuesta cada unidad desde una cantidad' },
)
export type QuantityPrice = Static<typeof QuantityPrice>

const quantityPrices = {
  schema: Type.Array(
    Body({
      from: Type.Integer({ minimum: 2, maximum: MAX_QUANTITY, description: 'Desde cuántas unidades' }),
      price: Price('Lo que cuesta cada una'),
    }),
    {
      maxItems: MAX_QUANTITY_PRICES,
      description:
        'Precios por cantidad: cada uno desde más unidades, y más bajo que el anterior y que el precio',
    },
  ),
  type: 'jsonb',
  label: t('Precios por cantidad'),
  phrase: t('los precios por cantidad'),
} as const

const quantity = (description: string) =>
  Type.Integer({ minimum: 1, maximum: MAX_QUANTITY, description: `${description}; 1 si no se dice` })

export const quantityFields = {
  quantityPrices: {
    ...quantityPrices,
    shown: Type.Array(QuantityPrice, {
      description:
        'Lo que cuesta cada unidad desde una cantidad: se suman las variantes que siguen al precio del producto',
    }),
  },
  minQuantity: {
    schema: quantity('Cuántas se piden como mínimo, sumadas las variantes'),
    type: 'integer',
    label: t('Cantidad mínima'),
    phrase: t('la cantidad mínima'),
  },
  quantityStep: {
    schema: quantity('De a cuántas se pide: la suma de las variantes es un múltiplo'),
    type: 'integer',
    label: t('Se vende de a'),
    phrase: t('de a cuántas se vende'),
  },
} as const

export const ownQuantityPrices = {
  ...quantityPrices,
  shown: Type.Array(QuantityPrice, {
    description: 'Los de una variante con precio propio; las demás siguen a los del producto',
  }),
} as const
