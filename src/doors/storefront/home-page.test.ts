import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { aStore } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'
import { startStripe } from '../../../test/stripe.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { OWNER_EMAIL } from '../../features/demo/owner-email.ts'

const service = await startService()
const stripe = await startStripe()

suite('GET /', () => {
  test('presents the service: screens, prices, how to begin, and only existing shops', async () => {
    const { status, text, headers } = await service.get('/')
    assert.equal(status, 200)
    assert.match(text, /<h1>Tu catálogo en un enlace/)
    assert.match(text, /href="[^"]*\/panel\/crear-cuenta">Crear mi tienda gratis/)
    assert.match(text, /<h3>Gratis<\/h3><p>Hasta 50 productos y 10 categorías/)
    assert.doesNotMatch(text, /href="\/(?:anil-ropa|la-espiga|el-yunque)"|href="#tiendas"/)
    assert.match(headers.get('content-security-policy')!, /default-src 'none'/)
    const [, preview] = /<meta property="og:image" content="[^"]*(\/assets\/[^"]+)"/.exec(text)!
    assert.equal((await service.get(preview!)).headers.get('content-type'), 'image/jpeg')
    const screens = [...text.matchAll(/<img src="([^"]+)" width="360" height="780" alt="[^"]+"/g)]
    assert.equal(screens.length, 5)
    for (const [, src] of screens) {
      assert.equal((await service.get(src!)).headers.get('content-type'), 'image/webp')
    }
  })

  test('links to existing demo shops, not to other shops of the same name', async () => {
    const bakery = await aStore(service)
    await service.put('/api/v1/store', { key: bakery.key, body: { slug: 'la-espiga' } })
    assert.doesNotMatch((await service.get('/')).text, /href="\/la-espiga"|href="#tiendas"/)
    await service.sql`update accounts set email = ${OWNER_EMAIL} where id = ${bakery.ownerId}`
    const { text } = await service.get('/')
    assert.match(text, /<a href="\/la-espiga">Ver la panadería<\/a>/)
    assert.match(text, /href="#tiendas"/)
    assert.doesNotMatch(text, /href="\/el-yunque"/)
  })

  test('links to the legal pages', async () => {
    const { text } = await service.get('/')
    for (const [path, title] of [
      ['/terminos', 'Términos de uso'],
      ['/privacidad', 'Privacidad'],
    ] as const) {
      assert.ok(text.includes(`href="${path}"`))
      assert.match(
        (await service.get(path)).text,
        new RegExp(
          `<meta name="description" content="[^"]+">[^]*<h1>${title}</h1>[^]*mailto:no-responder@localhost`,
        ),
      )
    }
  })
})

suite('the prices on the home page', () => {
  const MINUTE = 60_000
  const PRO = /<b>\$9\.00 USD al mes<\/b>, o \$199\.00 USD una sola vez/
  const asked = () => stripe.requests.filter(({ path }) => path === '/v1/prices').length

  /** A service that asked for no prices yet, on a clock that the test moves. */
  async function aPayingService(t: TestContext) {
    t.after(() => stripe.failWith(null))
    const now = Date.now()
    t.mock.timers.enable({ apis: ['Date'], now })
    const { get } = await startService(stripe.env, service)
    const before = asked()
    return {
      page: async () => (await get('/')).text,
      asked: () => asked() - before,
      at: (minutes: number) => t.mock.timers.setTime(now + minutes * MINUTE),
    }
  }

  test('are fetched every ten minutes, and kept while Stripe fails', async (t) => {
    const home = await aPayingService(t)
    for (const text of await Promise.all(Array.from({ length: 10 }, home.page))) assert.match(text, PRO)
    home.at(9)
    assert.match(await home.page(), PRO)
    assert.equal(home.asked(), 1)
    stripe.failWith({ status: 500 })
    home.at(11)
    assert.match(await home.page(), PRO)
    await waitFor(() => home.asked() === 2)
    for (let n = 0; n < 5; n++) assert.match(await home.page(), PRO)
    assert.ok(home.asked() <= 3, String(home.asked()))
  })

  test('are omitted before the first response of Stripe, and retried after half a minute', async (t) => {
    const home = await aPayingService(t)
    stripe.failWith({ status: 503 })
    for (const text of await Promise.all(Array.from({ length: 5 }, home.page)))
      assert.doesNotMatch(text, /USD/)
    assert.doesNotMatch(await home.page(), /USD/)
    assert.equal(home.asked(), 1)
    stripe.failWith(null)
    home.at(1)
    await waitFor(async () => PRO.test(await home.page()))
    assert.equal(home.asked(), 2)
  })

  test('exclude prices that a checkout can not use: a one-time Pro, or a monthly Lifetime', async (t) => {
    const prices = stripe.objects.all('price')
    const kinds = prices.map((price) => price['recurring'])
    t.after(() => prices.forEach((price, n) => (price['recurring'] = kinds[n]!)))
    prices.forEach((price, n) => (price['recurring'] = kinds.toReversed()[n]!))
    assert.doesNotMatch(await (await aPayingService(t)).page(), /USD/)
  })
})

suite('a page of the service', () => {
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const page = await service.get(path, undefined, headers)
    return { ...page, language: /<html lang="([^"]+)"/.exec(page.text)![1] }
  }

  for (const path of ['/', '/terminos', '/privacidad', '/nada/de/eso']) {
    test(`is in the language that the browser asks for: ${path}`, async () => {
      for (const [accepted, language] of [
        ['pt-BR,pt;q=0.9,en;q=0.8', 'pt-BR'],
        ['en', 'en'],
        ['fr-CH, fr;q=0.9, en;q=0.3, pt;q=0.7', 'pt-BR'],
        ['pt;q=0, EN-us', 'en'],
        ['fr', 'es'],
        ['*', 'es'],
        ['pt;q=zero', 'es'],
      ]) {
        const page = await read(path, { 'accept-language': accepted! })
        assert.equal(page.language, language, accepted)
        assert.match(page.headers.get('vary')!, /\baccept-language\b.*\baccept-encoding\b/)
      }
    })
  }

  test('keeps the language that was chosen, and names each to search engines', async () => {
    const chosen = await read('/?idioma=pt', { 'accept-language': 'en' })
    assert.equal(chosen.language, 'pt-BR')
    const [kept] = chosen.headers.get('set-cookie')!.split(';')
    assert.equal(kept, 'vitrina-language=pt')
    const next = await read('/privacidad', { 'accept-language': 'en', cookie: kept })
    assert.equal(next.language, 'pt-BR')
    assert.match(
      next.text,
      /<a href="\/privacidad\?idioma=en" lang="en" hreflang="en" aria-current="false">English</,
    )
    const alternates = [...chosen.text.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)]
    const { publicUrl } = service.app
    assert.deepEqual(alternates.map(([, language, href]) => [language, href]), [
      ['es', `${publicUrl}/?idioma=es`],
      ['pt-BR', `${publicUrl}/?idioma=pt`],
      ['en', `${publicUrl}/?idioma=en`],
      ['x-default', `${publicUrl}/`],
    ]) // prettier-ignore
  })

  test('is not cached for others where it sets what was chosen, and ignores what is no language', async () => {
    const chosen = await read('/?idioma=en')
    assert.equal(chosen.headers.get('cache-control'), 'private, no-cache')
    const unknown = await read('/?idioma=fr', { cookie: 'vitrina-language=xx' })
    assert.deepEqual([unknown.language, unknown.headers.get('set-cookie')], ['es', null])
  })
})
