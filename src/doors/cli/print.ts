import { ApiError, userMessage, issuesIn } from '../../core/errors/errors.ts'
import { wordingIn } from '../../core/texts/text.ts'
import { outageOf, sentenceOf } from '../../core/errors/outage.ts'
import { codeOf, messageOf } from '../../core/errors/start-error.ts'
import type { Command } from './command.ts'

type Row = Record<string, unknown>
type List = { data: Row[] }

export const singlePage = <T>(data: T[]) => ({ data, total: data.length, limit: data.length, offset: 0 })

export function toText(result: object): string {
  if ('data' in result && Array.isArray(result.data))
    return 'total' in result ? table((result as List).data) : rows((result as List).data)
  return Object.entries(result)
    .map(([name, value]) => (isTable(value) ? rows(value) : `${name}: ${show(value)}\n`))
    .join('')
}

export function helpText(table: Record<string, Command>): string {
  const lines = Object.entries(table).map(
    ([name, { flags, does }]) => `  ${`${name} ${flags}`.trim()}\n      ${does}\n`,
  )
  return `Usage: npm run -s cli -- NOUN VERB [--flag value] [--json]\n\n${lines.join('')}
S is a store's slug or id. --json prints one JSON object.\n`
}

export function errorLine(error: unknown): string {
  if (error instanceof ApiError) return oneLine(apiErrorLine(error))
  const outage = outageOf(error)
  if (outage) return `${sentenceOf(outage)} (${oneLine(messageOf(error))})`
  return oneLine(messageOf(error) || codeOf(error) || 'Unknown error')
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

function table(data: Row[]): string {
  if (data.length === 0) return 'none\n'
  const names = Object.keys(data[0]!)
  const lines = [names, ...data.map((row) => names.map((name) => show(row[name])))]
  const widths = names.map((_name, at) => lines.reduce((width, line) => Math.max(width, line[at]!.length), 0))
  const padded = lines.map((line) => line.map((text, at) => text.padEnd(widths[at]!)).join('  '))
  return padded.map((line) => `${line.trimEnd()}\n`).join('')
}

function rows(data: Row[]): string {
  if (data.length === 0) return 'none\n'
  return data.map((row) => `${Object.values(row).map(show).join('  ')}\n`).join('')
}

const isTable = (value: unknown): value is Row[] =>
  Array.isArray(value) && value.length > 0 && value.every((row) => typeof row === 'object' && row !== null)

function show(value: unknown): string {
  if (value == null) return '-'
  if (Array.isArray(value)) return value.map(show).join(', ') || '-'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const reasons: Record<string, string> = {
  required: 'is missing',
  type: 'has the wrong type',
  format: 'has an invalid format',
  pattern: 'has an invalid format',
  minimum: 'is too small',
  maximum: 'is too large',
  min_length: 'is too short',
  max_length: 'is too long',
  min_items: 'has too few items',
  max_items: 'has too many items',
  enum: 'is not an allowed value',
  unknown_field: 'is unknown',
  not_found: 'does not exist',
  duplicate: 'is a duplicate',
}

const codes: Record<string, string> = {
  NOT_FOUND: 'Not found',
  FORBIDDEN: 'Not allowed',
  ALREADY_MEMBER: 'Already a member',
  ALREADY_PAID: 'Already paid',
  BILLING_NOT_CONFIGURED: 'Payments are not configured',
  DELIVERY_REFUSED: 'The delivery can’t be changed now',
  DUPLICATE_EMAIL: 'An account with that e-mail exists',
  DUPLICATE_SLUG: 'The slug is taken or reserved',
  LAST_OWNER: 'A store needs at least one owner',
  NO_WHATSAPP_NUMBER: 'The store has no WhatsApp number',
  PLAN_LIMIT_REACHED: 'The limit of the plan is reached',
  PLAN_REQUIRED: 'The plan does not include it',
  STORE_EXISTS: 'The store exists already',
  STORE_IS_CHARGED: 'The store has a subscription that could still be charged: end it first',
}

/** An API error in English, by its code or its fields, followed by the API's own Spanish message. */
function apiErrorLine(error: ApiError): string {
  const { status, body } = error
  const ofFields = issuesIn(error)
    .map(({ field, reason }) => `${field} ${reasons[reason] ?? 'is not valid'}`)
    .join(', ')
  const meaning = ofFields || (codes[body.code ?? ''] ?? `Rejected (${body.code ?? status})`)
  return `${meaning}: "${wordingIn(userMessage(error), 'es')}"`
}
