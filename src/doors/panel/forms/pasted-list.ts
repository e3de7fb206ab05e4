import { invalidAll, type Issue } from '../../../core/errors/errors.ts'
import { joined, t, type Localized } from '../../../core/texts/text.ts'
import { readAmount } from '../../../core/values/written-amount.ts'
import { freeAsZero } from './free-price.ts'

/** A line of a list that was pasted: a name, a price and one thing more, between semicolons or tabs. */
type PastedRow = { name: string; price: string; last: string }

type List = {
  /** The field that it was pasted into. */
  field: string
  currency: string
  maxName: number
  max: number
  tooMany: (count: number) => Localized
  wrongIn?: (last: string) => Localized | null
}

const MAX_SHOWN = 5

/** @throws 400 that names the wrong lines */
export function pastedRows(text: string, list: List): PastedRow[] {
  const { field, max, tooMany } = list
  const issues: Issue[] = []
  const seen = new Map<string, number>()
  const rows = text.split('\n').flatMap((line, n): PastedRow[] => {
    if (line.trim() === '') return []
    const [name = '', price = '', last = '', ...rest] = line.split(/[;\t]/).map((part) => part.trim())
    const row = { name, price: freeAsZero(price), last }
    const wrong = rest.length > 0 ? t('tiene más de tres partes') : wrongIn(row, list, seen)
    if (wrong)
      issues.push({ field, reason: 'invalid', message: t('Línea {n}: {wrong}', { n: n + 1, wrong }) })
    seen.set(name, n + 1)
    return [row]
  })
  if (rows.length > max) issues.push({ field, reason: 'max_items', message: tooMany(rows.length) })
  if (issues.length === 0) return rows
  const shown = issues.slice(0, MAX_SHOWN).map(({ message }) => message)
  const more = issues.length > MAX_SHOWN ? [t('Y {n} más', { n: issues.length - MAX_SHOWN })] : []
  throw invalidAll([{ ...issues[0]!, message: joined([...shown, ...more], '. ') }])
}

function wrongIn(
  { name, price, last }: PastedRow,
  { currency, maxName, wrongIn: wrongInLast }: List,
  seen: Map<string, number>,
): Localized | null {
  if (name === '') return t('falta el nombre')
  if (name.length > maxName) return t('el nombre pasa de {max} caracteres', { max: maxName })
  if (seen.has(name)) return t('«{name}» ya está en la línea {line}', { name, line: seen.get(name)! })
  const amount = price === '' ? { value: 0 } : readAmount(price, currency)
  if ('message' in amount) return amount.message
  if (amount.value < 0) return t('el precio no puede ser negativo')
  return wrongInLast?.(last) ?? null
}
