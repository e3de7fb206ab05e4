import { createHmac } from 'node:crypto'

type StatusUpdate = { id: string; status: string; code?: number; correlation?: string | undefined }

/** A callback with statuses of messages, as Meta sends it. */
export const statusCallback = (...updates: StatusUpdate[]) => ({
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
            statuses: updates.map(({ id, status, code, correlation }) => ({
              id,
              status,
              timestamp: '1750030073',
              recipient_id: '50255551234',
              ...(correlation && { biz_opaque_callback_data: correlation }),
              ...(code && { errors: [{ code, title: 'Message undeliverable' }] }),
            })),
          },
        },
      ],
    },
  ],
})

/** The header by which the service knows that a body is Meta's. */
export const signatureOf = (body: string, secret: string) => ({
  'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
})
