import type { Config } from '../../core/config/config.ts'
import type { Language } from '../../core/texts/language.ts'
import { NoReply, retryAfter, type HttpClient, type Reply } from '../../core/outgoing/outgoing.ts'
import { messageErrorOf, PAIR_RATE_LIMIT } from './errors.ts'
import { isUserId } from './identities.ts'

export type CloudApi = NonNullable<Config['whatsapp']['api']>

export type Envelope = {
  /** A phone in E.164, or a person's id: identities.ts. */
  to: string
  /** Our id, which the callbacks about this message return. */
  correlation: string
  signal?: AbortSignal
}

type TemplateMessage = {
  template: string
  parameters: (language: Language) => string[]
  button?: string
  quickReplies?: string[]
}

export type SendResult =
  | { outcome: 'accepted'; messageId: string; status: number; duration: number }
  | {
      /** By WhatsApp, or there was no response. */
      outcome: 'rejected'
      isTransient: boolean
      reason: string
      /** Seconds. */
      wait: number | null
      status: number | null
      duration: number
    }
  | { outcome: 'interrupted'; duration: number }
  | { outcome: 'limited'; reason: string }
  | { outcome: 'opted-out'; reason: string }
  /** Not sent, because the person's last message is more than a day old. */
  | { outcome: 'too-late'; reason: string }

/**
 * Sends one message through the WhatsApp Business Cloud API: a template, or for 24 h after the person's last message what a conversation
 * may have (`toContent`). https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages
 */
export async function sendMessage(
  httpClient: HttpClient,
  api: CloudApi,
  { to, correlation, signal }: Envelope,
  content: object,
): Promise<SendResult> {
  try {
    const reply = await httpClient.post({
      url: `${api.url}/${api.phoneNumberId}/messages`,
      headers: { authorization: `Bearer ${api.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        ...addressOf(to),
        ...content,
        biz_opaque_callback_data: correlation,
      }),
      ...(signal && { signal }),
    })
    return readReply(reply)
  } catch (error) {
    if (!(error instanceof NoReply)) throw error
    const { why, duration } = error
    if (why === 'interrupted') return { outcome: 'interrupted', duration }
    return { outcome: 'rejected', ...messageErrorOf(null, null), wait: null, status: null, duration }
  }
}

/** An id in `to` is accepted, and the message lost. */
const addressOf = (to: string) => (isUserId(to) ? { recipient: to } : { to: to.slice(1) })

/** @param reader the language of who reads it: of a template that is not approved in it, the default one is sent */
export function toTemplate(
  { languages }: CloudApi,
  reader: Language,
  { template, parameters, button, quickReplies = [] }: TemplateMessage,
): object {
  const { code, language } = languages.find((one) => one.language === reader) ?? languages[0]
  const texts = (list: string[]) => list.map((text) => ({ type: 'text', text }))
  return {
    type: 'template',
    template: {
      name: template,
      language: { code },
      components: [
        { type: 'body', parameters: texts(parameters(language)) },
        ...(button ? [{ type: 'button', sub_type: 'url', index: '0', parameters: texts([button]) }] : []),
        ...quickReplies.map((payload, index) => ({
          type: 'button',
          sub_type: 'quick_reply',
          index: String(index),
          parameters: [{ type: 'payload', payload }],
        })),
      ],
    },
  }
}

type Body = { messages?: { id?: unknown }[]; error?: { code?: unknown } } | null

function readReply(reply: Reply): SendResult {
  const { status, duration } = reply
  const body = parse(reply.body)
  const messageId = body?.messages?.[0]?.id
  if (status < 300 && typeof messageId === 'string')
    return { outcome: 'accepted', messageId, status, duration }

  const code = typeof body?.error?.code === 'number' ? body.error.code : null
  const wait = retryAfter(reply) ?? (code === PAIR_RATE_LIMIT ? 30 : null)
  return { outcome: 'rejected', ...messageErrorOf(code, status), wait, status, duration }
}

function parse(text: string): Body {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' ? body : null
  } catch {
    return null
  }
}
