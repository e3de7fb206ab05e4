import Type, { type Static } from 'typebox'
import type { App } from '../core/http/app.ts'
import { notFound } from '../core/errors/errors.ts'
import { html, type Html } from '../core/http/html.ts'
import { whatsappChat } from '../core/values/phone.ts'
import { isSlug } from '../core/values/slug.ts'
import { bannerHref } from '../media/address.ts'
import { catalogHref, withoutCart } from './address.ts'
import {
  listShownCategories,
  listProductsOnSale,
  PAGE_SIZE,
  sorts,
  usualSort,
  type CatalogQuery,
  type Category,
} from './catalog.ts'
import { withCart, CartQuery, readCart } from './cart.ts'
import { shopPage } from './layout.ts'
import { catalogLinkedData } from './linked-data.ts'
import { carriedLines } from './parts/cart-lines.ts'
import { icon } from './parts/icon.ts'
import { productGrid } from './parts/product-card.ts'
import { sendCachedPage, sendPage } from './send-page.ts'
import { findShop, type Shop } from './shop.ts'
import { excerpt, plural, readSearch, readWhole } from './words.ts'

/** A link that someone shortened or made up still shows the catalog: nothing in it is an error. */
const Query = Type.Object({
  ...CartQuery.properties,
  q: Type.Optional(Type.Unknown()),
  categoria: Type.Optional(Type.Unknown()),
  orden: Type.Optional(Type.Unknown()),
  pagina: Type.Optional(Type.Unknown()),
})
type Query = Static<typeof Query>

export function catalogPageRoute(app: App) {
  app.get<{ Params: { slug: string }; Querystring: Query }>('/:slug', {
    schema: { querystring: Query },
    async handler(request, reply) {
      const { sql, params, query } = request
      const cart = readCart(query)
      const asked = readQuery(query)
      if (asked.search || cart.length > 0) {
        const shop = withCart(await findShop(sql, params.slug), cart)
        return await sendPage(request, reply, await catalogPage(app, shop, asked))
      }
      const address = JSON.stringify(['catalog', asked.categorySlug, asked.sort, asked.page])
      return await sendCachedPage(request, reply, address, (shop) => catalogPage(app, shop, asked))
    },
  })
}

export async function catalogPage({ sql, publicUrl }: App, shop: Shop, asked: Asked): Promise<Html> {
  const categories = await listShownCategories(sql, shop.id)
  const category =
    asked.categorySlug === null ? null : categories.find(({ slug }) => slug === asked.categorySlug)
  if (category === undefined) throw notFound('La categoría')
  const catalogQuery = { ...asked, category }
  const { products, total } = await listProductsOnSale(sql, shop.id, catalogQuery)
  if (products.length === 0 && catalogQuery.page > 1) throw notFound('La página')

  const { search, page } = asked
  const isFront = !category && !search && page === 1
  const name = category ? `${category.name} · ${shop.name}` : shop.name
  const main = html`
    ${isFront && hero(shop)}
    ${chips(shop, categories, catalogQuery)}
    <section id="results" aria-label="Productos">
      ${(total > 0 || !isFront) && tools(shop, catalogQuery, total, isFront)}
      ${total > 0 ? productGrid(shop, products) : nothing(shop, catalogQuery)}
      ${pages(shop, catalogQuery, total)}
    </section>
  `
  return shopPage(
    shop,
    {
      title: search ? `${search} · ${shop.name}` : page > 1 ? `${name}, página ${page}` : name,
      description: excerpt(shop.description, 155) ?? `Catálogo de ${shop.name}. Pide por WhatsApp.`,
      canonical: search ? null : publicUrl + catalogHref(withoutCart(shop), { category, page }),
      picture: { href: `${publicUrl}/media/${shop.id}/compartir/tienda`, alt: shop.name },
      extra: isFront ? catalogLinkedData(publicUrl, shop) : null,
    },
    main,
    { h1: isFront && !shop.themeSettings.bannerTitle, search },
  )
}

/** What the page knows of a query; the category is looked for where the shop is known. */
type Asked = Omit<CatalogQuery, 'category'> & { categorySlug: string | null }

export function readQuery({ categoria, ...query }: Query): Asked {
  if (categoria !== undefined && !isSlug(categoria)) throw notFound('La categoría')
  const search = readSearch(query.q)
  return {
    search,
    categorySlug: categoria ?? null,
    sort: sortsOf(search).find((sort) => sort === query.orden) ?? usualSort(search),
    page: readWhole(query.pagina, 1, 10_000) ?? 1,
  }
}

/** The store's own words, large; with a picture beside them when the theme has one. */
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
    <img src="${bannerHref(storeId, url, 800)}" srcset="${sources.join()}" sizes="(min-width:56rem) 60vw,100vw"
      width="16" height="9" alt="" fetchpriority="high">
  `
}

function chips(shop: Shop, categories: Category[], { category }: CatalogQuery): Html | null {
  if (categories.length === 0) return null
  const chip = (name: string, to: Category | null) => {
    const current = to?.id === category?.id && html` aria-current="page"`
    return html`<li><a href="${catalogHref(shop, { category: to })}"${current}>${name}</a></li>`
  }
  return html`
    <nav class="chips" aria-label="Categorías">
      <ul>
        ${chip('Todo', null)}
        ${categories.map((to) => chip(to.name, to))}
      </ul>
    </nav>
  `
}

function tools(shop: Shop, catalogQuery: CatalogQuery, total: number, isFront: boolean): Html {
  return html`
    <div class="tools">
      ${heading(found(catalogQuery, total), isFront)}
      ${total > 1 && sorting(shop, catalogQuery)}
    </div>
  `
}

function heading(text: Html, isFront: boolean): Html {
  return isFront ? html`<h2 class="found">${text}</h2>` : html`<h1 class="found">${text}</h1>`
}

function found({ search, category, page }: CatalogQuery, total: number): Html {
  const count = plural(total, 'producto', 'productos')
  if (search) return html`${count} para «${search}»`
  if (category) return html`${category.name} <small>${count}</small>`
  return page > 1 ? html`Productos, página ${page}` : html`Productos <small>${total}</small>`
}

/** Only a search has hits that are better than others. */
const sortsOf = (search: string) => sorts.filter((sort) => search || sort !== 'parecido')

const sortNames = {
  parecido: 'Lo más parecido',
  nuevos: 'Lo más nuevo',
  'menor-precio': 'Menor precio',
  'mayor-precio': 'Mayor precio',
  nombre: 'De la A a la Z',
}

function sorting(shop: Shop, { search, category, sort }: CatalogQuery): Html {
  const options = sortsOf(search).map(
    (name) => html`<option value="${name}"${name === sort && html` selected`}>${sortNames[name]}</option>`,
  )
  return html`
    <form class="sort" action="/${shop.slug}">
      ${carriedLines(shop)}
      ${search && html`<input type="hidden" name="q" value="${search}">`}
      ${category && html`<input type="hidden" name="categoria" value="${category.slug}">`}
      <label for="orden" class="hidden">Ordenar</label>
      <select id="orden" name="orden">${options}</select>
      <button class="quiet">Ordenar</button>
    </form>
  `
}

function nothing(shop: Shop, { search, category }: CatalogQuery): Html {
  if (!search && !category) {
    const chat = shop.whatsappNumber && whatsappChat(shop.whatsappNumber)
    const write = chat && html` o <a href="${chat}">escríbenos por WhatsApp</a>`
    return html`
      <div class="empty">
        <h2>Estamos preparando la vitrina</h2>
        <p>Todavía no hay productos a la venta. Vuelve pronto${write}.</p>
      </div>
    `
  }
  return html`
    <div class="empty">
      <h2>No encontramos nada así</h2>
      <p>Prueba con otra palabra o mira todo lo que hay.</p>
      <p><a class="button" href="${catalogHref(shop)}">Ver todos los productos</a></p>
    </div>
  `
}

function pages(shop: Shop, catalogQuery: CatalogQuery, total: number): Html | null {
  const last = Math.ceil(total / PAGE_SIZE)
  if (last <= 1) return null
  const { page } = catalogQuery
  const to = (page: number) => catalogHref(shop, { ...catalogQuery, page })
  const previous = html`<a class="button ghost" rel="prev" href="${to(page - 1)}">${icon('back')} Anterior</a>`
  const next = html`<a class="button ghost" rel="next" href="${to(page + 1)}">Siguiente</a>`
  return html`
    <nav class="pages" aria-label="Páginas">
      ${page > 1 ? previous : html`<span></span>`}
      <span>Página ${page} de ${last}</span>
      ${page < last ? next : html`<span></span>`}
    </nav>
  `
}
