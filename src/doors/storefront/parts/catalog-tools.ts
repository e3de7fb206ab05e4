import { html, type Html } from '../../../core/http/html.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { catalogHref, withLines } from '../../../features/catalog/address.ts'
import { sortsOf, type CatalogQuery } from '../../../features/catalog/catalog.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
import { plural } from '../../../core/pages/format.ts'
import { carriedLines } from './shop-link.ts'

/** The filters of the catalog: category, sort order and price range. */
export function catalogTools(shop: Shop, query: CatalogQuery, total: number, isFront: boolean): Html {
  const isFiltered = query.minPrice !== null || query.maxPrice !== null
  const text = found(query, total)
  return html`
    <div class="tools">
      ${isFront ? html`<h2 class="found">${text}</h2>` : html`<h1 class="found">${text}</h1>`}
      ${(total > 1 || isFiltered) && choices(shop, query)}
    </div>
    ${isFiltered && filtered(shop, query)}
  `
}

function found({ search, category, page }: CatalogQuery, total: number): Html {
  const count = plural(total, 'producto', 'productos')
  if (search) return html`${count} para «${search}»`
  if (category) return html`${category.name} <small>${count}</small>`
  return page > 1 ? html`Productos, página ${page}` : html`Productos <small>${total}</small>`
}

const sortNames = {
  parecido: 'Lo más parecido',
  nuevos: 'Lo más nuevo',
  'menor-precio': 'Menor precio',
  'mayor-precio': 'Mayor precio',
  nombre: 'De la A a la Z',
}

/** One form for order and prices, so that both are submitted together. */
function choices(shop: Shop, { search, category, sort, minPrice, maxPrice }: CatalogQuery): Html {
  const options = sortsOf(search).map(
    (name) => html`<option value="${name}"${name === sort && html` selected`}>${sortNames[name]}</option>`,
  )
  return html`
    <form class="sort" action="${catalogHref(shop)}">
      ${carriedLines(shop)}
      ${search && html`<input type="hidden" name="q" value="${search}">`}
      ${category && html`<input type="hidden" name="categoria" value="${category.slug}">`}
      <label for="orden" class="hidden">Ordenar</label>
      <select id="orden" name="orden">${options}</select>
      <button class="quiet" data-plain>Ordenar</button>
      <details class="prices">
        <summary class="button ghost">Precio</summary>
        <div>
          ${bound('desde', 'Desde', minPrice)}
          ${bound('hasta', 'Hasta', maxPrice)}
          <button class="button">Ver</button>
        </div>
      </details>
    </form>
  `
}

const bound = (name: string, label: string, amount: number | null) => html`
  <label>${label} <input name="${name}" inputmode="decimal" maxlength="14" autocomplete="off" value="${amount ?? ''}"></label>
`

function filtered(shop: Shop, query: CatalogQuery): Html {
  const { minPrice, maxPrice } = query
  const amount = (value: number) => formatAmount(value, shop.currency)
  const range =
    minPrice === null
      ? `Hasta ${amount(maxPrice!)}`
      : maxPrice === null
        ? `Desde ${amount(minPrice)}`
        : `De ${amount(minPrice)} a ${amount(maxPrice)}`
  const href = withLines(shop, catalogHref(shop, { ...query, minPrice: null, maxPrice: null, page: 1 }))
  return html`<p class="filtered">${range} <a class="quiet" href="${href}">Quitar filtro</a></p>`
}
