import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { newId } from '../core/values/id.ts'
import { startService } from '../../test/service.ts'
import { aCategory, aProduct, aStore } from '../../test/factories.ts'
import { rowsRead } from '../../test/rows-read.ts'
import { connect } from '../core/database/db.ts'
import { searchProducts } from '../products/search.ts'
import { themeIds, type ThemeId } from '../themes/theme.ts'
import { listProductsOnSale } from './catalog.ts'
import { listMenu, MAX_PRODUCTS, sizesOf } from './menu.ts'

const service = await startService()
const page = (path: string) => service.get(path)

const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
const set = (store: { key: string }, settings: object) =>
  service.put('/api/v1/store', { key: store.key, body: settings })

suite('the information about a shop', () => {
  test('has its hours, address and Instagram', async () => {
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
    assert.match((await page(`/${store.slug}/llms.txt`)).text, /sábado 9:00–13:00/)
    assert.doesNotMatch((await page(`/${(await aStore(service)).slug}`)).text, /Horario|Instagram/)
  })

  test('has the end of a closure, its message, and whether orders are accepted', async () => {
    const store = await aStore(service)
    await set(store, { closedUntil: inHours(30), closedMessage: 'Vacaciones' })
    assert.match((await page(`/${store.slug}`)).text, /<b>Vacaciones<\/b> Abre el .*Puedes pedir/)
    await set(store, { closedMessage: null, ordersWhileClosed: false })
    const { text } = await page(`/${store.slug}`)
    assert.match(text, /La tienda está cerrada\.<\/b> Abre el .*no toma pedidos/)
    await set(store, { closedUntil: inHours(-1) })
    assert.doesNotMatch((await page(`/${store.slug}`)).text, /class="notice closed"/)
  })

  test('is updated when it opens or closes, on cached pages too', async (t) => {
    const store = await aStore(service)
    await set(store, { closedUntil: new Date(Date.now() + 60_000).toISOString() })
    assert.match((await page(`/${store.slug}`)).text, /class="notice closed"/)
    const before = Date.now()
    t.mock.method(Date, 'now', () => before + 59_000)
    assert.match((await page(`/${store.slug}`)).text, /class="notice closed"/)
    t.mock.method(Date, 'now', () => before + 61_000)
    assert.doesNotMatch((await page(`/${store.slug}`)).text, /class="notice closed"/)
  })
})

suite('GET /{slug}', () => {
  test('shows only products on sale', async () => {
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

  test('shows a change at once, although pages are cached', async () => {
    const store = await aStore(service)
    await aProduct(service, store, { name: 'El primero' })
    assert.match((await page(`/${store.slug}`)).text, /El primero/)
    await aProduct(service, store, { name: 'El segundo' })
    assert.match((await page(`/${store.slug}`)).text, /El segundo/)
    await service.sql`update stores set name = 'Otro nombre', updated_at = now() where id = ${store.id}`
    assert.match((await page(`/${store.slug}`)).text, /<title>Otro nombre/)
  })

  test('has an ETag with 304, and is compressed', async () => {
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

  test('filters by category, searches ignoring accents, sorts and has pages', async () => {
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
    assert.equal((await page(`/${store.slug}?pagina=3`)).status, 404)
    assert.equal((await page(`/${store.slug}?categoria=nada`)).status, 404)
  })

  test('sorts and filters by the price that its cards show', async () => {
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

  test('an empty search result links to the chat, and shows other products', async () => {
    const store = await aStore(service)
    await aProduct(service, store, { name: 'Lo único' })
    const { text } = await page(`/${store.slug}?q=nada`)
    assert.match(text, /wa\.me\/50255551234\?text=[^"]*nada/)
    assert.match(text, /<h2>Lo más nuevo<\/h2>[^]*Lo único/)
  })

  test('has its headings in order, on every kind of page', async () => {
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

  test('shows the initials of a product without a picture, or the logo of the shop', async () => {
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

  test('503 on too many concurrent searches, with the search text kept', async () => {
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

  test('has a content security policy that allows only its own files', async () => {
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

/** A store in a theme. */
async function dressed(theme: ThemeId, settings: object = {}) {
  const store = await aStore(service)
  await service.sql`
    insert into themes (store_id, id, is_active, published)
    values (${store.id}, ${theme}, true, ${service.sql.json(settings)})`
  return store
}

const texts = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found)
const names = (text: string) => texts(text, /class="name"><a [^>]*>([^<]*)/g)

suite('the editorial theme', () => {
  test('features every seventh product that has a picture, on the first page alone', async () => {
    const store = await dressed('barro')
    const category = await aCategory(service, store, { slug: 'abrigos' })
    for (let n = 15; n > 0; n--) {
      await aProduct(service, store, {
        name: `Abrigo ${n}`,
        description: `Tejido ${n}`,
        categoryId: category.id,
        ...(n !== 8 && { imageUrl: `https://fotos.ejemplo.test/${n}.jpg` }),
      })
    }
    const { text } = await page(`/${store.slug}`)
    const stories = text.split('<li class="card').filter((card) => card.startsWith(' story'))
    assert.deepEqual(stories.map(names), [['Abrigo 1'], ['Abrigo 15']])
    assert.match(stories[0]!, /<p class="muted">Tejido 1<\/p>/)
    assert.equal(names(text).length, 15)
    for (const query of ['?categoria=abrigos', '?q=abrigo']) {
      assert.doesNotMatch((await page(`/${store.slug}${query}`)).text, /card story/)
    }
  })

  test('starts with the shop’s banner, or with its newest product', async () => {
    const picture = (name: string) => ({ name, imageUrl: `https://fotos.ejemplo.test/${name}.jpg` })
    const store = await dressed('barro')
    await aProduct(service, store, picture('Gorro'))
    assert.match((await page(`/${store.slug}`)).text, /<h2 class="found">.*card story.*Gorro/)
    await aProduct(service, store, picture('Poncho'))
    const led = (await page(`/${store.slug}`)).text
    assert.match(led, /<ul class="cover">.*<h2 class="name"><a [^>]*>Poncho.*<h2 class="found">Productos/)
    assert.deepEqual(names(led), ['Poncho', 'Gorro'])
    const pictured = await dressed('barro', { bannerUrl: 'https://fotos.ejemplo.test/taller.jpg' })
    for (const name of ['Gorro', 'Poncho']) await aProduct(service, pictured, picture(name))
    const { text } = await page(`/${pictured.slug}`)
    assert.match(text, /<section class="hero pictured">.*<h2 class="found">.*card story.*Poncho/)
    assert.doesNotMatch(text, /class="cover"/)
  })
})

suite('the dense theme', () => {
  test('has a row for each product, with its options, price and button', async () => {
    const store = await dressed('tinta')
    await aProduct(service, store, { name: 'Taladro', price: 80, comparePrice: 100 })
    const variants = [{ name: '1/2', price: 5 }, { name: '3/4' }, { name: '1', stock: 0 }]
    await aProduct(service, store, { name: 'Tubo', price: 9, variants })
    await aProduct(service, store, { name: 'Clavo', variants: [{ name: '2 in', stock: 0 }] })
    const { text } = await page(`/${store.slug}`)
    const [, nail, pipe, drill] = text.split('<li class="card')
    assert.match(pipe!, /Tubo.*3 opciones.*Desde.*5\.00.*data-choose/)
    assert.match(drill!, /Taladro.*−20 %.*80\.00.*100\.00.*aria-label="Agregar Taladro al carrito"/)
    assert.match(nail!, /Clavo.*Agotado/)
    assert.doesNotMatch(nail!.split('</li>')[0]!, /class="add"/)
  })
})

suite('the menu theme', () => {
  /** The anchors of the index, and the sections with the names in each. */
  const read = (text: string) => ({
    index: texts(/class="chips index".*?<\/nav>/.exec(text)?.[0] ?? '', /href="([^"]*)"/g),
    sections: text
      .split('<section id="')
      .slice(1)
      .map((section) => [/^[^"]*/.exec(section)![0], ...names(section)]),
  })

  test('has a section for each category by position, and uncategorized products last', async () => {
    const store = await dressed('lino')
    const of = async (name: string, products: string[], category: object = {}) => {
      const { id } = await aCategory(service, store, {
        name,
        slug: { Cafés: 'cafes' }[name] ?? name.toLowerCase(),
        ...category,
      })
      for (const product of products) await aProduct(service, store, { name: product, categoryId: id })
    }
    await of('Panes', ['Baguette', 'Hogaza'])
    await of('Vacía', [])
    await of('Oculta', ['Trenza'], { isActive: false })
    await of('Cafés', ['Espresso'])
    await aProduct(service, store, { name: 'Mermelada', description: 'De mora' })
    const { text } = await page(`/${store.slug}`)
    assert.deepEqual(read(text), {
      index: ['#menu-panes', '#menu-cafes', '#otros'],
      sections: [
        ['menu-panes', 'Hogaza', 'Baguette'],
        ['menu-cafes', 'Espresso'],
        ['otros', 'Mermelada', 'Trenza'],
      ],
    })
    assert.match(text, /Mermelada<\/a><\/h3><p class="muted">De mora/)
    const [, all] = /href="([^"]*)">Ver todos los productos/.exec(text)!
    assert.equal(names((await page(all!)).text).length, 5)
  })

  test('cuts long sections and has a link to the rest; categories beyond the last section are linked', async () => {
    const store = await dressed('lino')
    for (let n = 10; n < 33; n++) {
      const { id } = await aCategory(service, store, { name: `Sección ${n}`, slug: `s-${n}`, position: n })
      for (let i = 0; i < (n === 10 ? 30 : 1); i++)
        await aProduct(service, store, { name: `P ${n} ${i}`, categoryId: id })
    }
    const { text } = await page(`/${store.slug}`)
    const { index, sections } = read(text)
    assert.equal(sections.length, 20)
    assert.equal(sections[0]!.length, 1 + 30)
    assert.deepEqual(index.slice(18), [
      '#menu-s-28',
      '#menu-s-29',
      ...[30, 31, 32].map((n) => `/${store.slug}?categoria=s-${n}`),
    ])
    for (let i = 30; i < 44; i++)
      await aProduct(service, store, { name: `P ${i}`, categoryId: (await firstCategory(store)).id })
    const after = (await page(`/${store.slug}`)).text
    assert.equal(names(after).length, MAX_PRODUCTS)
    assert.match(after, /href="\/[^"]*\?categoria=s-10">Ver los 44 de Sección 10</)
  })

  const firstCategory = async ({ id }: { id: string }) =>
    (
      await service.sql<
        [{ id: string }]
      >`select id from categories where store_id = ${id} order by position limit 1`
    )[0]

  test('is one list without categories, and when sorted', async () => {
    const store = await dressed('lino')
    await aProduct(service, store, { name: 'Pan' })
    assert.deepEqual(read((await page(`/${store.slug}`)).text).index, [])
    const { id } = await aCategory(service, store, { slug: 'panes' })
    await aProduct(service, store, { name: 'Ajo', categoryId: id })
    const sorted = (await page(`/${store.slug}?orden=nombre`)).text
    assert.deepEqual([read(sorted).index, names(sorted)], [[], ['Ajo', 'Pan']])
  })

  test('has the cart in the form of its links and at the bottom, for browsers without JavaScript', async () => {
    const store = await dressed('lino')
    const { id: categoryId } = await aCategory(service, store, { slug: 'panes' })
    const { variants } = await aProduct(service, store, { name: 'Pan', price: 5, categoryId })
    const empty = (await page(`/${store.slug}`)).text
    assert.match(
      empty,
      /class="cart cartbar"[^>]*aria-label="Carrito"><span>Carrito<\/span><span class="count" hidden>/,
    )
    const [, add] = /class="add" href="([^"]*)"/.exec(empty)!
    const cart = await page(add!.replaceAll('&amp;', '&'))
    assert.match(cart.text, /Cantidad de Pan/)
    const line = `${variants[0]!.id}~5`
    const field = (name: string, value: string) => `<input type="hidden" name="${name}" value="${value}">`
    const carried = `<form id="carried" hidden>${field('v', line)}${field('n', '1')}</form>`
    assert.ok(cart.text.includes(carried))
    assert.match(
      cart.text,
      new RegExp(`form="carried" class="quiet" formaction="/${store.slug}">[^]*?Seguir comprando`),
    )
    const again = (await page(`/${store.slug}?v=${line}&n=1`)).text
    assert.ok(again.includes(carried))
    assert.match(again, /form="carried" class="cart cartbar"[^>]*aria-label="Carrito, 1 artículo">/)
    const more = `<button role="link" form="carried" class="add" formaction="/${store.slug}/carrito" name="v" value="${line}"`
    assert.ok(again.includes(more))
  })

  test('holds a cart of 100 lines in its forms, not in every link', async () => {
    const store = await aStore(service)
    const { slug } = await aProduct(service, store)
    for (let n = 1; n < 48; n++) await aProduct(service, store, { name: `Pan ${n}` })
    const lines = Array.from({ length: 100 }, () => newId())
    const cart = lines.map((id) => `v=${id}~9999.99&n=9999`).join('&')
    for (const [path, times] of [
      ['', 3],
      [`/p/${slug}`, 4],
    ] as const) {
      const { text } = await page(`/${store.slug}${path}?${cart}`)
      assert.equal(text.split(lines[50]!).length - 1, times, path)
      assert.ok(text.length < 120_000, `${text.length} bytes`)
    }
  })

  test('distributes its limit so that small sections are complete', () => {
    assert.deepEqual(sizesOf([30, 2, 30], 20), [9, 2, 9])
    assert.deepEqual(sizesOf([3, 2], 60), [3, 2])
    assert.deepEqual(sizesOf([], 60), [])
    assert.deepEqual(
      sizesOf(
        Array.from({ length: 20 }, () => 500),
        60,
      ),
      Array.from({ length: 20 }, () => 3),
    )
  })

  test('is read by the same statement for any number of sections, on Citus by one for each number', async (t) => {
    const sql = connect(service.databaseUrl, { max: 1 })
    t.after(() => sql.end())
    for (const count of [1, 3]) {
      const store = await aStore(service)
      for (let n = 0; n < count; n++) {
        const { id: categoryId } = await aCategory(service, store)
        await aProduct(service, store, { categoryId })
      }
      assert.equal((await listMenu(sql, store.id)).sections.length, count)
    }
    const [{ statements }] = await sql<[{ statements: number }]>`
      select count(*) as statements from pg_prepared_statements where statement like ${'% as section,%'}`
    assert.equal(statements, service.sql.engine === 'citus' ? 2 : 1)
  })

  test('reads no more rows of a large shop than its product list does', async () => {
    const store = await dressed('lino')
    await service.sql`
      insert into categories (store_id, id, name, slug, position)
      select ${store.id}, ${store.id} || n, 'Sección ' || n, 'seccion-' || n, n from generate_series(1, 40) as n`
    await aProduct(service, store, { name: 'Pan' })
    await service.sql`
      insert into products (store_id, id, name, slug, price, category_id)
      select ${store.id}, ${store.id} || n, 'Pan ' || n, 'pan-' || n, 5, ${store.id} || (1 + n % 40) from generate_series(1, 2000) as n`
    await service.sql`
      insert into variants (store_id, id, product_id, name, is_default, position)
      select ${store.id}, id, id, 'Única', true, 0 from products where store_id = ${store.id} and slug like 'pan-%'`
    await service.sql`analyze products, variants, categories`
    const menu = await rowsRead(service.sql, 'variants', (tx) =>
      listMenu(Object.assign(tx, { engine: service.sql.engine }), store.id),
    )
    const list = await rowsRead(service.sql, 'variants', (tx) =>
      listProductsOnSale(tx, store.id, {
        search: '',
        category: null,
        sort: 'nuevos',
        minPrice: null,
        maxPrice: null,
        page: 1,
      }),
    )
    assert.ok(menu < list * 1.2 && list < 5000, `${menu} ${list}`)
  })
})

suite('assets', () => {
  test('are cached forever under content-hashed URLs', async () => {
    const { text } = await page(`/${(await aStore(service)).slug}`)
    const addresses = [...text.matchAll(/"(\/assets\/[^"#]*)/g)].map(([, address]) => address!)
    assert.ok(addresses.length >= 5)
    for (const address of addresses) {
      const { status, headers } = await page(address)
      assert.equal(status, 200, address)
      assert.match(headers.get('cache-control')!, /immutable/, address)
    }
    assert.equal((await page('/assets/0/barro.css')).headers.get('cache-control'), 'no-cache')
    assert.equal((await page('/assets/0/axes.js')).status, 200, 'which open pages of 0.2.0 import')
    assert.equal((await page('/assets/0/..%2fshop.ts')).status, 404)
    assert.equal((await page('/assets/theme/barro-};x-14-a.css')).status, 404)
  })
})

suite('the size of a catalog page of 48 products', () => {
  const packed = async (url: string) =>
    (await service.app.inject({ url, headers: { 'accept-encoding': 'br' } })).rawPayload.length

  test('is at most 14 KB of HTML, 10 of JavaScript and 10 of CSS', async () => {
    const store = await aStore(service)
    const words = ['Café', 'Taza', 'Molino', 'Filtro', 'Miel', 'Bolsa', 'Termo']
    for (let n = 0; n < 48; n++) {
      await aProduct(service, store, {
        name: `${words[n % 7]} ${words[(n * 3 + 1) % 7]} de ${words[(n * 5 + 2) % 7]} número ${n}`,
        price: 40 + n,
        imageUrl: `https://fotos.ejemplo.test/${n * 7919}.jpg`,
      })
    }
    const { text } = await page(`/${store.slug}`)
    assert.equal(text.match(/<li class="card/g)?.length, 48)
    assert.equal(text.match(/<img /g)?.length, 48)
    const [, version] = /\/assets\/([^/]+)\/shop\.js/.exec(text)!
    const together = async (names: string[]) => {
      const all = await Promise.all(names.map((name) => packed(`/assets/${version}/${name}.js`)))
      return all.reduce((sum, size) => sum + size, 0)
    }
    // All that a page may load, also later.
    const looking = ['shop', 'cart', 'page', 'events', 'menu', 'sheet', 'option-chips', 'fly']
    const buying = ['buy', 'cart', 'cart-page', 'page', 'events', 'order']
    const script = Math.max(await together(looking), await together(buying))
    const styles = await Promise.all(themeIds.map((id) => packed(`/assets/${version}/${id}.css`)))
    const sizes = { page: await packed(`/${store.slug}`), script, style: Math.max(...styles) }
    assert.ok(sizes.page <= 14_000 && sizes.script <= 10_000 && sizes.style <= 10_000, JSON.stringify(sizes))
  })

  test('is the same in the other themes, with descriptions and 60 products in a menu', async () => {
    const words = ['Mora', 'Nuez', 'Trigo', 'Miel', 'Anís', 'Cacao', 'Coco']
    for (const theme of ['lino', 'tinta'] as const) {
      const store = await dressed(theme)
      const categories = await Promise.all(words.map((name) => aCategory(service, store, { name })))
      for (let n = 0; n < 70; n++) {
        await aProduct(service, store, {
          name: `Pan de ${words[n % 7]} con ${words[(n * 3 + 1) % 7]} ${n}`,
          description: `Con ${words[(n * 5) % 7]} molida de la sierra, ${n} horas de reposo y una corteza que cruje al partirla.`,
          categoryId: categories[n % 7]!.id,
          imageUrl: `https://fotos.ejemplo.test/${n * 7919}.jpg`,
        })
      }
      const { text } = await page(`/${store.slug}`)
      assert.equal(names(text).length, theme === 'lino' ? MAX_PRODUCTS - 4 : 48)
      const size = await packed(`/${store.slug}`)
      assert.ok(size <= 14_000, `${theme}: ${size}`)
    }
  })
})
