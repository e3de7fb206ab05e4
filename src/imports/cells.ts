import type { Issue } from '../core/errors/errors.ts'
import { truncated } from '../core/values/text.ts'
import type { Dialect, Row } from './draft.ts'
import type { Amount } from './fields.ts'
import { currencyIn, readAmount } from './numbers.ts'

const trueWords = new Set([
  'true', '1', 'si', 'sí', 'yes', 'verdadero', 'x', 'active', 'activo', 'publicado', 'visible', 'sim',
]) // prettier-ignore
const falseWords = new Set([
  'false', '0', '-1', 'no', 'falso', 'draft', 'archived', 'unlisted', 'inactivo', 'oculto', 'hidden', 'borrador', 'não',
]) // prettier-ignore

export function parseBoolean(text: string | undefined): boolean | undefined {
  const word = text?.toLowerCase() ?? ''
  if (trueWords.has(word)) return true
  return falseWords.has(word) ? false : undefined
}

export function parseAmountCell({ line, cells }: Row, field: Amount, dialect: Dialect, issues: Issue[]) {
  const cell = cells[field]?.trim() ?? ''
  if (cell === '') return undefined
  const amount = readAmount(cell, dialect.styles[field] ?? '.')
  const currency = currencyIn(cell)
  if (amount === null) {
    issues.push({
      field,
      reason: 'type',
      message: `«${truncated(cell, 40)}» no es un importe (línea ${line})`,
    })
  } else if (currency && currency !== dialect.currency) {
    const message = `El importe está en ${currency} y la tienda vende en ${dialect.currency} (línea ${line})`
    issues.push({ field, reason: 'invalid', message })
  }
  return amount ?? undefined
}

/** The stock in a cell: null where it is not tracked, undefined where the file does not say. Negative stock becomes 0. */
export function parseStockCell(
  { line, cells }: Row,
  { fields, styles }: Dialect,
  issues: Issue[],
): number | null | undefined {
  if (!fields.has('stock')) return undefined
  const cell = cells.stock?.trim() ?? ''
  const isCounted = !fields.has('stockTracker') || (cells.stockTracker ?? '').trim() !== ''
  if (cell === '' || !isCounted) return null
  const count = readAmount(cell, styles.stock ?? '.')
  if (count !== null && Number.isInteger(count)) return Math.max(0, count)
  const message = `«${truncated(cell, 40)}» no es un número de unidades (línea ${line})`
  issues.push({ field: 'stock', reason: 'type', message })
  return undefined
}
