import { categories } from '../../../features/categories/category.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { selectProducts } from '../../../features/products/list.ts'
import { t, type Localized } from '../../../core/texts/text.ts'
import { offerUndo } from '../forms/perform.ts'
import { storePage } from '../page.ts'
import { formOf } from '../parts/form.ts'
import { icon } from '../parts/icon.ts'
import { pageOf } from '../parts/pager.ts'
import { filterForm, filterOf, nothingHere, searchOf } from './product-filter.ts'
import { MAX_PRODUCTS, Prices, savePrices } from './price-changes.ts'
import { priceRows } from './price-rows.ts'

const PATH = '/productos/precios'

export const pricesPage = storePage({
  path: PATH,
  needs: 'products:write',
  async show(context) {
    const { sql, store, base, query } = context
    const filter = filterOf(query)
    const page = pageOf(query, MAX_PRODUCTS)
    const [{ data, total }, allCategories] = await Promise.all([
      selectProducts(sql, store.id, { ...filter, ...page, variants: 'active' }),
      categories.all(sql, store.id),
    ])
    const form = context.form(PATH)
    const listed = data.map((product) => product.id)
    const rows = await priceRows(context, form, listed, allCategories)
    const fields = [
      html`<p class="hint desk">
        ${t('Con las flechas pasas de una casilla a otra;')}
        ${t('Ctrl D copia lo de arriba, Mayús ↓ lo copia hacia abajo, y puedes pegar una columna entera.')}
      </p>`,
      { parts: rows, around: priceTable },
      html`
        <div class="foot">
          ${total > rows.length ? savingPager(page.offset, rows.length, total) : html`<span>${countOf(total)}</span>`}
          <button class="button main">${t('Guardar')}</button>
        </div>
      `,
    ]
    return {
      title: t('Precios y stock'),
      fields,
      back: { href: `${base}/productos${searchOf(query, { offset: '' })}`, label: t('Productos') },
      main: html`
        ${filterForm(context, filter, allCategories, PATH)}
        ${
          total > 0 &&
          html`
          <p><a class="quiet" href="${base}${PATH}/porcentaje${searchOf(query, { offset: '' })}">
            ${icon('percent')} ${t('Por porcentaje: {total, plural, one {el que ves} other {los {total} productos}}', { total })}
          </a></p>
        `
        }
        ${
          rows.length > 0 || form.isSubmitted
            ? html`<price-grid>${formOf(form, fields, { query: searchOf(query), class: 'grid' })}</price-grid>`
            : nothingHere(context)
        }
      `,
    }
  },
  forms: {
    [PATH]: {
      body: Prices,
      async run(context, { products = [], show }: Prices, key) {
        const saved = await savePrices(context, products, key)
        const { offset } = pageOf(context.query, MAX_PRODUCTS)
        const shown = { previous: offset - MAX_PRODUCTS, next: offset + products.length, same: offset }[
          show ?? 'same'
        ]
        const next = `${PATH}${searchOf(context.query, { offset: shown > 0 ? String(shown) : '' })}`
        if (saved === 0) return { message: t('No había cambios'), next }
        const message = t('{n, plural, one {# producto guardado} other {# productos guardados}}', {
          n: saved,
        })
        return { message, next, ...(await offerUndo(context, next)) }
      },
    },
  },
})

const countOf = (total: number) => t('{total, plural, one {# producto} other {# productos}}', { total })

const priceTable = (rows: Html) => html`
  <table>
    <thead>
      <tr>
        <th scope="col">${t('Producto')}</th><th scope="col">${t('Precio')}</th><th scope="col">${t('Precio anterior')}</th>
        <th scope="col">${t('Stock')}</th>
      </tr>
    </thead>
    <tbody>${rows}</tbody>
  </table>
`

/** Pages by submitting the form, because links would discard what was typed. */
function savingPager(offset: number, count: number, total: number): Html {
  const to = offset + count
  const button = (value: string, label: Localized) =>
    html`<button class="button ghost" name="show" value="${value}">${label}</button>`
  return html`
    ${offset > 0 && button('previous', t('Guardar y volver'))}
    <span>${t('{from}–{to} de {total}', { from: offset + 1, to, total })}</span>
    ${to < total && button('next', t('Guardar y seguir'))}
  `
}
