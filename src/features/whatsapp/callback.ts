import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { Type } from 'typebox'
import type { App } from '../../core/http/app.ts'
import { parseJson } from '../../core/http/json.ts'
import { transaction, type Sql } from '../../core/database/db.ts'
import { forbidden, unauthorized } from '../../core/errors/errors.ts'
import { confirmBatches, failAccepted } from '../../core/outbox/outbox.ts'
import { advanceNotification } from '../orders/notification.ts'
import { field, isMessageId, listField } from './callback-fields.ts'
import { undelivered, undeliveredReason } from './errors.ts'
import { messageStore, readMessages } from './store-messages.ts'

const Handshake = Type.Object({
  'hub.mode': Type.Optional(Type.String({ maxLength: 40, description: 'Siempre `subscribe`' })),
  'hub.verify_token': Type.Optional(
    Type.String({ maxLength: 1000, description: 'El token acordado con Meta' }),
  ),
  'hub.challenge': Type.Optional(Type.String({ maxLength: 1000, description: 'Lo que se responde' })),
})

/** A callback has at most 3 MB of them. */
const MAX_VALUES = 1_000_000

const errors = ['UNAUTHORIZED', 'VALIDATION_ERROR', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']

/** The webhook for what people write to the service's number, and for the statuses of the service's own messages. */
export function whatsappCallbackRoutes(app: App) {
  const { appSecret, verifyToken } = app.config.whatsapp
  const receive = receiver(app)

  app.get('/whatsapp/callback', {
    config: { errors: ['FORBIDDEN'] },
    schema: {
      operationId: 'verifyWhatsappCallback',
      summary: 'Confirmar la dirección de avisos ante WhatsApp',
      description: 'La llama Meta al registrar la dirección; responde el texto de hub.challenge.',
      querystring: Handshake,
      response: { 200: Type.String() },
    },
    async handler({ query }, reply) {
      const { 'hub.mode': mode, 'hub.verify_token': token = '', 'hub.challenge': challenge = '' } = query
      if (!verifyToken || mode !== 'subscribe' || !constantTimeEqual(token, verifyToken)) {
        throw forbidden('El token de verificación no es el de este servicio')
      }
      return reply.header('content-type', 'text/plain; charset=utf-8').serializer(String).send(challenge)
    },
  })

  app.post('/whatsapp/callback', {
    config: { isPolled: true, errors },
    schema: {
      operationId: 'receiveWhatsappCallback',
      summary: 'Recibir de WhatsApp mensajes y el estado de los avisos',
      description: 'La llama Meta, con la firma X-Hub-Signature-256 del cuerpo.',
      response: { 200: Type.Object({ received: Type.Literal(true) }) },
    },
    async handler({ body, headers }) {
      const bytes = body as Buffer
      if (!appSecret || !isSigned(bytes, headers['x-hub-signature-256'], appSecret)) {
        throw unauthorized('La firma del aviso no es válida')
      }
      await receive(parseJson(bytes, MAX_VALUES))
      return { received: true as const }
    },
  })
}

/** Stores the messages of a callback, and applies its statuses. Messages are stored where they can be replied to. */
function receiver({ sql, config }: App) {
  const storeMessages = messageStore(sql)
  return async function receive(callback: unknown) {
    const { api } = config.whatsapp
    const messages = api ? readMessages(callback, api.phoneNumberId) : []
    if (messages.length > 0) await storeMessages(messages)
    const statuses = readStatuses(callback)
    if (statuses.length > 0) await applyStatuses(sql, statuses)
  }
}

function isSigned(body: Buffer, header: string | string[] | undefined, secret: string): boolean {
  const expected = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  return constantTimeEqual(String(header ?? ''), expected)
}

/** Constant-time comparison, independent of the length. */
function constantTimeEqual(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

const states = { sent: 'SENT', delivered: 'DELIVERED', read: 'READ', failed: 'FAILED' } as const

type Status = {
  messageId: string
  batchId: string
  state: (typeof states)[keyof typeof states]
  code: number | null
}

// Read field by field instead of by a schema, so that fields which the provider adds later are ignored.
function readStatuses(callback: unknown): Status[] {
  return listField(callback, 'entry')
    .flatMap((entry) => listField(entry, 'changes'))
    .flatMap((change) => listField(field(change, 'value'), 'statuses'))
    .flatMap((status) => {
      const [id, name] = [field(status, 'id'), field(status, 'status')]
      if (!isMessageId(id) || !isState(name)) return []
      const batchId = field(status, 'biz_opaque_callback_data')
      const code = field(listField(status, 'errors')[0], 'code')
      return {
        messageId: id,
        batchId: isMessageId(batchId) ? batchId : '',
        state: states[name],
        code: typeof code === 'number' ? code : null,
      }
    })
}

const isState = (name: unknown): name is keyof typeof states =>
  typeof name === 'string' && Object.hasOwn(states, name)

/** Applies the statuses of one callback. Repeated and outdated ones, and those of unknown messages, change nothing. */
function applyStatuses(sql: Sql, statuses: Status[]) {
  return transaction(sql, async (tx) => {
    for (const [, group] of Map.groupBy(statuses, ({ state, code }) => `${state} ${code}`)) {
      const { state, code } = group[0]!
      const messageIds = group.map(({ messageId }) => messageId)
      const batchIds = group.map(({ batchId }) => batchId).filter(Boolean)
      // WhatsApp has the message even if the worker died before recording it: it must not be sent twice.
      if (state !== 'FAILED') await confirmBatches(tx, batchIds)
      const orders = await tx<{ storeId: string; id: string }[]>`
        select store_id, subject_id as id
        from deliveries
        where kind = 'whatsapp'
        and (message_id = any(${messageIds}) or batch_id = any(${batchIds}))`
      await advanceNotification(tx, orders, state, state === 'FAILED' ? undeliveredReason(code) : null)
      if (state !== 'FAILED') continue
      for (const kind of ['customer', 'answer', 'restock'] as const)
        await failAccepted(tx, kind, { messageIds, batchIds }, undelivered[kind])
    }
  })
}
