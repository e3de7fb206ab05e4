import { t } from '../../../core/texts/text.ts'
import type { Issue } from '../../../core/errors/errors.ts'
import { truncated } from '../../../core/values/text.ts'
import { readingsOf, withThousands } from '../../../core/values/written-number.ts'
import type { Row } from '../row.ts'

/** The cells that a price is made of; an amount comes before a percentage. */
type PriceParts = { [Name in 'price' | 'surcharge' | 'amount' | 'percent']?: string | undefined }

export function withDiscount(row: Row, parts: PriceParts): Row {
  const { price, surcharge, amount, percent } = parts
  if (!price) return row
  const [base, more, less, share] = [price, surcharge, amount, percent].map((cell) =>
    cell ? numberIn(cell) : 0,
  ) as [number, number, number, number]
  const regular = base + more
  const reduced = less === 0 ? regular * (1 - share / 100) : regular - less
  if (![regular, reduced].every((one) => Number.isFinite(one) && one >= 0))
    return { ...row, issue: row.issue ?? unreadable(row, [price, surcharge, amount, percent]) }
  const salePrice = reduced < regular ? reduced.toFixed(2) : ''
  return { ...row, cells: { ...row.cells, price: surcharge ? regular.toFixed(2) : price, salePrice } }
}

/** NaN where the cell has no number, or one that can be read in two ways. */
function numberIn(cell: string): number {
  const [value, other] = readingsOf(cell, withThousands(2))
  return other === undefined ? (value ?? Number.NaN) : Number.NaN
}

const unreadable = ({ line }: Row, cells: (string | undefined)[]): Issue => ({
  field: 'price',
  reason: 'type',
  message: t('No se entiende el precio con su recargo y su descuento: {cells} (línea {line})', {
    cells: truncated(cells.filter(Boolean).join(', '), 60),
    line,
  }),
})
