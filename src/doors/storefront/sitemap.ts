import type { FastifyReply } from 'fastify'
import { notFound } from '../../core/errors/errors.ts'
import type { App } from '../../core/http/app.ts'
import { html, trusted, type Html } from '../../core/http/html.ts'
import { catalogHref, productHref, fullUrl } from '../../features/catalog/address.ts'
import { listShownCategories } from '../../features/catalog/catalog.ts'
import { gzipped, sendCachedText, sendGzipped } from './send-text.ts'
import type { Shop } from '../../features/catalog/shop.ts'
import { listEntries } from './whole-catalog.ts'
import { xml } from './xml.ts'
import { shopOrigin, shopUrl, type Addressed } from '../../features/stores/address.ts'

const XML = 'application/xml; charset=utf-8'
const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9'
/** As many as a sitemap may name. */
const MAX_SHOPS = 50_000
/** ms that the index of all shops serves everybody */
const INDEX_AGE = 10 * 60_000

/** Pages without end: each carries a cart. Without their `?`, they would be the beginning of a product's address too. */
const carriedCarts = (base: string) => [
  `${base}/carrito?`,
  `${base}/pedir?`,
  '/*?v=',
  '/*&v=',
  `${base}/pedido/`,
]

export function robotsRoutes(app: App) {
  app.get('/robots.txt', (_request, reply) => sendRobots(reply, '/*', app.publicUrl))
  app.get('/:slug/robots.txt', ({ domainStore }, reply) => {
    if (!domainStore) throw notFound('La dirección')
    return sendRobots(reply, '', shopOrigin(app, domainStore))
  })
}

/** @param base what the paths of a shop begin with */
function sendRobots(reply: FastifyReply, base: string, origin: string) {
  reply.header('content-type', 'text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600')
  return [
    'User-agent: *',
    'Disallow: /api/',
    ...carriedCarts(base).map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml\n`,
  ].join('\n')
}

export function sitemapIndexRoute(app: App) {
  app.get('/sitemap.xml', async (request, reply) => {
    const version = Math.floor(Date.now() / INDEX_AGE)
    const cached = await app.bodies.getOrCreate('sitemaps', version, () => gzipped(xml(sitemaps(app))))
    return sendGzipped(request, reply, cached, { type: XML, cacheControl: 'public, max-age=3600' })
  })
}

async function* sitemaps(app: App): AsyncGenerator<Html> {
  const shops = await app.sql<Addressed[]>`
    select slug, domain from stores
    where deleted_at is null and billing_state = 'active'
    order by created_at desc, id
    limit ${MAX_SHOPS}`
  yield trusted(`<sitemapindex xmlns="${SCHEMA}">`)
  for (const shop of shops) yield html`<sitemap><loc>${shopUrl(app, shop, '/sitemap.xml')}</loc></sitemap>`
  yield trusted('</sitemapindex>')
}

export function sitemapRoute(app: App) {
  app.get<{ Params: { slug: string } }>('/:slug/sitemap.xml', (request, reply) =>
    sendCachedText(request, reply, {
      name: 'sitemap',
      type: XML,
      write: (shop) => xml(sitemap(app, shop)),
    }),
  )
}

async function* sitemap(app: App, shop: Shop): AsyncGenerator<Html> {
  const { sql } = app
  const [categories, entries] = await Promise.all([
    listShownCategories(sql, shop.id),
    listEntries(sql, shop.id),
  ])
  const page = (href: string, changed?: string) =>
    html`<url><loc>${fullUrl(app, shop, href)}</loc>${changed && html`<lastmod>${changed}</lastmod>`}</url>`
  yield trusted(`<urlset xmlns="${SCHEMA}">`)
  yield html`${page(catalogHref(shop))}${categories.map((category) => page(catalogHref(shop, { category })))}`
  for (const entry of entries) yield page(productHref(shop, entry), entry.updatedAt)
  yield trusted('</urlset>')
}
