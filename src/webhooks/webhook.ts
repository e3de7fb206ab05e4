import Type, { type Static } from 'typebox'

export const WebhookEvent = Type.Enum([
  'order.created',
  'product.created',
  'product.updated',
  'product.deleted',
])
export type WebhookEvent = Static<typeof WebhookEvent>
