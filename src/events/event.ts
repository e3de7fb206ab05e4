import { Type, type Static } from 'typebox'

export const EventType = Type.Enum(['ADD_TO_CART', 'CHECKOUT_COMPLETED'], {
  description: 'ADD_TO_CART: algo se puso en el carrito; CHECKOUT_COMPLETED: se hizo un pedido',
})
export type EventType = Static<typeof EventType>
