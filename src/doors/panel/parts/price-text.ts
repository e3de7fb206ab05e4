import { t, type Wording } from '../../../core/texts/text.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { dependsOnChoices, leastPrice, type LeastChoices } from '../../../features/products/least-price.ts'
import type { Product } from '../../../features/products/product.ts'

export function priceText(currency: string, { price, variants }: Product, choices: LeastChoices): Wording {
  const own = variants.length > 0 ? variants.map((variant) => variant.price) : [price]
  const prices = own.map((one) => leastPrice(choices, one))
  const lowest = Math.min(...prices)
  const varies = Math.max(...prices) > lowest || own.some((one) => dependsOnChoices(choices, one))
  const amount = formatAmount(lowest, currency)
  return varies ? t('Desde {amount}', { amount }) : amount
}
