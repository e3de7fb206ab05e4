import { Type, type Static } from 'typebox'
import { t } from '../../core/texts/text.ts'
import type { App } from '../../core/http/app.ts'
import type { Sql } from '../../core/database/db.ts'
import { notFound } from '../../core/errors/errors.ts'
import { html, type Html } from '../../core/http/html.ts'
import { chatHref } from '../../core/pages/chat-href.ts'
import { isSlug } from '../../core/values/slug.ts'
import { shopOrigin } from '../../features/stores/address.ts'
import { excerpt } from '../../core/pages/format.ts'
import { bannerHref } from '../../features/media/address.ts'
import { whatsappChat } from '../../core/values/phone.ts'
import { catalogHref, withLines, fullUrl } from '../../features/catalog/address.ts'
import {
  listShownCategories,
  listProductsOnSale,
  sortsOf,
  defaultSort,
  type CatalogQuery,
  type Category,
  type ListedProduct,
} from '../../features/catalog/catalog.ts'
import { isFiltered, noFilters } from '../../features/catalog/filters.ts'
import { listNewest } from '../../features/catalog/suggestions.ts'
import { withCart, CartQuery, readCart } from './cart.ts'
import { shopPage } from './layout.ts'
import { catalogLinkedData } from './linked-data.ts'
import { listMenu } from './menu.ts'
import { cartBar } from './parts/cart-link.ts'
import { catalogTools } from './parts/catalog-tools.ts'
import { categoryBar } from './parts/category-bar.ts'
import { icon } from './parts/icon.ts'
import { menu } from './parts/menu.ts'
import { sendCachedPage, sendPageInTurn } from './send-page.ts'
import { visitedShop, type Shop } from '../../features/catalog/shop.ts'
import { layoutOf } from './themes/layouts.ts'
import { readInteger, readOptions, readPrice, readSearch } from './read-values.ts'
import { shopLink } from './parts/shop-link.ts'

const PAGE_SIZE = 48

/** Invalid parameters are ignored: a shortened or made-up link still shows the catalog. */
const Query = Type.Object({
  ...CartQuery.properties,
  q: Type.Optional(Type.Unknown()),
  categoria: Type.Optional(Type.Unknown()),
  orden: Type.Optional(Type.Unknown()),
  desde: Type.Optional(Type.Unknown()),
  hasta: Type.Optional(Type.Unknown()),
  oferta: Type.Optional(Type.Unknown()),
  hay: Type.Optional(Type.Unknown()),
  op: Type.Optional(Type.Unknown()),
  pagina: Type.Optional(Type.Unknown()),
})
type Query = Static<typeof Query>

export function catalogPageRoute(app: App) {
  app.get<{ Params: { slug: string }; Querystring: Query }>('/:slug', {
    schema: { querystring: Query },
    async handler(request, reply) {
      const { query } = request
      const cart = readCart(query)
      const parsed = readQuery(query)
      if (parsed.search || query.desde || query.hasta || isFiltered(parsed.filters) || cart.length > 0) {
        const shop = withCart(await visitedShop(request), cart)
        const priced = { ...parsed, filters: { ...parsed.filters, ...readPrices(query, shop) } }
        return await sendPageInTurn(request, reply, shop, () => catalogPage(app, shop, priced))
      }
      const address = JSON.stringify(['catalog', parsed.categorySlug, parsed.sort, parsed.page])
      return await sendCachedPage(request, reply, address, (shop) => catalogPage(app, shop, parsed))
    },
  })
}

export async function catalogPage(app: App, shop: Shop, query: ParsedQuery): Promise<Html> {
  const sql = app.sql.readsQueuedBy(`pages ${shop.id}`) // apart from its owner's reads, which may be slow
  const { search, page } = query
  const isFront = !query.categorySlug && !search && page === 1 && !isFiltered(query.filters)
  const isMenu = isFront && query.sort === defaultSort('') && layoutOf(shop).isMenu
  const { category, content, lead } =
    (isMenu && (await sections(sql, shop))) || (await listing(sql, shop, query, isFront))
  const name = category ? `${category.name} · ${shop.name}` : shop.name
  return shopPage(
    shop,
    {
      title: search
        ? `${search} · ${shop.name}`
        : page > 1
          ? t('{name}, página {page}', { name, page })
          : name,
      description:
        excerpt(shop.description, 155) ?? t('Catálogo de {shop}. Pide por WhatsApp.', { shop: shop.name }),
      canonical:
        search || isFiltered(query.filters)
          ? null
          : fullUrl(app, shop, catalogHref(shop, { category, page })),
      picture: { href: `${shopOrigin(app, shop)}/media/${shop.id}/compartir/tienda`, alt: shop.name },
      extra: isFront ? catalogLinkedData(app, shop) : null,
      tellsHours: isFront,
      measured: {},
    },
    html`${lead}${isFront && hero(shop)}${content}${layoutOf(shop).isMenu && cartBar(shop)}`,
    { h1: isFront && !shop.themeSettings.bannerTitle, search },
  )
}

/** A part of the page, the category that it is about, and what stands above the hero. */
type Content = { category: Category | null; content: Html; lead: Html | null }

async function sections(sql: Sql, shop: Shop): Promise<Content | null> {
  const found = await listMenu(sql, shop.id)
  return found.categories.length > 0 ? { category: null, content: menu(shop, found), lead: null } : null
}

/** One page of a list. @throws 404 on a category or a page that does not exist */
async function listing(sql: Sql, shop: Shop, query: ParsedQuery, isFront: boolean): Promise<Content> {
  const categories = await listShownCategories(sql, shop.id)
  const category =
    query.categorySlug === null ? null : categories.find(({ slug }) => slug === query.categorySlug)
  if (category === undefined) throw notFound(t('La categoría'))
  const catalogQuery = { ...query, category }
  const { products, total, options } = await listProductsOnSale(sql, shop.id, {
    ...catalogQuery,
    categoryIds: category && [category.id],
    limit: PAGE_SIZE,
    offset: (query.page - 1) * PAGE_SIZE,
  })
  if (products.length === 0 && catalogQuery.page > 1) throw notFound(t('La página'))

  const { lead, front, list } = layoutOf(shop)
  const newest = total > 0 ? [] : await listNewest(sql, shop.id)
  const found = () => (isFront ? front(shop, products) : list(shop, products, 'h2'))
  const content = html`
    ${categoryBar(shop, categories, category)}
    <section id="results" aria-label="${t('Productos')}">
      ${(total > 0 || !isFront) && catalogTools(shop, catalogQuery, { total, options }, isFront)}
      ${total > 0 ? found() : nothingFound(shop, catalogQuery, newest)}
      ${pages(shop, catalogQuery, total)}
    </section>
  `
  return { category, content, lead: isFront ? lead(shop, products) : null }
}

type ParsedQuery = Omit<CatalogQuery, 'category'> & { categorySlug: string | null }

/** Without its prices, which are read once the shop's currency is known. */
export function readQuery({ categoria, ...query }: Query): ParsedQuery {
  if (categoria !== undefined && !isSlug(categoria)) throw notFound(t('La categoría'))
  const search = readSearch(query.q)
  return {
    search,
    categorySlug: categoria ?? null,
    sort: sortsOf(search).find((sort) => sort === query.orden) ?? defaultSort(search),
    filters: {
      ...noFilters,
      isReduced: query.oferta === '1',
      isInStock: query.hay === '1',
      options: readOptions(query.op),
    },
    page: readInteger(query.pagina, 1, 10_000) ?? 1,
  }
}

const readPrices = ({ desde, hasta }: Query, { currency }: Shop) => ({
  minPrice: readPrice(desde, currency),
  maxPrice: readPrice(hasta, currency),
})

function pages(shop: Shop, catalogQuery: CatalogQuery, total: number): Html | null {
  const last = Math.ceil(total / PAGE_SIZE)
  if (last <= 1) return null
  const { page } = catalogQuery
  const to = (page: number) => withLines(shop, catalogHref(shop, { ...catalogQuery, page }))
  const previous = html`<a class="button ghost" rel="prev" href="${to(page - 1)}">${icon('back')} ${t('Anterior')}</a>`
  const next = html`<a class="button ghost" rel="next" href="${to(page + 1)}">${t('Siguiente')}</a>`
  return html`
    <nav class="pages" aria-label="${t('Páginas')}">
      ${page > 1 ? previous : html`<span></span>`}
      <span>${t('Página {page} de {last}', { page, last })}</span>
      ${page < last ? next : html`<span></span>`}
    </nav>
  `
}

function hero({ id, description, themeSettings }: Shop): Html | null {
  const { bannerUrl, bannerTitle, bannerText } = themeSettings
  const text = bannerText ?? excerpt(description, 130)
  if (!bannerTitle && !bannerUrl && !text) return null
  return html`
    <section class="hero${bannerUrl && ' pictured'}">
      <div>
        ${bannerTitle && html`<h1>${bannerTitle}</h1>`}
        ${text && html`<p class="lead">${text}</p>`}
      </div>
      ${bannerUrl && banner(id, bannerUrl)}
    </section>
  `
}

function banner(storeId: string, url: string): Html {
  const sources = [480, 800, 1280].map((width) => `${bannerHref(storeId, url, width)} ${width}w`)
  return html`
    <img src="${bannerHref(storeId, url, 800)}" srcset="${sources.join()}" sizes="100vw"
      width="16" height="9" alt="" fetchpriority="high">
  `
}

/** Instead of an empty grid: a link to message the shop, and suggestions. */
function nothingFound(shop: Shop, { search, category }: CatalogQuery, newest: ListedProduct[]): Html {
  if (newest.length === 0) return nothingYet(shop)
  return html`
    <div class="empty">
      <h2>${t('No encontramos nada así')}</h2>
      <p>${t('Prueba con otra palabra o mira todo lo que hay.')}</p>
      <p class="actions">
        ${shopLink(shop, catalogHref(shop), t('Ver todos los productos'), 'button')}
        ${shop.whatsappNumber && chatLink(shop.whatsappNumber, search || (category?.name ?? ''))}
      </p>
    </div>
    <section class="related"><h2>${t('Lo más nuevo')}</h2>${layoutOf(shop).list(shop, newest, 'h3')}</section>
  `
}

function nothingYet({ whatsappNumber }: Shop): Html {
  const chat = (text: string) => html`<a href="${whatsappChat(whatsappNumber!)}">${text}</a>`
  return html`
    <div class="empty">
      <h2>${t('Estamos preparando la vitrina')}</h2>
      <p>
        ${
          whatsappNumber
            ? t('Todavía no hay productos a la venta. Vuelve pronto o <a>escríbenos por WhatsApp</a>.', {
                a: chat,
              })
            : t('Todavía no hay productos a la venta. Vuelve pronto.')
        }
      </p>
    </div>
  `
}

const chatLink = (number: string, what: string) => html`
  <a class="button ghost" href="${chatHref(number, what ? t('¡Hola! ¿Tienen «{what}»?', { what }) : t('¡Hola!'))}" rel="nofollow">
    ${icon('chat')} ${t('Preguntar por WhatsApp')}
  </a>
`
