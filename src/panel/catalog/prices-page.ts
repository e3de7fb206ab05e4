import { selectCategories } from '../../categories/list.ts'
import { html, type Html } from '../../core/http/html.ts'
import { selectProducts } from '../../products/list.ts'
import { plural } from '../../storefront/format.ts'
import { offerUndo } from '../forms/offer-undo.ts'
import { storePage, type StoreContext } from '../page.ts'
import { formOf, submit } from '../parts/form.ts'
import { emptyState } from '../parts/list.ts'
import { pageOf } from '../parts/pager.ts'
import { filterForm } from './product-filter.ts'
import { MAX_PRODUCTS, Prices, savePrices } from './price-changes.ts'
import { priceRows } from './price-rows.ts'
import { filterOf, searchOf } from './product-search.ts'

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
    const fields = html`
      <p class="hint">
        Se guarda solo lo que cambies. Sin precio propio, una variante cuesta lo que el producto. Deja vacías las existencias que
        no cuentas.
      </p>
      ${rows}
      ${submit('Guardar')}
      ${total > MAX_PRODUCTS && savingPager(page.offset, total)}
    `
    return {
      title: 'Precios y existencias',
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
