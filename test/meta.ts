import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { signatureOf, statusCallback, type StatusUpdate } from './meta-callback.ts'
import { addressOf, metaRules } from './meta-rules.ts'

/**
 * How the server reacts to a request: accepts it, refuses it with an error code, or misbehaves. `later`: it accepts the message, and its
 * callback says that it failed, which arrives before the response. `lost`: it accepts the message, and nobody gets it.
 */
export type Behaviour =
  | 'accept'
  | 'hang'
  | 'garbage'
  | 'half-close'
  | 'reset'
  | 'huge'
  | { status: number; code?: number; headers?: Record<string, string> }
  | { later: number }
  | { lost: true }

type MetaMessage = {
  at: number
  path: string
  authorization: string | undefined
  /** A number without its `+`, or an id. */
  to: string
  isLost: boolean
  template: { name: string; language: { code: string } }
  parameters: string[]
  /** What the template's button takes. */
  button: string | undefined
  /** What comes back from each of the template's quick replies. */
  quickReplies: string[]
  correlation: string
  /** Of a message in a conversation: what it says, and what can be tapped. */
  text: string
  choices: { id: string; title: string }[]
  asksContact: boolean
  /** The id of an accepted message; null of a refused one. */
  id: string | null
}

/**
 * A server on loopback that answers as the WhatsApp Business Cloud API does, and rejects what that rejects (meta-rules.ts). Ends with
 * the test file. `limits`: of messages a second, in all and to one number; `conversations`: other messages than templates only go to
 * who wrote within 24 h.
 */
export async function startMeta(options: Parameters<typeof metaRules>[0] = {}) {
  const rules = metaRules(options)
  const messages: MetaMessage[] = []
  const script: Behaviour[] = []
  let defaultBehaviour: Behaviour = 'accept'
  let callbackUrl = ''

  const server = createServer((request, response) => void respond(request, response))
  async function respond(request: IncomingMessage, response: ServerResponse) {
    const body = await read(request)
    const scripted = script.shift() ?? defaultBehaviour
    const checked = (scripted === 'accept' && rules.check(JSON.parse(body))) || scripted
    const behaviour = isLate(checked) || isLost(checked) ? 'accept' : checked
    const message = toMessage(request, body, behaviour === 'accept' ? newWamid() : null)
    message.isLost = isLost(checked)
    messages.push(message)
    if (isLate(checked)) await report(message, 'failed', { code: checked.later })
    answer(response, behaviour, body, message.id)
  }
  /** Tells the service what became of a message. */
  async function report({ id, correlation }: MetaMessage, status: string, more: Partial<StatusUpdate> = {}) {
    const body = JSON.stringify(statusCallback({ id: id!, status, correlation, ...more }))
    const headers = { 'content-type': 'application/json', ...signatureOf(body, env.WHATSAPP_APP_SECRET) }
    const response = await fetch(`${callbackUrl}/api/whatsapp/callback`, { method: 'POST', body, headers })
    if (!response.ok) throw new Error(`The callback is answered with ${response.status}`)
  }
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v25.0`
  const env = {
    WHATSAPP_API_URL: url,
    WHATSAPP_PHONE_NUMBER_ID: '106540352242922',
    WHATSAPP_ACCESS_TOKEN: 'token-de-prueba',
    WHATSAPP_APP_SECRET: 'secreto-de-la-app',
    WHATSAPP_VERIFY_TOKEN: 'ficha-de-verificacion',
  }
  return {
    url,
    messages,
    rules,
    /** The settings of a service that sends through this server. */
    env,
    /** The service that callbacks go to. */
    reportTo: (service: { url: string }) => (callbackUrl = service.url),
    report,
    /** The reactions to the next requests, one each. */
    next: (...behaviours: Behaviour[]) => script.push(...behaviours),
    /** The reaction to all others. */
    always: (behaviour: Behaviour) => (defaultBehaviour = behaviour),
    /** What a number or an id got. */
    to: (sender: string) => messages.filter(({ to, isLost }) => !isLost && to === sender.replace('+', '')),
  }
}

const newWamid = () => `wamid.${randomBytes(20).toString('base64url')}`

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

function toMessage(request: IncomingMessage, text: string, id: string | null): MetaMessage {
  const body = JSON.parse(text)
  const { template = { components: [] }, interactive } = body
  const [content, ...others] = template.components
  const button = others.find((one: { sub_type: string }) => one.sub_type === 'url')
  const quickReplies = others.filter((one: { sub_type: string }) => one.sub_type === 'quick_reply')
  const buttons = interactive?.action?.buttons?.map(({ reply }: { reply: object }) => reply)
  return {
    at: Date.now(),
    path: request.url ?? '',
    authorization: request.headers.authorization,
    to: addressOf(body),
    isLost: false,
    asksContact: interactive?.type === 'request_contact_info',
    template: { name: template.name, language: template.language },
    parameters: content?.parameters.map(({ text }: { text: string }) => text) ?? [],
    button: button?.parameters[0].text,
    quickReplies: quickReplies.map(
      (one: { parameters: { payload: string }[] }) => one.parameters[0]!.payload,
    ),
    correlation: body.biz_opaque_callback_data,
    text: interactive?.body.text ?? body.text?.body ?? '',
    choices: buttons ?? interactive?.action?.sections?.[0].rows ?? [],
    id,
  }
}

const isLate = (behaviour: Behaviour) => typeof behaviour === 'object' && 'later' in behaviour
const isLost = (behaviour: Behaviour) => typeof behaviour === 'object' && 'lost' in behaviour

type Answered = Exclude<Behaviour, { later: number } | { lost: true }>

function answer(response: ServerResponse, behaviour: Answered, body: string, id: string | null) {
  if (typeof behaviour === 'object') return refuse(response, behaviour)
  switch (behaviour) {
    case 'accept': {
      const { to, recipient } = JSON.parse(body)
      return json(response, 200, {
        messaging_product: 'whatsapp',
        contacts: [to ? { input: to, wa_id: to } : { input: recipient, user_id: recipient }],
        messages: [{ id, message_status: 'accepted' }],
      })
    }
    case 'hang':
      return
    case 'garbage':
      return response.end('<html>Bad gateway</html>')
    case 'half-close':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 500 })
      return response.write('{"messages":[{"id":"wam', () => response.destroy())
    case 'reset':
      return response.destroy()
    case 'huge':
      return sendBytes(response, 100 * 1024 * 1024)
  }
}

function refuse(response: ServerResponse, { status, code, headers }: Extract<Answered, object>) {
  if (code === undefined) return response.writeHead(status, headers).end()
  json(
    response,
    status,
    {
      error: {
        message: `(#${code}) refused`,
        type: 'OAuthException',
        code,
        error_data: { messaging_product: 'whatsapp', details: 'refused' },
        fbtrace_id: 'Az8or2yhqkZfEZ-_4Qn_Bam',
      },
    },
    headers,
  )
}

function json(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

function sendBytes(response: ServerResponse, bytes: number) {
  const chunk = Buffer.alloc(1024 * 1024, 'x')
  let left = bytes
  const write = () => {
    while (left > 0 && !response.destroyed) {
      left -= chunk.length
      if (!response.write(chunk)) return void response.once('drain', write)
    }
    response.end()
  }
  write()
}
