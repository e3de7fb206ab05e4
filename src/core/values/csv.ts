import { hasDecimalComma } from './currency.ts'

export type Cell = string | number | null

/** A byte order mark, and semicolons where a comma stands before the decimals. What would run as a formula gets an apostrophe. */
export function toCsv(
  rows: readonly (readonly Cell[])[],
  currency: string,
  separator = hasDecimalComma(currency) ? ';' : ',',
): string {
  const hasComma = hasDecimalComma(currency)
  const cell = (value: Cell) =>
    typeof value === 'number'
      ? String(value).replace('.', hasComma ? ',' : '.')
      : quoteCell(escapeFormula(value ?? ''))
  return `\ufeff${rows.map((row) => `${row.map(cell).join(separator)}\r\n`).join('')}`
}

/**
 * An apostrophe before each sign that begins a formula: at the beginning of the text, and behind what another program may read as
 * the end of a cell, such as a semicolon where the separator is a comma. Signs that already have apostrophes get one more.
 */
const escapeFormula = (text: string) => text.replaceAll(/(^|[,;\t\r\n])(?='*[=+\-@\t\r])/g, "$1'")

export const unescapeFormula = (text: string) => text.replaceAll(/(^|[,;\t\r\n])'(?='*[=+\-@\t\r])/g, '$1')

const quoteCell = (text: string) => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
