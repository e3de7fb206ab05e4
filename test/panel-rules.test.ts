import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setBillingState } from '../src/features/billing/change.ts'
import { aPerson } from './accounts.ts'
import { aStore } from './factories.ts'
import { fillStore } from './full-store.ts'
import { signedIn } from './panel.ts'
import { addressOf, panelRoutes } from './panel-forms.ts'
import { startService } from './service.ts'

const service = await startService()
const routes = panelRoutes(service.app)

async function aShop() {
  const { id: ownerId } = await aPerson(service)
  const store = await aStore(service, { ownerId })
  const ids = await fillStore(service, store)
  const addresses = (method: string) =>
    routes
      .filter((route) => route.method === method)
      .map(({ url }) => ({ url, path: addressOf(url, store.slug, ids) }))
  return { store, addresses, enter: () => signedIn(service, ownerId) }
}

/** What changes who gets in, what programs may do, who pays, or to which accounts. */
const sensitive =
  /^\/panel\/(?:cuenta|t\/:slug\/(?:equipo|claves|plan))(?:\/|$)|\/pagos\/(?:nuevo|:id(?:\/eliminar)?)$/
/** Among them: the name, the language, ending a session, and the last step of an e-mail change, whose first step was authenticated. */
const harmless = /\/cuenta(?:\/idioma)?$|\/dispositivos\/|\/correo\/codigo$/

suite('an authentication older than ten minutes', () => {
  test('must be renewed for every form that changes access, API credentials, billing or the accounts that shoppers pay to', async () => {
    const { addresses, enter } = await aShop()
    const wrong: string[] = []
    for (const { url, path } of addresses('POST')) {
      if (!sensitive.test(url) || harmless.test(url)) continue
      const owner = await enter()
      await service.sql`update sessions set proved_at = now() - interval '10 minutes' where id = ${owner.sessionId}`
      const { status, text } = await owner.post(path)
      if (status !== 200 || !text.includes('Confirma que eres tú')) wrong.push(`${path}: ${status}`)
    }
    assert.deepEqual(wrong, [])
  })
})

suite('a suspended store', () => {
  test('has every page and form blocked except its plan, to which they link', async () => {
    const { store, addresses, enter } = await aShop()
    await setBillingState(service.sql, store.id, 'suspended')
    const owner = await enter()
    const responses = [
      ...(await Promise.all(
        addresses('GET')
          .filter(isStores)
          .map(async ({ path }) => [path, await owner.get(path)] as const),
      )),
      ...(await Promise.all(
        addresses('POST')
          .filter(isStores)
          .map(async ({ path }) => [path, await owner.post(path)] as const),
      )),
    ]
    for (const [path, { status, text }] of responses) {
      if (status === 303) continue // the address of a form leads to its page, which is closed
      if (path.startsWith(`/panel/t/${store.slug}/plan`)) assert.notEqual(status, 402, path)
      else if (path.includes('/comprobantes/')) assert.equal(status, 404) // with its order, it could be seen
      else
        assert.ok(status === 402 && text.includes(`href="/panel/t/${store.slug}/plan"`), `${path}: ${status}`)
    }
  })
})

suite('a new store', () => {
  test('has a way forward on every page that is empty', async () => {
    const { id: ownerId } = await aPerson(service)
    const { slug } = await aStore(service, { ownerId })
    const owner = await signedIn(service, ownerId)
    const paths = routes
      .filter(({ method, url }) => method === 'GET' && /^\/panel\/t\/:slug[^:]*$/.test(url))
      .map(({ url }) => url.replace(':slug', slug))
    let empty = 0
    for (const path of paths) {
      const { text } = await owner.get(path)
      const [main = ''] = /<main.*<\/main>/s.exec(text) ?? []
      if (!main.includes('<div class="empty">')) continue
      empty++
      assert.match(main, /<(?:a|button) class="button/, path)
    }
    assert.ok(empty > 8, `${empty} empty pages`)
  })
})

const isStores = ({ url }: { url: string }) => url.startsWith('/panel/t/')

suite('every page of the panel', () => {
  test('is not cached, can not be framed, and runs only our own scripts', async () => {
    const { addresses, enter } = await aShop()
    const owner = await enter()
    let pages = 0
    for (const { path } of addresses('GET')) {
      const { headers } = await owner.get(path)
      if (!headers.get('content-type')?.startsWith('text/html')) continue
      pages++
      assert.equal(headers.get('cache-control'), 'no-store', path)
      const policy = headers.get('content-security-policy') ?? ''
      for (const rule of [
        "default-src 'none'",
        "script-src 'self'",
        "frame-ancestors 'none'",
        "form-action 'self'",
      ]) {
        assert.ok(policy.includes(rule), `${path}: ${policy}`)
      }
    }
    assert.ok(pages > 25, `${pages} pages`)
  })
})
