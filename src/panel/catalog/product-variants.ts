import { html, type Html } from '../../core/http/html.ts'
import { MAX_VARIANTS, type ProductRow, type StoredVariant } from '../../products/product.ts'
import type { Form } from '../forms/form.ts'
import type { StoreContext } from '../page.ts'
import { errorOf, fold, type Part } from '../parts/field.ts'
import { signOf } from '../parts/money-field.ts'
import { MAKE_TABLE } from './arrange-product.ts'
import { optionFields, optionsOf } from './option-fields.ts'
import { optionsText, SHOWN_OPTIONS, TABLE } from './product-options.ts'
import { namesOfRow, variantRow, type VariantRow } from './variant-row.ts'

export const VARIANTS_ANCHOR = 'variantes'
const EMPTY_ROWS = 3
/** Below it, a filter would hide less than it takes. */
const MIN_FILTERED = 6

/** The options of a product and the table of its variants, a row for each and, where there are no options, some empty ones. */
export function variantsFold(context: StoreContext, form: Form, product: ProductRow | null): Part {
  const saved = product?.variants.filter(({ isDefault }) => !isDefault) ?? []
  const options = optionsOf(form, product)
  const empty = options.length === 0 ? EMPTY_ROWS : 0
  const count = Math.min(form.rows('variants', saved.length) + empty, MAX_VARIANTS)
  const rows = Array.from({ length: count }, (_, n): VariantRow => {
    const row = `variants.${n}`
    const id = form.value(`${row}.id`, saved[n]?.id ?? '')
    const variant = saved.find((one) => one.id === id) // one that another person removed is new again
    return { context, form, product, options, variant, row, n }
  })
  const table = {
    names: ['variants', ...rows.flatMap(namesOfRow)],
    control: (focused: Form) => html`
      <variant-table id="variant-table">
        ${variantTable(rows, focused, saved)}
        ${options.map(({ axis, values }) => valueList(axis, values))}
      </variant-table>
    `,
  }
  const summary = 'Tallas, colores, sabores'
  return fold({ summary, id: VARIANTS_ANCHOR, isOpen: saved.length > 0 }, [
    html`
      <input type="hidden" name="${SHOWN_OPTIONS}" value="${form.value(SHOWN_OPTIONS, optionsText(product?.options ?? []))}">
      <input type="hidden" name="${TABLE}" value="">
    `,
    optionFields(product),
    html`
      <button class="button ghost make-table" name="${MAKE_TABLE}" value="true">Hacer la tabla</button>
    `,
    errorOf('variants'),
    table,
  ])
}

const valueList = (axis: number, values: string[]) => html`
  <datalist id="values-${axis}">${values.map((value) => html`<option value="${value}">`)}</datalist>
`

const variantTable = (rows: VariantRow[], form: Form, saved: StoredVariant[]): Html => html`
    ${form.isConflict && html`<p class="hint">Ahora: ${saved.map(({ name }) => name).join(', ') || 'ninguna'}.</p>`}
    ${rows.length > 0 && tableHead(rows)}
    ${rows.map((row) => variantRow({ ...row, form }))}
`

/** The heads of the columns and, above many rows, the fields that filter and fill them by script. */
const tableHead = (rows: VariantRow[]): Html => html`
  <div class="variant-head">
    <div class="variant-line" aria-hidden="true">
      <span>Variante</span><span>Precio ${signOf(rows[0]!.context.store.currency)}</span><span>Hay</span><span>Se pide</span>
    </div>
    ${rows.length > MIN_FILTERED && filter}
  </div>
`

const filter = html`
  <div class="variant-line by-script">
    <input type="search" aria-label="Filtrar las variantes" placeholder="Filtrar" data-filter>
    <input type="text" inputmode="decimal" aria-label="Precio de todas las que se ven" placeholder="Todas" data-fill="price">
    <input type="text" inputmode="numeric" aria-label="Existencias de todas las que se ven" placeholder="Todas" data-fill="stock">
  </div>
`
