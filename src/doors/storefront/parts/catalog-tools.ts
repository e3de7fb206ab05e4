import { html, type Html } from '../../../core/http/html.ts'
import { t, type Localized } from '../../../core/texts/text.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { catalogHref, withLines } from '../../../features/catalog/address.ts'
import { sortsOf, type CatalogQuery } from '../../../features/catalog/catalog.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
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

function found({ search, category, page }: CatalogQuery, total: number): Html | Localized {
  const count = t('{total, plural, one {# producto} other {# productos}}', { total })
  if (search)
    return t('{total, plural, one {# producto} other {# productos}} para «{search}»', { total, search })
  if (category) return html`${category.name} <small>${count}</small>`
  return page > 1 ? t('Productos, página {page}', { page }) : html`${t('Productos')} <small>${total}</small>`
}

const sortNames = {
  parecido: t('Lo más parecido'),
  nuevos: t('Lo más nuevo'),
  'menor-precio': t('Menor precio'),
  'mayor-precio': t('Mayor precio'),
  nombre: t('De la A a la Z'),
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
      <label for="orden" class="hidden">${t('Ordenar')}</label>
      <select id="orden" name="orden">${options}</select>
      <button class="quiet" data-plain>${t('Ordenar')}</button>
      <details class="prices">
        <summary class="button ghost">${t('Precio')}</summary>
        <div>
          ${bound('desde', t('Desde'), minPrice)}
          ${bound('hasta', t('Hasta'), maxPrice)}
          <button class="button">${t('Ver')}</button>
        </div>
      </details>
    </form>
  `
}

const bound = (name: string, label: Localized, amount: number | null) => html`
  <label>${label} <input name="${name}" inputmode="decimal" maxlength="14" autocomplete="off" value="${amount ?? ''}"></label>
`

function filtered(shop: Shop, query: CatalogQuery): Html {
  const { minPrice, maxPrice } = query
  const amount = (value: number) => formatAmount(value, shop.currency)
  const range =
    minPrice === null
      ? t('Hasta {amount}', { amount: amount(maxPrice!) })
      : maxPrice === null
        ? t('Desde {amount}', { amount: amount(minPrice) })
        : t('De {least} a {most}', { least: amount(minPrice), most: amount(maxPrice) })
  const href = withLines(shop, catalogHref(shop, { ...query, minPrice: null, maxPrice: null, page: 1 }))
  return html`<p class="filtered">${range} <a class="quiet" href="${href}">${t('Quitar filtro')}</a></p>`
}
