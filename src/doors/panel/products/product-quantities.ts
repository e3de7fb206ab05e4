import { t, type Wording } from '../../../core/texts/text.ts'
import { html } from '../../../core/http/html.ts'
import {
  quantityFields as declared,
  MAX_QUANTITY_PRICES,
} from '../../../features/products/quantity-fields.ts'
import type { ProductRow } from '../../../features/products/product.ts'
import type { Form } from '../forms/form.ts'
import type { StoreContext } from '../page.ts'
import { fold, type Part } from '../parts/field.ts'
import { moneyField } from '../parts/money-field.ts'

const EMPTY_ROWS = 2
const PRICES = 'quantityPrices'

export function quantityFields({ store }: StoreContext, form: Form, product: ProductRow | null): Part {
  const { quantityPrices: saved = [], minQuantity = 1, quantityStep = 1 } = product ?? {}
  const count = Math.min(form.rows(PRICES, saved.length) + EMPTY_ROWS, MAX_QUANTITY_PRICES)
  const rows = Array.from({ length: count }, (_, n): Part => {
    const place = n + 1
    return {
      parts: [
        countField(`${PRICES}.${n}.from`, t('{n}.º precio: desde cuántas', { n: place }), saved[n]?.from),
        moneyField(store, {
          name: `${PRICES}.${n}.price`,
          label: t('{n}.º precio: cada una', { n: place }),
          value: saved[n]?.price ?? null,
        }),
      ],
      around: (fields) => html`<div class="pair">${fields}</div>`,
    }
  })
  const isOpen = saved.length > 0 || minQuantity > 1 || quantityStep > 1
  return fold({ summary: t('Por mayor: precios por cantidad y mínimos'), isOpen }, [
    html`
      <p class="hint">
        ${t('Se suman las tallas y colores que siguen al precio del producto: 5 chicos y 7 grandes son 12. Deja vacío lo que no uses.')}
      </p>
    `,
    rows,
    {
      parts: [
        countField('minQuantity', declared.minQuantity.label, minQuantity),
        countField('quantityStep', declared.quantityStep.label, quantityStep),
      ],
      around: (fields) => html`<div class="pair">${fields}</div>`,
    },
  ])
}

const countField = (name: string, label: Wording, value: number | undefined): Part => ({
  name,
  label,
  value: value === undefined ? '' : String(value),
  max: 5,
  inputmode: 'numeric',
  autocomplete: 'off',
})
