import { Type, type Static } from 'typebox'

export const DeliveryKind = Type.Enum(['delivery', 'pickup', 'here'], {
  description:
    'delivery: se lleva a una dirección; pickup: se recoge en la tienda; here: se toma en una mesa de la tienda',
})
export type DeliveryKind = Static<typeof DeliveryKind>
