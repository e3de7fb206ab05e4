import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { Type } from 'typebox'
import type { App } from '../../core/http/app.ts'
import { parseJson } from '../../core/http/json.ts'
import { forbidden, unauthorized } from '../../core/errors/errors.ts'
import { applyStatuses, readStatuses } from './statuses.ts'
import { messageStore } from './store-messages.ts'
import { unhandledCounter } from './unhandled.ts'
import { field, listField } from './callback-fields.ts'
import { readMessages, wordOf } from './read-messages.ts'
import { t } from '../../core/texts/text.ts'

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
        throw forbidden(t('El token de verificación no es el de este servicio'))
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
function receiver({ sql, config, log }: App) {
  const store = messageStore(sql)
  const countUnhandled = unhandledCounter(log)
  return async function receive(callback: unknown) {
    const { messages, ties, statuses, unhandled } = readCallback(
      callback,
      config.whatsapp.api?.phoneNumberId ?? null,
    )
    if (messages.length > 0 || ties.length > 0) await store({ messages, ties })
    await applyStatuses(sql, statuses)
    countUnhandled(unhandled)
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

const HEAD = new Set(['messaging_product', 'metadata', 'contacts', 'messages', 'statuses'])

/** What a callback has: messages, statuses, whose id is whose phone, and Meta's words for what is not understood. */
function readCallback(callback: unknown, phoneNumberId: string | null) {
  const changes = listField(callback, 'entry').flatMap((entry) => listField(entry, 'changes'))
  const isOurs = (change: unknown) => (field(change, 'field') ?? 'messages') === 'messages'
  const values = changes.filter(isOurs).map((change) => field(change, 'value'))
  const written = values.map((value) => readMessages(value, phoneNumberId))
  const reported = values.map(readStatuses)
  return {
    messages: written
      .flatMap(({ messages }) => messages)
      .toSorted((a, b) => (a.sentAt < b.sentAt ? -1 : a.sentAt > b.sentAt ? 1 : 0)),
    statuses: reported.flatMap(({ statuses }) => statuses),
    ties: [...written, ...reported].flatMap(({ ties }) => ties),
    unhandled: [
      ...(changes.length === 0 ? [''] : []),
      ...changes.filter((change) => !isOurs(change)).map((change) => wordOf(field(change, 'field'))),
      ...values.flatMap((value) => Object.keys(Object(value))).filter((name) => !HEAD.has(name)),
      ...[...written, ...reported].flatMap(({ unhandled }) => unhandled),
    ],
  }
}
