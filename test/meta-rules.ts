/** What WhatsApp rejects, by the documents of the Cloud API: messages, templates, throughput, error codes. */
/** `lost`: it is accepted, and never arrives. */
type Refusal = { status: number; code: number } | { later: number } | { lost: true }

const WINDOW = 24 * 3600 * 1000
/** To one number: a burst of 45, and one more each 6 seconds. */
const PAIR = { burst: 45, everyMs: 6_000 }
const PER_SECOND = 80

/** An approved template: how many parameters its body has, and its buttons. */
type Template = { parameters: number; length: number; quickReplies: number; hasCode: boolean }

/** The templates that the service's settings name, as an operator had them approved. */
const approved = (): Record<string, Template> => ({
  nuevo_pedido: { parameters: 4, length: 90, quickReplies: 2, hasCode: false },
  estado_pedido: { parameters: 3, length: 40, quickReplies: 0, hasCode: false },
  de_nuevo_disponible: { parameters: 3, length: 120, quickReplies: 0, hasCode: false },
  codigo_de_confirmacion: { parameters: 1, length: 40, quickReplies: 0, hasCode: true },
})

// oxlint-disable-next-line typescript/no-explicit-any
type Body = any

/**
 * The account's state at Meta, and what it rejects; null: it is accepted. `late`: what is wrong with a recipient is reported by
 * a failed status, after the message was accepted, as Meta mostly does.
 */
export function metaRules({ limits = false, conversations = false, late = false } = {}) {
  const templates = approved()
  /** When each number wrote last, in ms. */
  const wrote = new Map<string, number>()
  const [unknown, optedOut] = [new Set<string>(), new Set<string>()]
  const sent: { to: string; at: number }[] = []
  /** As a message is addressed: a number without its `+`, an id as it is. */
  const digits = (number: string) => number.replace('+', '')

  function check(body: Body, at = Date.now()): Refusal | null {
    const wrong = addressError(body) ?? contentError(body, templates)
    const [to, undeliverable] = [addressOf(body), recipientError(body, at)]
    const code = wrong ?? (late ? null : undeliverable) ?? (limits ? rateError(to, at) : null)
    if (code !== null) return { status: code === 130_429 ? 429 : code === 132_001 ? 404 : 400, code }
    sent.push({ to, at })
    if (body.to && !isNumber(body.to)) return { lost: true }
    return undeliverable === null ? null : { later: undeliverable }
  }

  function recipientError(body: Body, at: number): number | null {
    const [to, { type }] = [addressOf(body), body]
    if (unknown.has(to)) return 131_026
    if (type === 'template') return optedOut.has(to) ? 131_050 : null
    const isOpen = (wrote.get(to) ?? -Infinity) + WINDOW > at
    return conversations && !isOpen ? 131_047 : null
  }

  function rateError(to: string, at: number): number | null {
    if (sent.filter((one) => one.at > at - 1_000).length >= PER_SECOND) return 130_429
    const toNumber = sent.filter((one) => one.to === to).map((one) => one.at)
    return borrowed(toNumber, at) > PAIR.burst - 1 ? 131_056 : null
  }

  return {
    check,
    templates,
    /** Somebody wrote: for 24 h more than templates may be sent to them. */
    wrote: (number: string, at = Date.now()) => wrote.set(digits(number), at),
    /** A number without WhatsApp. */
    unknown: (number: string) => unknown.add(digits(number)),
    /** Somebody who stopped the business's messages in WhatsApp. */
    optedOut: (number: string) => optedOut.add(digits(number)),
    /** A number that can be written to again. */
    allow: (number: string) => [unknown, optedOut].forEach((numbers) => numbers.delete(digits(number))),
  }
}

/** How many messages to a number are ahead of one each 6 seconds. */
function borrowed(times: number[], now: number): number {
  let [level, last] = [0, 0]
  const decay = (at: number) => Math.max(0, level - (at - last) / PAIR.everyMs)
  for (const at of times) [level, last] = [decay(at) + 1, at]
  return decay(now)
}

const isNumber = (to: unknown) => /^\d{6,15}$/.test(String(to))

/** `to` counts where both are there. */
export const addressOf = ({ to, recipient }: Body): string => String(to ?? recipient)

/** An id in `to` is read as a number without its letters: the message is accepted. */
function addressError({ to, recipient, recipient_type }: Body): number | null {
  if (recipient_type !== undefined && recipient_type !== 'individual') return 100
  if (to === undefined && recipient === undefined) return 100
  if (to !== undefined) return /\d/.test(to) ? null : 131_009
  return recipient_type && /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/.test(recipient) ? null : 131_009
}

function contentError(body: Body, templates: Record<string, Template>): number | null {
  if (body.type === 'template' && body.to === undefined && templates[body.template.name]?.hasCode)
    return 131_062
  if (body.type === 'template') return templateError(body.template, templates)
  if (body.type === 'text') return isText(body.text?.body, 4096) ? null : 131_009
  if (body.type !== 'interactive') return 131_051
  const { type, action } = body.interactive
  if (!isText(body.interactive.body?.text, 1024)) return 131_009
  if (type === 'request_contact_info') return action?.name === type ? null : 131_009
  return (type === 'button' ? areButtons(action) : type === 'list' && isList(action)) ? null : 131_009
}

const isText = (text: unknown, max: number): boolean =>
  typeof text === 'string' && text.trim() !== '' && text.length <= max
const areDifferent = (texts: string[]) => new Set(texts).size === texts.length

function areButtons({ buttons }: Body): boolean {
  const replies = buttons.map(({ reply }: Body) => reply)
  return (
    replies.length >= 1 &&
    replies.length <= 3 &&
    replies.every(({ id, title }: Body) => isText(id, 256) && isText(title, 20)) &&
    areDifferent(replies.map(({ id }: Body) => id)) &&
    areDifferent(replies.map(({ title }: Body) => title))
  )
}

function isList({ button, sections }: Body): boolean {
  const rows = sections.flatMap((section: Body) => section.rows)
  return (
    isText(button, 20) &&
    (sections.length === 1 || sections.every(({ title }: Body) => isText(title, 24))) &&
    rows.length >= 1 &&
    rows.length <= 10 &&
    rows.every(
      ({ id, title, description = 'x' }: Body) =>
        isText(id, 200) && isText(title, 24) && isText(description, 72),
    ) &&
    areDifferent(rows.map(({ id }: Body) => id))
  )
}

function templateError({ name, components }: Body, templates: Record<string, Template>): number | null {
  const template = templates[name]
  if (!template) return 132_001
  const [body, ...buttons] = components
  const texts: string[] = body.parameters.map(({ text }: Body) => text)
  if (texts.length !== template.parameters) return 132_000
  if (texts.some((text) => !text)) return 131_008
  if (texts.some((text) => /[\n\t]| {5}/.test(text))) return 132_018
  if (texts.join('').length + template.length > 1024) return 132_005
  return buttonsError(buttons, template)
}

function buttonsError(buttons: Body[], { quickReplies, hasCode }: Template): number | null {
  const codes = buttons.filter(({ sub_type }) => sub_type === 'url')
  if (hasCode !== codes.length > 0) return hasCode ? 131_008 : 132_018
  const payloads = buttons.filter(({ sub_type }) => sub_type === 'quick_reply')
  if (payloads.some(({ index }) => Number(index) >= quickReplies)) return 132_018
  return payloads.every(({ parameters }) => isText(parameters[0].payload, 128)) ? null : 131_009
}
