import { hasDecimalComma } from './currency.ts'

export type Cell = string | number | null

/**
 * A table as a spreadsheet opens it where the currency is used: with a byte order mark, and with semicolons where a comma
 * stands before the decimals. A text that a spreadsheet would run as a formula begins with an apostrophe.
 */
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

/** A text that already has apostrophes before such a sign gets one more, so that removing one restores every text. */
const escapeFormula = (text: string) => (/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const quoteCell = (text: string) => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
