import { html, type Html } from '../../../core/http/html.ts'
import { t, type Wording } from '../../../core/texts/text.ts'
import type { Category } from '../../../features/categories/category.ts'
import type { Product } from '../../../features/products/product.ts'
import { findLeastChoices } from '../../../features/products/required-choices.ts'
import { countWaiting } from '../../../features/restock/requests.ts'
import type { StoreContext } from '../page.ts'
import { badge, columnHeads, rowSwitch } from '../parts/list.ts'
import { priceText } from '../parts/price-text.ts'
import { pictureOf } from '../parts/thumb.ts'

type Listed = Product & { shownPrice: Wording; waiting: number | undefined; category: string | undefined }

type How = {
  categories: Category[]
  /** The filter of the list, as its address has it. */
  query: string
  isChoosing: boolean
}

/** Products as rows: picture, name, price, and a switch that shows or hides each; with boxes while several are chosen. */
export async function productList(
  context: StoreContext,
  products: Product[],
  { categories, query, isChoosing }: How,
): Promise<Html> {
  const item = isChoosing ? choice : row
  const ids = products.filter(({ variants }) => variants.some(({ stock }) => stock === 0)).map(({ id }) => id)
  const [waiting, choices] = await Promise.all([
    countWaiting(context.sql, context.store.id, ids),
    findLeastChoices(context.sql, context.store.id, products),
  ])
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  const listed = products.map((product) => ({
    ...product,
    shownPrice: priceText(context.store.currency, product, choices(product)),
    waiting: waiting.get(product.id),
    category: names.get(product.categoryId ?? ''),
  }))
  const hasCodes = products.some(({ sku }) => sku)
  const kind = hasCodes ? 'products coded' : 'products'
  const columns = [
    t('Producto'),
    ...(hasCodes ? [t('SKU')] : []),
    t('Categoría'),
    t('Stock'),
    t('Precio'),
    isChoosing ? '' : t('Visible'),
  ]
  return html`
    ${columnHeads(columns, kind)}
    <ul class="list ${kind}" aria-label="${t('Productos')}">
      ${listed.map((product) => item(context, product, query))}
    </ul>
  `
}

function choice(context: StoreContext, product: Listed): Html {
  const isChosen =
    context.query['elegir'] === 'todos' ||
    context.form('/productos/varios').values('ids').includes(product.id)
  return html`
    <li>
      <label class="row choice">
        <input type="checkbox" name="ids" value="${product.id}" form="many"${isChosen && html` checked`}>
        ${thumb(context, product)}
        ${rowText(product)}
      </label>
    </li>
  `
}

function row(context: StoreContext, product: Listed, query: string): Html {
  const { id, name, isActive } = product
  const form = context.form(`/productos/${id}/visible`)
  return html`
    <li${!isActive && html` class="faint"`}>
      <a class="row" href="${context.base}/productos/${id}">${thumb(context, product)}${rowText(product)}</a>
      ${
        context.can('products:write') &&
        rowSwitch(form, t('Visible en la tienda: {name}', { name }), isActive, query)
      }
    </li>
  `
}

const rowText = (product: Listed) => html`
  <span class="row-text">
    <b>${product.name}</b>
    <small>
      <span>${product.shownPrice}</span>
      <span class="stock">${!product.isActive && html`${badge(t('Oculto'))} `}${stockBadge(product)}${waits(product)}</span>
      <span class="at-desk sku">${product.sku}</span>
      <span class="at-desk">${product.category}</span>
    </small>
  </span>
`

const waits = ({ waiting }: Listed) =>
  waiting !== undefined &&
  html` · ${t('{n, plural, one {#\u00a0espera} other {#\u00a0esperan}}', { n: waiting })}`

const left = (stock: number) => t('{stock, plural, one {Queda #} other {Quedan #}}', { stock })

const LOW_STOCK = 5
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** How many are in stock, where they are counted: a badge where variants are sold out or few are left. */
function stockBadge({ variants }: Product): Html | null {
  const stocks = variants.flatMap(({ stock }) => stock ?? [])
  if (stocks.length === 0) return null
  const lowest = Math.min(...stocks)
  if (lowest > LOW_STOCK) return html`${t('{n}\u00a0en\u00a0stock', { n: sum(stocks) })}`
  const isAll = stocks.length === variants.length && stocks.every((stock) => stock === 0)
  if (isAll) return html`${badge(t('Agotado'), 'bad')}`
  if (variants.length === 1) return html`${badge(left(lowest), 'warn')}`
  return html`${badge(lowest === 0 ? t('Algunas agotadas') : t('Quedan pocas'), 'warn')}`
}

export const thumb = ({ store }: StoreContext, { id, imageUrl }: Pick<Product, 'id' | 'imageUrl'>): Html =>
  pictureOf(store.id, id, imageUrl)
