import { createHmac } from 'node:crypto'

export type StatusUpdate = {
  id: string
  status: string
  code?: number
  correlation?: string | undefined
  at?: number
  /** Of the recipient: a number that is hidden is null. */
  phone?: string | null
  userId?: string
  pricing?: object
}

/** A callback about messages, as Meta sends it. */
export const callbackOf = <Value extends object>(value: Value) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '102290129340398',
      changes: [
        {
          field: 'messages',
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '15550783881', phone_number_id: '106540352242922' },
            ...value,
          },
        },
      ],
    },
  ],
})

/** A callback with statuses of messages. */
export const statusCallback = (...updates: StatusUpdate[]) =>
  callbackOf({
    statuses: updates.map(
      ({ id, status, code, correlation, at, phone = '+50255551234', userId, pricing }) => ({
        id,
        status,
        timestamp: at === undefined ? '1750030073' : String(Math.floor(at / 1000)),
        ...(phone !== null && { recipient_id: phone.slice(1) }),
        ...(userId && { recipient_user_id: userId }),
        ...(pricing && { pricing }),
        ...(correlation && { biz_opaque_callback_data: correlation }),
        ...(code && { errors: [{ code, title: 'Message undeliverable' }] }),
      }),
    ),
  })

/** The header by which the service knows that a body is Meta's. */
export const signatureOf = (body: string, secret: string) => ({
  'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
})
