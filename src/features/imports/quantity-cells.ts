import { t } from '../../core/texts/text.ts'
import { hasDecimalComma } from '../../core/values/currency.ts'
import { truncated } from '../../core/values/text.ts'
import { readAmount, readCount } from '../../core/values/written-amount.ts'
import type { Issue } from '../../core/errors/errors.ts'
import { MAX_QUANTITY_PRICES, type QuantityPrice } from '../products/quantity-fields.ts'
import type { ProductRow } from '../products/product.ts'
import type { Cells } from './columns.ts'
import type { Draft, ProductFile } from './draft.ts'
import { atLine, type Row } from './row.ts'

/*
 * Prices by quantity in a file of our own: `desde 12: 8,50; desde 100: 7,25`, with the decimals of the currency's country.
 */

export const quantityPricesCell = (prices: QuantityPrice[] = [], currency: string): string =>
  prices.map(({ from, price }) => `desde ${from}: ${plain(price, currency)}`).join('; ')

const plain = (price: number, currency: string) =>
  String(price).replace('.', hasDecimalComma(currency) ? ',' : '.')

export const quantityCells = (product: ProductRow, currency: string): Cells => ({
  quantityPrices: quantityPricesCell(product.quantityPrices, currency),
  minQuantity: String(product.minQuantity),
  quantityStep: String(product.quantityStep),
})

type Quantities = Pick<Draft, 'quantityPrices' | 'minQuantity' | 'quantityStep'>

export function readQuantities(row: Row, file: ProductFile, issues: Issue[]): Quantities {
  return {
    quantityPrices: readQuantityPrices(row, 'quantityPrices', file, issues),
    minQuantity: readQuantity(row, 'minQuantity', issues),
    quantityStep: readQuantity(row, 'quantityStep', issues),
  }
}

function readQuantity({ cells, line }: Row, field: 'minQuantity' | 'quantityStep', issues: Issue[]) {
  const cell = cells[field]
  if (cell === undefined) return undefined
  if (cell === '') return 1
  const reading = readCount(cell)
  if ('value' in reading) return reading.value
  issues.push({ field, reason: reading.reason, message: atLine(reading.message, line) })
  return undefined
}

export function readQuantityPrices(
  { cells, line }: Row,
  field: 'quantityPrices' | 'variantQuantityPrices',
  { currency }: ProductFile,
  issues: Issue[],
): QuantityPrice[] | undefined {
  const cell = cells[field]
  if (cell === undefined) return undefined
  const parts = cell.split(/[;\n]/, MAX_QUANTITY_PRICES + 1).filter((part) => part.trim() !== '')
  const prices: QuantityPrice[] = []
  for (const part of parts) {
    const [, from, amount = ''] = /^\s*(?:desde\s+)?(\d{1,4})\s*:(.{1,60})$/i.exec(part) ?? []
    const reading = readAmount(amount, currency)
    if (from !== undefined && 'value' in reading) prices.push({ from: Number(from), price: reading.value })
    else {
      const why = from !== undefined && 'message' in reading ? reading.message : example(part)
      issues.push({ field, reason: 'type', message: atLine(why, line) })
      return undefined
    }
  }
  return prices
}

const example = (part: string) =>
  t('«{part}» no es un precio por cantidad: escribe, por ejemplo, «desde 12: 8; desde 100: 7»', {
    part: truncated(part.trim(), 40),
  })
