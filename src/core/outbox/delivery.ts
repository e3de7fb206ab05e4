import { t } from '../texts/text.ts'

export const DELIVERY_KINDS = [
  'whatsapp',
  'customer',
  'webhook',
  'mail',
  'push',
  'payment',
  'answer',
  'restock',
] as const
export type DeliveryKind = (typeof DELIVERY_KINDS)[number]

/** A message with its recipients; the payload is stored once for all of them. */
export type OutboxMessage = {
  storeId: string
  event: string
  /** The id of the order or product that the event is about. */
  subjectId: string | null
  payload: object
  to: Recipient[]
}

type Recipient = {
  kind: DeliveryKind
  /** A phone number, a webhook's id, an e-mail address, a push subscription's id, or a payment to read. */
  recipient: string
  /** `waiting` is claimed when due; `paused` is not claimed until `resume`. */
  state?: 'waiting' | 'paused'
}

export type Delivery = Omit<OutboxMessage, 'to'> &
  Omit<Recipient, 'state'> & {
    id: string
    /** Deliveries of one message share it, and where they are claimed together the `payload` object too. */
    payloadId: string
    /** The span in which the message was enqueued; attempts are spans below it. */
    traceparent: string
    /** Includes this attempt. It fences outcomes: one of a worker that lost its lease matches no row. */
    attempts: number
    /** Attempts before the last redelivery or resume; the retry schedule starts over after them. */
    attemptsBefore: number
    batchId: string | null
    createdAt: string
  }

export type Outcome = {
  status?: number | null
  duration?: number | null
  reason?: string | null
  messageId?: string | null
  responseBody?: string | null
}

/** Why an attempt failed that nobody else is to blame for. It is stored in Spanish. */
export const internalError = t('El servicio tuvo un error al enviarlo')
