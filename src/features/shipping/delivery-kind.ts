import { Type } from 'typebox'

export const DeliveryKind = Type.Enum(['delivery', 'pickup'], {
  description: 'delivery: se lleva a una dirección; pickup: se recoge en la tienda',
})
