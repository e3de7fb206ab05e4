import { t } from '../../core/texts/text.ts'
import type { Sql } from '../../core/database/db.ts'
import { invalid } from '../../core/errors/errors.ts'
import { checkAmount } from '../../core/values/money.ts'
import type { QuantityPrice } from './quantity-fields.ts'

export const quantityPrices = (sql: Sql) => sql`
  coalesce(case when variants.price is null then products.quantity_prices else variants.quantity_prices end, '[]')`

type Variant = { price: number | null; quantityPrices?: QuantityPrice[] }
type Priced = { price: number; quantityPrices: QuantityPrice[]; variants: Variant[] }
type Sent = { quantityPrices?: unknown; variants?: { quantityPrices?: unknown }[] }

/** Quantities rise and prices fall. @param sent the request, which the errors are about @throws 400 */
export function checkQuantityPrices({ variants, ...product }: Priced, sent: Sent, digits: number): void {
  checkSteps('', product, sent, digits)
  sent.variants?.forEach((own, n) => {
    const { price, quantityPrices = [] } = variants[n]!
    const row = `variants.${n}.`
    if (price !== null) return checkSteps(row, { price, quantityPrices }, own, digits)
    if (quantityPrices.length > 0)
      throw invalid(
        `${row}quantityPrices`,
        'invalid',
        t('Sigue al precio del producto, y a sus precios por cantidad'),
      )
  })
}

function checkSteps(
  row: string,
  { price, quantityPrices }: Pick<Priced, 'price' | 'quantityPrices'>,
  sent: Sent,
  digits: number,
): void {
  quantityPrices.forEach((step, n) => {
    const at = `${row}quantityPrices.${n}`
    const before = quantityPrices[n - 1]
    checkAmount(`${at}.price`, step.price, digits)
    if (before && step.from <= before.from)
      throw invalid(`${at}.from`, 'invalid', t('Cada cantidad debe ser mayor que la anterior'))
    if (step.price < (before?.price ?? price)) return
    if (!before && !sent.quantityPrices)
      throw invalid(`${row}price`, 'invalid', t('El precio debe ser mayor que los precios por cantidad'))
    throw invalid(
      `${at}.price`,
      'invalid',
      t('Cada precio debe ser menor que el anterior y que el precio de una unidad'),
    )
  })
}
