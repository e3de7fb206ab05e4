import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { assertIncludes } from '../../../test/assert-includes.ts'
import { startService } from '../../../test/service.ts'
import { aCategory, aProduct, aStore } from '../../../test/factories.ts'
import { newRequest, runInRequest } from '../../core/process/current-request.ts'
import { searchProducts } from '../../features/products/search.ts'

const service = await startService()
const page = (path: string) => service.get(path)
const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

const set = (store: { key: string }, settings: object) =>
  service.put('/api/v1/store', { key: store.key, body: settings })

suite('the information about a shop', () => {
  test('the information about a shop has its hours, address and Instagram', async () => {
    const store = await aStore(service)
    const settings = {
      address: '5a avenida norte 28',
      instagram: 'cafeantigua',
      hours: { sat: [['09:00', '13:00']] },
    }
    await set(store, settings)
    const { text } = await page(`/${store.slug}`)
    assert.match(text, /<dt>sábado<\/dt><dd>9:00–13:00<\/dd>/)
    assert.match(
      text,
      /href="https:\/\/www\.google\.com\/maps\/search\/\?api=1&amp;query=5a%20avenida%20norte%2028"/,
    )
    assert.match(text, /href="https:\/\/www\.instagram\.com\/cafeantigua\/"/)
    assert.match(text, /"openingHours":\["Sa 09:00-13:00"\]/)
    assert.match((await page(`/${store.slug}/llms.txt`)).text, /sábado 9:00–13:00\b/)
    assert.doesNotMatch((await page(`/${(await aStore(service)).slug}`)).text, /Horario|Instagram/)
  })

  test('the information about a shop has the end of a closure, its message, and whether orders are accepted', async () => {
    const store = await aStore(service)
    const closedUntil = inHours(30)
    await set(store, { closedUntil, closedMessage: 'Vacaciones' })
    const day = { weekday: 'long', day: 'numeric', timeZone: 'America/Guatemala' } as const
    const opens = `Abre el ${new Date(closedUntil).toLocaleDateString('es-GT', day).replace(',', '')}, `
    assertIncludes((await page(`/${store.slug}`)).text, [`<b>Vacaciones</b> · ${opens}`])
    await set(store, { closedMessage: null, ordersWhileClosed: false })
    const { text } = await page(`/${store.slug}`)
    assertIncludes(text, [`Cerrado, sin pedidos</b> · ${opens}`])
    await set(store, { closedUntil: inHours(-1) })
    assert.doesNotMatch((await page(`/${store.slug}`)).text, /class="closed"/)
  })

  test('the information about a shop is updated when it opens or closes, on cached pages too', async (t) => {
    const store = await aStore(service)
    await set(store, { closedUntil: new Date(Date.now() + 60_000).toISOString() })
    assert.match((await page(`/${store.slug}`)).text, /class="closed"/)
    const before = Date.now()
    t.mock.timers.enable({ apis: ['Date'], now: before + 59_000 })
    assert.match((await page(`/${store.slug}`)).text, /class="closed"/)
    t.mock.timers.setTime(before + 61_000)
    assert.doesNotMatch((await page(`/${store.slug}`)).text, /class="closed"/)
  })
})

suite('GET /{slug}', () => {
  test('the catalog page shows only products on sale', async () => {
    const store = await aStore(service)
    await aProduct(service, store, { name: 'Café lavado', price: 85.5 })
    await aProduct(service, store, { name: 'Café escondido', isActive: false })
    await aProduct(service, store, { name: 'Sin variantes', variants: [{ name: 'Uno', isActive: false }] })
    const { status, text, headers } = await page(`/${store.slug}`)
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
    assert.match(text, /Café lavado[^]*Q\s85\.50/)
    assert.doesNotMatch(text, /escondido|Sin variantes/)
    assert.equal((await page(`/${(await aStore(service)).slug}`)).text.includes('Café lavado'), false)
  })

  test('the catalog page shows a change at once, although pages are cached', async () => {
    const store = await aStore(service)
    await aProduct(service, store, { name: 'El primero' })
    assert.match((await page(`/${store.slug}`)).text, /El primero/)
    await aProduct(service, store, { name: 'El segundo' })
    assert.match((await page(`/${store.slug}`)).text, /El segundo/)
    await service.sql`update stores set name = 'Otro nombre', updated_at = now() where id = ${store.id}`
    assert.match((await page(`/${store.slug}`)).text, /<title>Otro nombre/)
  })

  test('the catalog page has an ETag with 304, and is compressed', async () => {
    const store = await aStore(service)
    const first = await page(`/${store.slug}`)
    const again = await service.get(`/${store.slug}`, undefined, {
      'if-none-match': first.headers.get('etag')!,
    })
    assert.equal(again.status, 304)
    const packed = await service.app.inject({
      url: `/${store.slug}`,
      headers: { 'accept-encoding': 'gzip, br' },
    })
    assert.equal(packed.headers['content-encoding'], 'br')
    assert.match(brotliDecompressSync(packed.rawPayload).toString(), /^<!doctype html>/)
  })

  test('the catalog page filters by category, searches ignoring accents, sorts and has pages', async () => {
    const store = await aStore(service)
    const category = await aCategory(service, store, { name: 'Métodos' })
    await aProduct(service, store, { name: 'Cafetera', price: 300, categoryId: category.id })
    for (let n = 0; n < 49; n++) await aProduct(service, store, { name: `Café ${n}`, price: 50 + n })
    const [slug] = await service.sql<
      { slug: string }[]
    >`select slug from categories where id = ${category.id}`
    const names = async (query: string) =>
      [...(await page(`/${store.slug}${query}`)).text.matchAll(/class="name"><a [^>]*>([^<]*)/g)].map(
        ([, name]) => name,
      )
    assert.deepEqual(await names(`?categoria=${slug!.slug}`), ['Cafetera'])
    assert.deepEqual(await names('?q=CAFÉ+48'), ['Café 48'])
    assert.equal((await names('?orden=mayor-precio'))[0], 'Cafetera')
    assert.equal((await names('')).length, 48)
    assert.equal((await names('?pagina=2')).length, 2)
    await set(store, { language: 'en' })
    assertIncludes((await page(`/${store.slug}?pagina=2`)).text, ['Previous</a>', 'Page 2 of 2'])
    assert.equal((await page(`/${store.slug}?pagina=3`)).status, 404)
    assert.equal((await page(`/${store.slug}?categoria=nada`)).status, 404)
  })

  test('the catalog page sorts and filters by the price that its cards show', async () => {
    const store = await aStore(service)
    await aProduct(service, store, {
      name: 'Desde diez',
      price: 90,
      variants: [{ name: 'A', price: 10 }, { name: 'B' }],
    })
    await aProduct(service, store, { name: 'Veinte', price: 20 })
    await aProduct(service, store, { name: 'Treinta', price: 30 })
    const { slug } = store
    const text = async (query: string) => (await page(`/${slug}${query}`)).text
    const names = async (query: string) =>
      [...(await text(query)).matchAll(/class="name"><a [^>]*>([^<]*)/g)].map(([, name]) => name)
    assert.deepEqual(await names('?orden=menor-precio'), ['Desde diez', 'Veinte', 'Treinta'])
    assert.deepEqual(await names('?orden=mayor-precio'), ['Treinta', 'Veinte', 'Desde diez'])
    assert.deepEqual(await names('?orden=menor-precio&desde=15&hasta=25,50'), ['Veinte'])
    assert.deepEqual(await names('?hasta=10'), ['Desde diez'])
    assert.equal((await names('?desde=x&hasta=-1')).length, 3)
    assert.match(await text('?q=treinta&desde=15'), /Desde Q 15\.00 <a class="quiet" href="[^"]*\?q=treinta"/)
  })

  test('the catalog page filters by options of one variant, by what is reduced and by what is in stock', async () => {
    const store = await aStore(service)
    const shirt = async (name: string, variants: [size: string, colour: string, stock: number | null][]) =>
      aProduct(service, store, {
        name,
        price: 100,
        comparePrice: name === 'Lisa' ? 150 : null,
        options: [
          { name: 'Talla', values: ['S', 'M'] },
          { name: 'Color', values: ['Rojo', 'Azul'] },
        ],
        variants: variants.map(([size, colour, stock]) => ({
          name: `${size} ${colour}`,
          optionValues: [size, colour],
          stock,
        })),
      })
    await shirt('Rayas', [
      ['S', 'Rojo', 3],
      ['M', 'Azul', 0],
    ])
    await shirt('Lisa', [['M', 'Rojo', null]])
    const variants = [{ name: 'Grande', price: 80 }]
    await aProduct(service, store, { name: 'Gorra', price: 50, comparePrice: 60, variants }) // it costs 80
    const text = async (query: string) => (await page(`/${store.slug}${query}`)).text
    const names = async (query: string) =>
      [...(await text(query)).matchAll(/class="name"><a [^>]*>([^<]*)/g)].map(([, name]) => name)
    assert.deepEqual(await names('?op=Talla:M'), ['Lisa', 'Rayas'])
    assert.deepEqual(await names('?op=Talla:M&op=Color:Rojo'), ['Lisa'])
    const none = await text('?op=Talla:S&op=Color:Azul')
    assert.match(none, /"Talla:S" selected[^]*"Color:Azul" selected[^]*>Ver 0 productos<[^]*No encontramos/)
    assert.deepEqual(await names('?op=Talla:M&hay=1'), ['Lisa'])
    assert.deepEqual(await names('?hay=1&orden=nombre'), ['Gorra', 'Lisa', 'Rayas'])
    assert.deepEqual(await names('?oferta=1'), ['Lisa'])
    assert.deepEqual(await names('?q=rayas&op=Talla:S'), ['Rayas'])
    for (const query of ['op=', 'op=Talla', 'op=:M', 'op=Talla:', 'oferta=no', 'hay=0', 'op=%00:%00'])
      assert.equal((await names(`?${query}`)).length, 3, query)

    const filtered = await text('?op=Talla:M&oferta=1&orden=nombre')
    assert.match(filtered, /Talla: M · En oferta <a class="quiet" href="[^"]*\?orden=nombre">Quitar filtro</)
    assert.match(filtered, /<option value="Talla:M" selected>M</)
    assert.match(filtered, /<button class="button"[^>]*>Ver 1 producto</)
    assert.match(filtered, /noindex/)
    assert.match(await text(''), /<option value="Color:Rojo">Rojo<[^]*<option value="Color:Azul">Azul</)
  })

  test('the catalog page reads the prices of its filter as they are written where the shop is', async () => {
    for (const [currency, query, range] of [
      ['COP', 'hasta=50.000', /Hasta \$\s?50[.]000 </],
      ['COP', 'hasta=50000', /Hasta \$\s?50[.]000 </],
      ['CLP', 'desde=12.990', /Desde \$\s?12[.]990 </],
      ['MXN', 'hasta=1,500', /Hasta \$\s?1,500\.00 </],
      ['MXN', 'hasta=1500.5', /Hasta \$\s?1,500\.50 </],
      ['ARS', 'desde=1.500,50', /Desde \$\s?1[.]500,50 </],
      ['KWD', 'desde=1.125', /Desde KWD\s?1\.125 </],
    ] as const) {
      const { slug } = await aStore(service, { currency })
      assert.match((await page(`/${slug}?${query}`)).text, range, `${currency} ${query}`)
    }
  })

  test('an empty search result links to the chat, and shows other products', async () => {
    const store = await aStore(service)
    await aProduct(service, store, { name: 'Lo único' })
    const { text } = await page(`/${store.slug}?q=nada`)
    assert.match(text, /wa\.me\/50255551234\?text=[^"]*nada/)
    assert.match(text, /<h2>Lo más nuevo<\/h2>[^]*Lo único/)
  })

  test('the catalog page has its headings in order, on every kind of page', async () => {
    const store = await aStore(service)
    const { id: categoryId } = await aCategory(service, store, { slug: 'tazas' })
    await aProduct(service, store, { name: 'Taza', categoryId })
    for (const query of ['', '?q=taza', '?categoria=tazas', '?q=nada', '?desde=1']) {
      const { text } = await page(`/${store.slug}${query}`)
      const levels = [...text.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level))
      assert.equal(levels[0], 1, query)
      levels.forEach((level, i) =>
        assert.ok(i === 0 || level <= levels[i - 1]! + 1, `${query} ${levels.join()}`),
      )
    }
  })

  test('the catalog page shows the initials of a product without a picture, or the logo of the shop', async () => {
    const store = await aStore(service)
    await aProduct(service, store, { name: 'Café de altura' })
    assert.match((await page(`/${store.slug}`)).text, /class="picture initials" aria-hidden="true">CA</)
    await service.sql`
      insert into themes (store_id, id, is_active, published)
      values (${store.id}, 'tinta', true, '{"logoUrl": "https://ejemplo.test/logo.png"}')`
    assert.match(
      (await page(`/${store.slug}`)).text,
      /<img class="picture still" src="\/media\/[^"]*\/logo\//,
    )
  })

  test('the catalog page: 503 on too many concurrent searches, with the search text kept', async () => {
    const [store, other] = [await aStore(service), await aStore(service)]
    for (const one of [store, other]) await aProduct(service, one, { name: 'Café lavado' })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const waiting = Array.from({ length: 43 }, () =>
      searchProducts(service.sql, store.id, 'lavado', () => released.then(() => ({ total: 1 }))),
    )
    const { status, headers, text } = await page(`/${store.slug}?q=lavado`)
    assert.deepEqual([status, headers.get('retry-after')], [503, '2'])
    assert.match(text, /Vuelve a intentarlo en un momento/)
    assert.match((await page(`/${other.slug}?q=lavado`)).text, /Café lavado/) // another shop is not held up
    release()
    await Promise.all(waiting)
    assert.match((await page(`/${store.slug}?q=lavado`)).text, /Café lavado/)
  })

  test('a client with many slow searches leaves room for the searches of others in that shop', async () => {
    const store = await aStore(service)
    await aProduct(service, store, { name: 'Café lavado' })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const waiting = Array.from({ length: 40 }, () =>
      runInRequest(newRequest(undefined, '10.9.9.9'), () =>
        searchProducts(service.sql, store.id, 'lavado', () => released.then(() => ({ total: 1 }))),
      ),
    )
    assert.match((await page(`/${store.slug}?q=lavado`)).text, /Café lavado/)
    release()
    await Promise.all(waiting)
  })

  test('an empty category parameter is not the first page', async () => {
    const store = await aStore(service)
    await aProduct(service, store, { name: 'En la portada' })
    for (const slug of ['undefined', 'null', 'nuevos', '1']) {
      const [first, second] = [`/${store.slug}`, `/${store.slug}?categoria=${slug}`]
      assert.equal((await page(first)).status, 200)
      assert.equal((await page(second)).status, 404, slug)
      const { id } = await aCategory(service, store, { name: slug, slug })
      await aProduct(service, store, { name: `Solo en ${slug}`, categoryId: id })
      assert.doesNotMatch((await page(second)).text, /En la portada/)
      assert.match((await page(first)).text, /En la portada/)
      assert.match((await page(`${second}&orden=nada&x=1&pagina=01`)).text, new RegExp(`Solo en ${slug}`))
    }
  })

  test('unknown parameters are ignored', async () => {
    const store = await aStore(service)
    for (const query of ['?pagina=-1', '?pagina=x', '?q=%00', '?q=a&q=b', '?orden=nada', '?q=%ED%A0%80']) {
      assert.equal((await page(`/${store.slug}${query}`)).status, 200, query)
    }
  })

  test('texts of a merchant are escaped everywhere', async () => {
    const evil = `"'><script>alert(1)</script></title><!--`
    const store = await aStore(service)
    await service.sql`update stores set name = ${evil}, description = ${evil} where id = ${store.id}`
    await aProduct(service, store, { name: evil, description: evil, slug: 'malo' })
    for (const path of [
      `/${store.slug}`,
      `/${store.slug}?q=${encodeURIComponent(evil)}`,
      `/${store.slug}/p/malo`,
    ]) {
      const { text } = await page(path)
      assert.doesNotMatch(text, /<script>|<!--|'>/, path)
      assert.equal(text.match(/<title>/g)?.length, 1)
      for (const [, json] of text.matchAll(/ld\+json">(.*?)<\/script>/g)) JSON.parse(json!)
    }
  })

  test('the catalog page has a content security policy that allows only its own files', async () => {
    const { headers, text } = await page(`/${(await aStore(service)).slug}`)
    const policy = headers.get('content-security-policy')!
    assert.match(policy, /default-src 'none'.*require-trusted-types-for 'script'/)
    assert.doesNotMatch(policy, /unsafe|\*|https?:/)
    assert.doesNotMatch(text, /<script(?! type="(module|application\/ld\+json)")|style="| on\w+="/)
    assert.equal(headers.get('set-cookie'), null)
  })

  test('a renamed store redirects, a deleted one is 404, a suspended one says so', async () => {
    const store = await aStore(service)
    await service.sql`insert into slugs values ('nombre-de-antes', ${store.id}, now() + interval '1 day')`
    const moved = await page('/nombre-de-antes/p/algo?x=1')
    assert.equal(moved.status, 301)
    assert.equal(moved.headers.get('location'), `/${store.slug}/p/algo?x=1`)

    assert.equal((await page(`/${store.slug}`)).status, 200) // and is cached
    await service.sql`update stores set billing_state = 'suspended' where id = ${store.id}`
    const closed = await page(`/${store.slug}`)
    assert.equal(closed.status, 503)
    assert.match(closed.text, /No está disponible por ahora/)

    await service.sql`update stores set deleted_at = now() where id = ${store.id}`
    assert.equal((await page(`/${store.slug}`)).status, 404)
  })

  test('an unknown path is an error page, and JSON under /api', async () => {
    assert.match((await page('/no-hay-tal')).text, /Esta página no existe/)
    assert.match((await page('/no/hay/tal')).text, /Esta página no existe/)
    assert.equal((await page('/api/no')).json.code, 'NOT_FOUND')
    assert.equal((await page('/api/v1/no')).json.code, 'NOT_FOUND')
  })
})

suite('assets', () => {
  test('assets are cached forever under content-hashed URLs', async () => {
    const { text } = await page(`/${(await aStore(service)).slug}`)
    const addresses = [...text.matchAll(/"(\/assets\/[^"#]*)/g)].map(([, address]) => address!)
    assert.ok(addresses.length >= 5)
    for (const address of addresses) {
      const { status, headers } = await page(address)
      assert.equal(status, 200, address)
      assert.match(headers.get('cache-control')!, /immutable/, address)
    }
    assert.equal((await page('/assets/0/barro.css')).headers.get('cache-control'), 'no-cache')
    assert.equal((await page('/assets/0/..%2fshop.ts')).status, 404)
    assert.equal((await page('/assets/theme/barro-};x-14-a.css')).status, 404)
  })
})
