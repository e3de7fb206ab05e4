import type { FastifyReply } from 'fastify'
import { notFound } from '../../core/errors/errors.ts'
import type { App } from '../../core/http/app.ts'
import { html, trusted, type Html } from '../../core/http/html.ts'
import { catalogHref, productHref, fullUrl } from '../../features/catalog/address.ts'
import { listShownCategories } from '../../features/catalog/catalog.ts'
import { gzipped, inTurn, sendCachedText, sendGzipped } from './send-text.ts'
import type { Shop } from '../../features/catalog/shop.ts'
import { listEntries } from './whole-catalog.ts'
import { xml } from './xml.ts'
import { shopOrigin, shopUrl } from '../../features/stores/address.ts'
import { listGroups, readShops, type Place } from '../../features/stores/read-shops.ts'
import { t } from '../../core/texts/text.ts'

const XML = 'application/xml; charset=utf-8'
const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9'
/** As many as a sitemap may name. */
const MAX_SHOPS = 50_000
/** ms that the sitemaps of all shops serve everybody */
const SHOPS_AGE = 10 * 60_000

/** Pages without end: each carries a cart. Without their `?`, they would be the beginning of a product's address too. */
const carriedCarts = (base: string) => [
  `${base}/carrito?`,
  `${base}/pedir?`,
  '/*?v=',
  '/*&v=',
  `${base}/pedido/`,
]

export function robotsRoutes(app: App) {
  app.get('/robots.txt', async (_request, reply) => {
    const files = (await listFiles(app)).map(
      (_, n) => `${app.publicUrl}/sitemap.xml${n > 0 ? `?n=${n + 1}` : ''}`,
    )
    return sendRobots(reply, '/*', files)
  })
  app.get('/:slug/robots.txt', ({ domainStore }, reply) => {
    if (!domainStore) throw notFound(t('La dirección'))
    return sendRobots(reply, '', [`${shopOrigin(app, domainStore)}/sitemap.xml`])
  })
}

/** @param base what the paths of a shop begin with */
function sendRobots(reply: FastifyReply, base: string, sitemaps: string[]) {
  reply.header('content-type', 'text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600')
  return [
    'User-agent: *',
    'Disallow: /api/',
    ...carriedCarts(base).map((path) => `Disallow: ${path}`),
    '',
    ...sitemaps.map((url) => `Sitemap: ${url}`),
    '',
  ].join('\n')
}

const shopsVersion = () => Math.floor(Date.now() / SHOPS_AGE)

/** Where each sitemap of all shops begins: several, named by robots.txt, because an index of sitemaps may not name another. */
async function listFiles({ bodies, sql }: App): Promise<Place[]> {
  const { body } = await bodies.getOrCreate('sitemaps', shopsVersion(), async () =>
    Buffer.from(JSON.stringify(await listGroups(sql, MAX_SHOPS))),
  )
  return JSON.parse(String(body))
}

export function sitemapOfShopsRoute(app: App) {
  app.get<{ Querystring: { n?: string } }>('/sitemap.xml', async (request, reply) => {
    const n = Number(request.query.n ?? 1)
    const after = (await listFiles(app))[n - 1]
    if (!after) throw notFound(t('La dirección'))
    const cached = await app.bodies.getOrCreate(`sitemaps ${n}`, shopsVersion(), () =>
      inTurn('sitemaps', () => gzipped(xml(sitemaps(app, after), 'es'))),
    )
    return sendGzipped(request, reply, cached, { type: XML, cacheControl: 'public, max-age=3600' })
  })
}

async function* sitemaps(app: App, after: Place): AsyncGenerator<Html> {
  let left = MAX_SHOPS
  yield trusted(`<sitemapindex xmlns="${SCHEMA}">`)
  for await (const page of readShops(app.sql, after)) {
    const urls = page.slice(0, left).map((shop) => shopUrl(app, shop, '/sitemap.xml'))
    yield html`${urls.map((url) => html`<sitemap><loc>${url}</loc></sitemap>`)}`
    left -= page.length
    if (left <= 0) break
  }
  yield trusted('</sitemapindex>')
}

export function sitemapRoute(app: App) {
  app.get<{ Params: { slug: string } }>('/:slug/sitemap.xml', (request, reply) =>
    sendCachedText(request, reply, {
      name: 'sitemap',
      type: XML,
      write: (shop) => xml(sitemap(app, shop), shop.language),
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
