import { listCategories } from '../../categories/list.ts'
import { html } from '../../core/http/html.ts'
import { listProducts } from '../../products/list.ts'
import { plural } from '../../storefront/format.ts'
import { offerUndo } from '../forms/offer-undo.ts'
import { storePage, type StoreContext } from '../page.ts'
import { formOf, submit } from '../parts/form.ts'
import { emptyState } from '../parts/list.ts'
import { pageOf, pager } from '../parts/pager.ts'
import { filterForm } from '../parts/product-filter.ts'
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
      listProducts(sql, store.id, { ...filter, ...page, variants: 'active' }),
      listCategories(sql, store.id, { limit: 500, offset: 0 }),
    ])
    const form = context.form(PATH)
    const listed = data.map((product) => product.id)
    const rows = await priceRows(context, form, listed)
    const hasNext = page.offset + MAX_PRODUCTS < total
    const fields = html`
      <p class="hint">
        Se guarda solo lo que cambies. Sin precio propio, una variante cuesta lo que el producto. Deja vacías las existencias que
        no cuentas.
      </p>
      ${rows}
      ${submit('Guardar')}
      ${hasNext && html`<button class="button ghost" name="show" value="next">Guardar y ver los siguientes</button>`}
    `
    return {
      title: 'Precios y existencias',
      back: { href: `${base}/productos${searchOf(query, { offset: '' })}`, label: 'Productos' },
      main: html`
        ${filterForm(context, filter, categories.data, PATH)}
        ${rows.length > 0 || form.isRejected ? formOf(form, fields, { query: searchOf(query) }) : nothingHere(context)}
        ${pager({ ...page, total }, (offset) => `${base}${PATH}${searchOf(query, { offset: String(offset) })}`)}
      `,
    }
  },
  forms: {
    [PATH]: {
      body: Prices,
      async run(context, { products = [], show }: Prices) {
        const saved = await savePrices(context, products)
        const { offset } = pageOf(context.query, MAX_PRODUCTS)
        const isNext = show === 'next'
        const next = `${PATH}${searchOf(context.query, isNext ? { offset: String(offset + MAX_PRODUCTS) } : {})}`
        if (saved === 0) return { message: 'No había cambios', next }
        const message = plural(saved, 'producto guardado', 'productos guardados')
        return { message, next, ...(await offerUndo(context, next)) }
      },
    },
  },
})

const nothingHere = ({ base }: StoreContext) =>
  emptyState(
    'products',
    'Aquí no hay productos',
    'Prueba con otra palabra o quita los filtros.',
    html`<a class="button ghost" href="${base}/productos">Ir a los productos</a>`,
  )
