import { selectCategories } from '../../categories/list.ts'
import { html, type Html } from '../../core/http/html.ts'
import { selectProducts } from '../../products/list.ts'
import { plural } from '../../pages/format.ts'
import { offerUndo } from '../forms/offer-undo.ts'
import { storePage, type StoreContext } from '../page.ts'
import { formOf, submit } from '../parts/form.ts'
import { emptyState } from '../parts/list.ts'
import { pageOf } from '../parts/pager.ts'
import { isId } from '../../core/values/id.ts'
import { findProducts } from '../../products/get.ts'
import type { ProductRow, StoredVariant } from '../../products/product.ts'
import type { Form } from '../forms/form.ts'
import type { Part } from '../parts/field.ts'
import { moneyField } from '../parts/money-field.ts'
import { filterForm, filterOf, searchOf } from './product-filter.ts'
import { MAX_PRODUCTS, Prices, savePrices, MAX_ROWS } from './price-changes.ts'
import { shown, stockField } from './stock-fields.ts'

const PATH = '/productos/precios'

/** The prices and stocks of a page of the product list, saved at once. */
export const pricesPage = storePage({
  path: PATH,
  needs: 'products:write',
  async show(context) {
    const { sql, store, base, query } = context
    const filter = filterOf(query)
    const page = pageOf(query, MAX_PRODUCTS)
    const [{ data, total }, categories] = await Promise.all([
      selectProducts(sql, store.id, { ...filter, ...page, variants: 'active' }),
      selectCategories(sql, store.id, { limit: 500, offset: 0 }),
    ])
    const form = context.form(PATH)
    const listed = data.map((product) => product.id)
    const rows = await priceRows(context, form, listed)
    const fields = [
      html`<p class="hint">
        Se guarda solo lo que cambies. Sin precio propio, una variante cuesta lo que el producto. Deja vacías las existencias que
        no cuentas.
      </p>`,
      rows,
      submit('Guardar'),
      total > MAX_PRODUCTS && savingPager(page.offset, total),
    ]
    return {
      title: 'Precios y existencias',
      fields,
      back: { href: `${base}/productos${searchOf(query, { offset: '' })}`, label: 'Productos' },
      main: html`
        ${filterForm(context, filter, categories.data, PATH)}
        ${rows.length > 0 || form.isTyped ? formOf(form, fields, { query: searchOf(query) }) : nothingHere(context)}
      `,
    }
  },
  forms: {
    [PATH]: {
      body: Prices,
      async run(context, { products = [], show }: Prices, key) {
        const saved = await savePrices(context, products, key)
        const { offset } = pageOf(context.query, MAX_PRODUCTS)
        const shown = { previous: offset - MAX_PRODUCTS, next: offset + MAX_PRODUCTS, same: offset }[
          show ?? 'same'
        ]
        const next = `${PATH}${searchOf(context.query, { offset: shown > 0 ? String(shown) : '' })}`
        if (saved === 0) return { message: 'No había cambios', next }
        const message = plural(saved, 'producto guardado', 'productos guardados')
        return { message, next, ...(await offerUndo(context, next)) }
      },
    },
  },
})

/** Pages by submitting the form, because links would discard what was typed. */
function savingPager(offset: number, total: number): Html {
  const to = Math.min(offset + MAX_PRODUCTS, total)
  const previous = html`<button class="button ghost" name="show" value="previous">Guardar y ver los anteriores</button>`
  const next = html`<button class="button ghost" name="show" value="next">Guardar y ver los siguientes</button>`
  return html`
    <div class="pager">${offset > 0 && previous}<span>${offset + 1}–${to} de ${total}</span>${to < total && next}</div>
  `
}

const nothingHere = ({ base }: StoreContext) =>
  emptyState(
    'products',
    'Aquí no hay productos',
    'Prueba con otra palabra o quita los filtros.',
    html`<a class="button ghost" href="${base}/productos">Ir a los productos</a>`,
  )

/**
 * A row of fields for each product. A rejected form has the rows that it was sent with, whatever the list shows by now: their
 * prices may be what it is ordered by.
 */
async function priceRows(context: StoreContext, form: Form, listed: string[]): Promise<Part[]> {
  const count = form.isTyped ? Math.min(form.rows('products', 0), MAX_PRODUCTS) : listed.length
  const ids = Array.from({ length: count }, (_, n) => form.value(`products.${n}.id`, listed[n] ?? ''))
  const products = await findProducts(context.sql, context.store.id, ids.filter(isId))
  return ids.flatMap((id, n) => {
    const product = products.get(id)
    return product ? [productRow(context, form, product, `products.${n}`)] : []
  })
}

function productRow(context: StoreContext, form: Form, product: ProductRow, row: string): Part {
  const { store } = context
  const { id, name, price, comparePrice, variants } = product
  const [only] = variants
  const isPlain = variants.length === 1 && only!.isDefault
  return inRow(name, [
    idField(row, id),
    moneyField(store, { name: `${row}.price`, label: 'Precio', value: price, required: true }),
    moneyField(store, { name: `${row}.comparePrice`, label: 'Precio anterior', value: comparePrice }),
    shown(`${row}.price`, `${row}.shownPrice`, price),
    shown(`${row}.comparePrice`, `${row}.shownComparePrice`, comparePrice),
    isPlain
      ? [idField(`${row}.variants.0`, only!.id), stockField(`${row}.variants.0`, only)]
      : variantRows(context, form, product, row),
  ])
}

function variantRows(context: StoreContext, form: Form, { id, variants }: ProductRow, row: string): Part {
  if (variants.length > MAX_ROWS) {
    const href = `${context.base}/productos/${id}`
    return html`<p><a href="${href}">${plural(variants.length, 'variante', 'variantes')}: en su página</a></p>`
  }
  const listed = variants.map((variant) => variant.id)
  const rows = form.isTyped ? Math.min(form.rows(`${row}.variants`, 0), MAX_ROWS) : listed.length
  return Array.from({ length: rows }, (_, m) => {
    const own = `${row}.variants.${m}`
    const variant = variants.find((one) => one.id === form.value(`${own}.id`, listed[m] ?? ''))
    return variant && variantRow(context, variant, own)
  })
}

const variantRow = ({ store }: StoreContext, variant: StoredVariant, row: string): Part =>
  inRow(variant.name, [
    idField(row, variant.id),
    moneyField(store, { name: `${row}.price`, label: 'Precio propio', value: variant.price }),
    shown(`${row}.price`, `${row}.shownPrice`, variant.price),
    stockField(row, variant),
  ])

const inRow = (name: string, parts: Part[]): Part => ({
  parts,
  around: (fields) => html`<fieldset class="prices"><legend>${name}</legend>${fields}</fieldset>`,
})

const idField = (row: string, id: string) => html`<input type="hidden" name="${row}.id" value="${id}">`
