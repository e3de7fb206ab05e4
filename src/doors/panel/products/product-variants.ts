import { t } from '../../../core/texts/text.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { MAX_OPTIONS, type ProductOption } from '../../../features/products/options.ts'
import { MAX_VARIANTS, type ProductRow, type StoredVariant } from '../../../features/products/product.ts'
import type { Form } from '../forms/form.ts'
import type { StoreContext } from '../page.ts'
import { errorOf, fold, type Part } from '../parts/field.ts'
import { signOf } from '../parts/money-field.ts'
import { MAKE_TABLE, optionsText, SHOWN_OPTIONS, TABLE, valuesIn } from './product-options.ts'
import { namesOfRow, variantRow, type VariantRow } from './variant-row.ts'

export const VARIANTS_ANCHOR = 'variantes'
const EMPTY_ROWS = 3
/** Below it, a filter would hide less than it takes. */
const MIN_FILTERED = 6

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
  const summary = t('Tallas, colores, sabores')
  return fold({ summary, id: VARIANTS_ANCHOR, isOpen: saved.length > 0 }, [
    html`
      <input type="hidden" name="${SHOWN_OPTIONS}" value="${form.value(SHOWN_OPTIONS, optionsText(product?.options ?? []))}">
      <input type="hidden" name="${TABLE}" value="">
    `,
    optionFields(product),
    html`
      <button class="button ghost make-table" name="${MAKE_TABLE}" value="true">${t('Hacer la tabla')}</button>
    `,
    errorOf('variants'),
    table,
  ])
}

/** The longest text of an option that is read: a rejected form may have any, and shows it in each row of a variant. */
const MAX_TEXT_LENGTH = 10_000

/** The options as the form has them: those that were typed, or those that are saved. `axis` is the row of each. */
function optionsOf(form: Form, product: ProductRow | null): (ProductOption & { axis: number })[] {
  return Array.from({ length: MAX_OPTIONS }, (_, axis) => {
    const saved = product?.options[axis]
    return {
      axis,
      name: form.value(`options.${axis}.name`, saved?.name ?? '').slice(0, MAX_TEXT_LENGTH),
      values: valuesIn(
        form.value(`options.${axis}.values`, saved?.values.join(', ') ?? '').slice(0, MAX_TEXT_LENGTH),
      ),
    }
  }).filter(({ values }) => values.length > 0)
}

const examples = [
  { name: t('Talla'), values: t('S, M, L') },
  { name: t('Color'), values: t('Azul, Rojo') },
  { name: t('Material'), values: t('Madera, Metal') },
]

/** The options of a product: a name, and its values divided by commas, which a script shows as chips. */
function optionFields(product: ProductRow | null): Part[] {
  return Array.from({ length: MAX_OPTIONS }, (_, n): Part => {
    const saved = product?.options[n]
    return {
      parts: [
        {
          name: `options.${n}.name`,
          label: t('Opción'),
          value: saved?.name ?? '',
          max: 40,
          placeholder: examples[n]!.name,
        },
        {
          parts: [
            {
              name: `options.${n}.values`,
              label: t('Valores, con comas'),
              value: saved?.values.join(', ') ?? '',
              placeholder: examples[n]!.values,
              autocomplete: 'off',
            },
          ],
          around: (field) => html`<chip-field>${field}</chip-field>`,
        },
      ],
      around: (fields) => html`
        <fieldset class="option">
          <legend class="hidden">${t('Opción {n}', { n: n + 1 })}</legend>
          ${fields}
        </fieldset>
      `,
    }
  })
}

const valueList = (axis: number, values: string[]) => html`
  <datalist id="values-${axis}">${values.map((value) => html`<option value="${value}">`)}</datalist>
`

const namesOf = (saved: StoredVariant[]) => saved.map(({ name }) => name).join(', ') || t('ninguna')

const variantTable = (rows: VariantRow[], form: Form, saved: StoredVariant[]): Html => html`
    ${form.isConflict && html`<p class="hint">${t('Ahora: {names}.', { names: namesOf(saved) })}</p>`}
    ${rows.length > 0 && tableHead(rows)}
    ${rows.map((row) => variantRow({ ...row, form }))}
`

/** The heads of the columns and, above many rows, the fields that filter and fill them by script. */
const tableHead = (rows: VariantRow[]): Html => html`
  <div class="variant-head">
    <div class="variant-line" aria-hidden="true">
      <span>${t('Variante | columna')}</span>
      <span>${t('Precio')} ${signOf(rows[0]!.context.store.currency)}</span>
      <span>${t('Stock')}</span>
      <span>${t('A la venta')}</span>
    </div>
    ${rows.length > MIN_FILTERED && filter}
  </div>
`

const filter = html`
  <div class="variant-line by-script">
    <input type="search" aria-label="${t('Filtrar las variantes')}" placeholder="${t('Filtrar')}" data-filter>
    <input type="text" inputmode="decimal" aria-label="${t('Precio de todas las que se ven')}"
      placeholder="${t('Todas')}" data-fill="price">
    <input type="text" inputmode="numeric" aria-label="${t('Existencias de todas las que se ven')}"
      placeholder="${t('Todas')}" data-fill="stock">
  </div>
`
