import { html, type Html } from '../../../core/http/html.ts'
import { t } from '../../../core/texts/text.ts'
import { cleanText } from '../../../core/values/text.ts'
import { pictureHref } from '../../../features/media/address.ts'
import { selectProducts } from '../../../features/products/list.ts'
import { findLeastChoices } from '../../../features/products/required-choices.ts'
import type { Form } from '../forms/form.ts'
import type { StoreContext } from '../page.ts'
import { icon } from '../parts/icon.ts'
import { priceText } from '../parts/price-text.ts'
import { ADD, FIND, type NewLine } from './order-lines.ts'

const SEARCH_FIELD = '_q'

/** How many products a page shows; the others are found by their names. */
const MAX_TILES = 40
const MAX_SEARCH = 120

export async function findTiles({ sql, store }: StoreContext, form: Form) {
  const search = cleanText(form.value(SEARCH_FIELD).slice(0, MAX_SEARCH), 'one') ?? ''
  const page = { limit: MAX_TILES, offset: 0 }
  const sort = search ? undefined : ('name' as const)
  const found = await selectProducts(sql, store.id, {
    status: 'active',
    variants: 'active',
    search,
    sort,
    ...page,
  })
  const choices = await findLeastChoices(sql, store.id, found.data)
  const data = found.data.map((product) => ({
    ...product,
    price: priceText(store.currency, product, choices(product)),
  }))
  return { ...found, data, search }
}

type Tiles = Awaited<ReturnType<typeof findTiles>>

/** A search, and a grid of products: a tap adds one. */
export function productTiles(
  { store }: StoreContext,
  form: Form,
  { data, total, search }: Tiles,
  lines: NewLine[],
): Html {
  const more =
    total > data.length && t('Hay {total} productos: busca por su nombre los que no ves.', { total })
  const none = data.length === 0 && t('Ningún producto se parece a «{search}».', { search })
  return html`
    <div class="filter">
      <input type="search" name="${SEARCH_FIELD}" value="${form.value(SEARCH_FIELD)}" maxlength="${MAX_SEARCH}"
        placeholder="${t('Buscar producto')}" aria-label="${t('Buscar producto')}" autocomplete="off">
      <button class="button ghost" name="${FIND}" value="1" formaction="${form.action}#productos" aria-label="${t('Buscar')}">
        ${icon('search')}
      </button>
    </div>
    <div class="tiles">
      ${data.map((product) => tile(store, form, product, lines))}
      <p class="hint" role="status">${more || none}</p>
    </div>
  `
}

function tile(
  store: StoreContext['store'],
  { action }: Form,
  product: Tiles['data'][number],
  lines: NewLine[],
): Html {
  const { id, name, imageUrl, variants, price } = product
  const isSoldOut = variants.every(({ stock }) => stock === 0)
  const count = lines
    .filter((line) => line.product?.id === id)
    .reduce((sum, { quantity }) => sum + (Number(quantity) || 0), 0)
  const picture = imageUrl
    ? html`<img src="${pictureHref(store.id, id, imageUrl, 240)}" width="96" height="96" alt="" loading="lazy">`
    : html`<span>${icon('products')}</span>`
  return html`
    <button class="tile" name="${ADD}" value="${id}" formaction="${action}#pedido"${isSoldOut && html` disabled`}>
      ${picture}<b>${name}</b><small>${isSoldOut ? t('Agotado') : price}</small>
      <span class="count">${count > 0 && count}</span>
    </button>
  `
}
