import type { App } from '../core/http/app.ts'
import { html, trusted, type Html } from '../core/http/html.ts'
import { catalogHref, productHref } from './address.ts'
import { listAll, listCategories } from './catalog.ts'
import { sendKeptPage } from './send-page.ts'
import type { Shop } from './shop.ts'

const XML = 'application/xml; charset=utf-8'
const declaration = trusted('<?xml version="1.0" encoding="UTF-8"?>\n')
/** As many as a sitemap may name. */
const MOST = 50_000

export function robotsRoute(app: App) {
  app.get('/robots.txt', (_request, reply) => {
    reply.header('content-type', 'text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600')
    return `User-agent: *\nDisallow: /api/\nDisallow: /*/carrito\nDisallow: /*/pedir\nDisallow: /*/pedido/\n\nSitemap: ${app.publicUrl}/sitemap.xml\n`
  })
}

/** The sitemaps of all stores that shoppers can see. */
export function sitemapIndexRoute(app: App) {
  app.get('/sitemap.xml', async ({ sql }, reply) => {
    const shops = await sql<{ slug: string }[]>`
      select slug from stores
      where deleted_at is null and billing_state = 'active'
      order by created_at desc, id
      limit ${MOST}`
    reply.header('content-type', XML).header('cache-control', 'public, max-age=3600')
    return html`${declaration}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${shops.map(
      ({ slug }) => html`<sitemap><loc>${app.publicUrl}/${slug}/sitemap.xml</loc></sitemap>`,
    )}</sitemapindex>`.markup
  })
}

export function sitemapRoute(app: App) {
  app.get<{ Params: { slug: string } }>('/:slug/sitemap.xml', async (request, reply) => {
    return await sendKeptPage(request, reply, 'sitemap', (shop) => sitemap(app, shop), XML)
  })
}

async function sitemap({ sql, publicUrl }: App, shop: Shop): Promise<Html> {
  const [categories, products] = await Promise.all([listCategories(sql, shop.id), listAll(sql, shop.id)])
  const page = (href: string, changed?: string) =>
    html`<url><loc>${publicUrl}${href}</loc>${changed && html`<lastmod>${changed}</lastmod>`}</url>`
  return html`${declaration}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${page(catalogHref(shop))}${categories.map(
    (category) => page(catalogHref(shop, { category })),
  )}${products.map((product) => page(productHref(shop, product), product.updatedAt))}</urlset>`
}
