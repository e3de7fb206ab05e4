import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { openDomain, requestAt } from './domains.ts'
import { aProduct, aStore, anAddress } from './factories.ts'
import { aMember } from './panel.ts'
import { startService } from './service.ts'

const HERE = 'https://tiendas.example'
const service = await startService({ PUBLIC_URL: HERE })
const store = await aStore(service)
const product = await aProduct(service, store)
await openDomain(service, store, 'tienda.example')
const other = await aStore(service)

const routes = [...service.app.knownRoutes.values()].flat()
const addresses = routes.flatMap(({ url, method }) => [method].flat().map((one) => ({ url, method: one })))

/** The path of a route's pattern, with a parameter's name for each parameter that is not known. */
const pathOf = (url: string, params: Record<string, string>) =>
  url.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? 'una-cosa').replace('*', 'x')

const at = (path: string, method: string, headers: Record<string, string> = {}) =>
  requestAt(service, 'tienda.example', path, {
    method,
    headers: { 'x-forwarded-proto': 'https', ...anAddress(), ...headers },
  })

/** What a shop's pages load and post to, whose addresses have no slug. */
const shared = new Set([
  '/api/orders', '/api/orders/receipt', '/api/reviews', '/api/catalog/events', '/api/health', '/api/ready', '/assets/:version/:file',
  '/assets/theme/:sheet', '/media/:store/:subject/:file', '/media/:store/fotos/:file', '/media/:store/compartir/:subject',
  '/media/:store/icono/:file', '/media/demo/:file', '/sw.js',
]) // prettier-ignore

suite('every route of the service', () => {
  test('that is no page of a shop is a 404 on a shop’s domain, with a key or a session too', async () => {
    const { person } = await aMember(service, 'OWNER')
    const cookie = `vitrina=${person.token}`
    const closed = addresses.filter(({ url }) => !url.startsWith('/:slug') && !shared.has(url) && url !== '/')
    assert.ok(closed.length > 150, `${closed.length}`)
    for (const { url, method } of closed) {
      const path = pathOf(url, { slug: store.slug, store: store.id })
      const sent = { authorization: `Bearer ${store.key}`, cookie, origin: 'https://tienda.example' }
      const { status, headers, text } = await at(path, method, sent)
      const isOfShop = ['/robots.txt', '/sitemap.xml', '/llms.txt'].includes(path)
      assert.equal(status, isOfShop ? 200 : 404, `${method} ${path}`)
      assert.equal(headers['set-cookie'], undefined, path)
      assert.equal(headers['access-control-allow-origin'] ?? '*', '*', path)
      if (!isOfShop) assert.ok(!text.includes(other.slug) && !text.includes(store.key), path)
    }
  })

  test('that a script of a shop’s pages posts to responds on its domain', () => {
    const scripts = globSync('src/doors/storefront/assets/*.js').map((path) => readFileSync(path, 'utf8'))
    const paths = [...scripts.join('\n').matchAll(/'(\/api\/[^']+)'/g)].map(([, path]) => path!)
    assert.ok(paths.length >= 2, `${paths.length}`)
    for (const path of paths) assert.ok(service.app.knownRoutes.get(path)?.[0]!.config?.onDomains, path)
  })

  test('of a shop’s pages is the domain’s own shop, whatever slug the path has', async () => {
    const pages = addresses.filter(({ url }) => url.startsWith('/:slug'))
    assert.ok(pages.length > 15, `${pages.length}`)
    for (const { url, method } of pages) {
      const params = { product: product.slug, token: 'nada' }
      const own = await at(pathOf(url.replace('/:slug', '') || '/', params), method)
      assert.ok(own.status < 500 && own.status !== 421, `${method} ${url}: ${own.status}`)
      for (const slug of [other.slug, store.slug, '~']) {
        const { status, text } = await at(pathOf(url, { ...params, slug }), method)
        assert.ok([404, 405].includes(status), `${method} ${url} of ${slug}: ${status}`)
        assert.ok(!text.includes(other.id), url)
      }
    }
  })

  test('is unknown or misdirected on a name that nobody has opened', async () => {
    for (const { url, method } of addresses) {
      const path = pathOf(url, { slug: store.slug, store: store.id, product: product.slug })
      const headers = { authorization: `Bearer ${store.key}`, 'x-forwarded-proto': 'https', ...anAddress() }
      const { status } = await requestAt(service, 'nadie.example', path, { method, headers })
      const isProbe = ['/api/health', '/api/ready'].includes(path)
      assert.equal(status, isProbe ? 200 : 421, `${method} ${path}`)
    }
  })

  test('is not reached by an absolute address, a doubled slash or dots in the path', async () => {
    const paths = ['http://tiendas.example/panel/entrar', 'HTTPS://x/panel/entrar', '//panel/entrar', '/./panel/entrar',
      '/~/../panel/entrar', '/%70anel/entrar', '/media/../panel/entrar', '/api/../panel/entrar', '/assets/..%2fpanel/entrar',
      '/PANEL/entrar', 'http://tiendas.example/api/v1/store', '/api//v1/store', '/api/%761/store'] // prettier-ignore
    for (const path of paths) {
      const { status, headers } = await at(path, 'GET', { authorization: `Bearer ${store.key}` })
      assert.equal(status, 404, path)
      assert.equal(headers['set-cookie'], undefined, path)
    }
  })
})
