import { html, type Html } from '../../core/http/html.ts'
import { isId } from '../../core/values/id.ts'
import { findProducts } from '../../products/get.ts'
import type { ProductRow, StoredVariant } from '../../products/product.ts'
import { plural } from '../../storefront/format.ts'
import type { Form } from '../forms/form.ts'
import type { StoreContext } from '../page.ts'
import { moneyField } from '../parts/money-field.ts'
import { MAX_PRODUCTS, MAX_ROWS } from './price-changes.ts'
import { shown } from './shown-value.ts'
import { stockField } from './stock-fields.ts'

/**
 * A row of fields for each product. A rejected form has the rows that it was sent with, whatever the list shows by now: their
 * prices may be what it is ordered by.
 */
export async function priceRows(context: StoreContext, form: Form, listed: string[]): Promise<Html[]> {
  const count = form.isTyped ? Math.min(form.rows('products', 0), MAX_PRODUCTS) : listed.length
  const ids = Array.from({ length: count }, (_, n) => form.value(`products.${n}.id`, listed[n] ?? ''))
  const products = await findProducts(context.sql, context.store.id, ids.filter(isId))
  return ids.flatMap((id, n) => {
    const product = products.get(id)
    return product ? [productRow(context, form, product, `products.${n}`)] : []
  })
}

function productRow(context: StoreContext, form: Form, product: ProductRow, row: string): Html {
  const { id, name, price, comparePrice, variants } = product
  const [only] = variants
  const isPlain = variants.length === 1 && only!.isDefault
  return html`
    <fieldset class="prices">
      <legend>${name}</legend>
      <input type="hidden" name="${row}.id" value="${id}">
      ${moneyField(form, context.store, { name: `${row}.price`, label: 'Precio', value: price, required: true })}
      ${moneyField(form, context.store, { name: `${row}.comparePrice`, label: 'Precio anterior', value: comparePrice })}
      ${shown(form, `${row}.price`, `${row}.shownPrice`, price)}
      ${shown(form, `${row}.comparePrice`, `${row}.shownComparePrice`, comparePrice)}
      ${isPlain && html`${variantId(`${row}.variants.0`, only!)}${stockField(form, `${row}.variants.0`, only)}`}
      ${!isPlain && variantRows(context, form, product, row)}
    </fieldset>
  `
}

function variantRows(context: StoreContext, form: Form, { id, variants }: ProductRow, row: string): Html {
  if (variants.length > MAX_ROWS) {
    const href = `${context.base}/productos/${id}`
    return html`<p><a href="${href}">${plural(variants.length, 'variante', 'variantes')}: en su página</a></p>`
  }
  const listed = variants.map((variant) => variant.id)
  const rows = form.isTyped ? Math.min(form.rows(`${row}.variants`, 0), MAX_ROWS) : listed.length
  return html`
    ${Array.from({ length: rows }, (_, m) => {
      const own = `${row}.variants.${m}`
      const variant = variants.find((one) => one.id === form.value(`${own}.id`, listed[m] ?? ''))
      return variant && variantRow(context, form, variant, own)
    })}
  `
}

const variantRow = (context: StoreContext, form: Form, variant: StoredVariant, row: string): Html => html`
  <fieldset class="prices">
    <legend>${variant.name}</legend>
    ${variantId(row, variant)}
    ${moneyField(form, context.store, { name: `${row}.price`, label: 'Precio propio', value: variant.price })}
    ${shown(form, `${row}.price`, `${row}.shownPrice`, variant.price)}
    ${stockField(form, row, variant)}
  </fieldset>
`

const variantId = (row: string, { id }: StoredVariant) => html`
  <input type="hidden" name="${row}.id" value="${id}">
`
