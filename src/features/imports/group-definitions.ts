import { invalid, type ApiError, issuesIn, firstMessage } from '../../core/errors/errors.ts'
import { t } from '../../core/texts/text.ts'
import { compileValidator } from '../../core/http/schema.ts'
import { hasDecimalComma } from '../../core/values/currency.ts'
import { truncated } from '../../core/values/text.ts'
import { readAmount, valueOf } from '../../core/values/written-amount.ts'
import type { DefinedGroup } from '../modifier-groups/add-many.ts'
import { NewModifierGroup } from '../modifier-groups/modifier-group.ts'
import { parseBoolean } from './words.ts'

/*
 * Groups of extras in a file of our own: the cell `Extras` of a product has their names, one a line; `Opciones de los extras`
 * defines them. There a line is a group: name; at least; at most; how it is charged. The lines after it that begin with `;` are
 * its choices: name; price; at most of one; whether it can be chosen. What is left out at the end of a line is as it is by default.
 */

/** More characters than what ten groups of fifty choices need. */
const MAX_CELL = 100_000

const pricingWords = { sum: 'suma', highest: 'la más cara', average: 'promedio' } as const
const pricings = Object.entries(pricingWords) as [keyof typeof pricingWords, string][]

/** A group of a file: what creates it, or why that can't be. */
export type Definition = { name: string; group: NewModifierGroup } | { name: string; error: ApiError }

/** More names than a product may have groups. */
const MAX_NAMES = 50

export const namesIn = (cell: string | undefined): string[] | undefined =>
  cell
    ?.split('\n', MAX_NAMES)
    .map((name) => name.trim())
    .filter((name) => name !== '')

export function definitionOf(group: DefinedGroup, currency: string): string {
  const amount = (value: number) => String(value).replace('.', hasDecimalComma(currency) ? ',' : '.')
  const { name, minChoices, maxChoices, pricing, choices } = group
  const lines = [
    [name, String(minChoices), String(maxChoices ?? ''), pricingWords[pricing]],
    ...choices.map((choice) => {
      const { price, maxQuantity, isActive } = choice
      const cells = [
        '',
        choice.name,
        price === 0 ? '' : amount(price),
        maxQuantity === 1 ? '' : String(maxQuantity),
      ]
      return isActive ? cells : [...cells, 'no']
    }),
  ]
  return lines.map((cells) => withoutEmptyEnd(cells).map(quoted).join('; ')).join('\n')
}

const withoutEmptyEnd = (cells: string[]) => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)

const quoted = (text: string) => (/[";]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const check = compileValidator(NewModifierGroup, 'body')

/** Reads what a cell defines: nothing where its quotes are wrong. A line that is no group and has none before it is left out. */
export async function definitionsIn(cell: string, currency: string): Promise<Definition[]> {
  if (cell === '' || cell.length > MAX_CELL) return []
  const lines = await linesOf(cell)
  const groups: string[][][] = []
  for (const line of lines) {
    if (line[0]) groups.push([line])
    else groups.at(-1)?.push(line)
  }
  return groups.map(([head, ...choices]) => toDefinition(head!, choices, currency))
}

async function linesOf(cell: string): Promise<string[][]> {
  const { parse, CsvError } = await import('csv-parse/sync')
  try {
    return parse(cell, {
      delimiter: ';',
      trim: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    })
  } catch (error) {
    if (error instanceof CsvError) return []
    throw error
  }
}

function toDefinition(head: string[], choices: string[][], currency: string): Definition {
  const [name = '', min = '', max = '', pricing = ''] = head
  const prices = choices.map(([, , price]) => (price ? readAmount(price, currency) : null))
  for (const [n, price] of prices.entries())
    if (price && 'message' in price)
      return { name, error: invalid(`choices.${n}.price`, price.reason, price.message) }
  const group = withoutEmpty({
    name,
    minChoices: count(min),
    maxChoices: count(max),
    pricing: pricing && (pricings.find(([, word]) => word === pricing.toLowerCase())?.[0] ?? pricing),
    choices: choices.map(([, choice = '', , maxQuantity = '', active = ''], n) =>
      withoutEmpty({
        name: choice,
        price: prices[n] ? valueOf(prices[n]) : '',
        maxQuantity: count(maxQuantity),
        isActive: parseBoolean(active) ?? active,
      }),
    ),
  })
  const checked = check(group)
  if ('error' in checked) return { name, error: checked.error as ApiError }
  return { name, group: checked.value as NewModifierGroup }
}

const count = (text: string) => (/^\d{1,4}$/.test(text) ? Number(text) : text)

const withoutEmpty = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))

/** 400 on the product's groups, with what is wrong with the definition. */
export function wrongDefinition(name: string, error: ApiError): ApiError {
  const n = /^choices\.(\d+)/.exec(issuesIn(error)[0]?.field ?? '')?.[1]
  const [shown, message] = [truncated(name, 60), firstMessage(error)]
  const where =
    n === undefined
      ? t('El grupo «{name}»: {message}', { name: shown, message })
      : t('El grupo «{name}», opción {n}: {message}', { name: shown, message, n: Number(n) + 1 })
  return invalid('groupDefinitions', 'invalid', where)
}
