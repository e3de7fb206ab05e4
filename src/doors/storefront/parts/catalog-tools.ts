import { html, type Html } from '../../../core/http/html.ts'
import { joined, t, type Localized } from '../../../core/texts/text.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { catalogHref, withLines } from '../../../features/catalog/address.ts'
import { sortsOf, type CatalogQuery } from '../../../features/catalog/catalog.ts'
import { isFiltered, noFilters, type Filters, type OptionFilter } from '../../../features/catalog/filters.ts'
import type { ProductOption } from '../../../features/products/options.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
import { carriedLines } from './shop-link.ts'

type Listed = { total: number; options: ProductOption[] }

/** The filters of the catalog: category, sort order, price range, options, reduced and in stock. */
export function catalogTools(shop: Shop, query: CatalogQuery, listed: Listed, isFront: boolean): Html {
  const { total } = listed
  const text = found(query, total)
  return html`
    <div class="tools">
      ${isFront ? html`<h2 class="found">${text}</h2>` : html`<h1 class="found">${text}</h1>`}
      ${(total > 1 || isFiltered(query.filters)) && choices(shop, query, listed)}
    </div>
    ${isFiltered(query.filters) && filtered(shop, query)}
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

/** One form for order and filters, so that both are submitted together. */
function choices(shop: Shop, { search, category, sort, filters }: CatalogQuery, listed: Listed): Html {
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
      <details class="filters">
        <summary class="button ghost">${t('Filtrar')}</summary>
        <div>
          ${bound('desde', t('Desde'), filters.minPrice)}
          ${bound('hasta', t('Hasta'), filters.maxPrice)}
          ${withChosen(listed.options, filters.options).map((option) => optionField(option, filters.options))}
          ${mark('oferta', t('En oferta'), filters.isReduced)}
          ${mark('hay', t('Disponibles ahora'), filters.isInStock)}
          <button class="button" aria-live="polite">${seeText(listed.total)}</button>
        </div>
      </details>
    </form>
  `
}

const seeText = (total: number) => t('Ver {total, plural, one {# producto} other {# productos}}', { total })

const bound = (name: string, label: Localized, amount: number | null) => html`
  <label>${label} <input name="${name}" inputmode="decimal" maxlength="14" autocomplete="off" value="${amount ?? ''}"></label>
`

/** With what is chosen, which is offered also where nothing was found. */
function withChosen(options: ProductOption[], chosen: OptionFilter[]): ProductOption[] {
  const names = new Set([...options, ...chosen].map(({ name }) => name))
  return [...names].map((name) => {
    const values = [...options, ...chosen.map((one) => ({ name: one.name, values: [one.value] }))]
      .filter((one) => one.name === name)
      .flatMap((one) => one.values)
    return { name, values: [...new Set(values)] }
  })
}

function optionField({ name, values }: ProductOption, chosen: OptionFilter[]): Html | null {
  const own = chosen.find((one) => one.name === name)?.value
  if (values.length < 2 && own === undefined) return null
  const option = (value: string) =>
    html`<option value="${name}:${value}"${value === own && html` selected`}>${value}</option>`
  return html`
    <label>${name} <select name="op"><option value="">${t('Todos')}</option>${values.map(option)}</select></label>
  `
}

const mark = (name: string, label: Localized, isOn: boolean) => html`
  <label class="mark"><input type="checkbox" name="${name}" value="1"${isOn && html` checked`}> ${label}</label>
`

function filtered(shop: Shop, query: CatalogQuery): Html {
  const { filters } = query
  const texts = [
    range(shop, filters),
    ...filters.options.map(({ name, value }) => `${name}: ${value}`),
    filters.isReduced && t('En oferta'),
    filters.isInStock && t('Disponibles ahora'),
  ]
  const href = withLines(shop, catalogHref(shop, { ...query, filters: noFilters, page: 1 }))
  return html`
    <p class="filtered">
      ${joined(
        texts.filter((text) => text !== false && text !== null),
        ' · ',
      )}
      <a class="quiet" href="${href}">${t('Quitar filtro')}</a>
    </p>
  `
}

function range(shop: Shop, { minPrice, maxPrice }: Filters): Localized | null {
  const amount = (value: number) => formatAmount(value, shop.currency)
  if (minPrice !== null && maxPrice !== null)
    return t('De {least} a {most}', { least: amount(minPrice), most: amount(maxPrice) })
  if (maxPrice !== null) return t('Hasta {amount}', { amount: amount(maxPrice) })
  return minPrice === null ? null : t('Desde {amount}', { amount: amount(minPrice) })
}
