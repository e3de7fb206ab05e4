import { ApiError } from '../../core/errors/errors.ts'
import { outageOf, sentenceOf } from '../../core/errors/outage.ts'
import { codeOf, messageOf } from '../../core/errors/start-error.ts'
import type { Command } from './command.ts'
import { apiErrorLine } from './api-error.ts'

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
