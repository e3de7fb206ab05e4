import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { newId } from '../../core/values/id.ts'
import { startService } from '../../../test/service.ts'
import { aCategory, aProduct, aStore } from '../../../test/factories.ts'
import { rowsRead } from '../../../test/rows-read.ts'
import { connect } from '../../core/database/db.ts'
import { themeIds, type ThemeId } from '../../features/themes/theme.ts'
import { listProductsOnSale } from '../../features/catalog/catalog.ts'
import { noFilters } from '../../features/catalog/filters.ts'
import { languages, type Language } from '../../core/texts/language.ts'
import { assets } from './parts/icon.ts'
import { listMenu, MAX_MENU_PRODUCTS, sizesOf } from './menu.ts'

const service = await startService()
const page = (path: string) => service.get(path)

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
  test('the editorial theme features every seventh product that has a picture, on the first page alone', async () => {
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

  test('the editorial theme starts with the shop’s banner, or with its newest product', async () => {
    const picture = (name: string) => ({ name, imageUrl: `https://fotos.ejemplo.test/${name}.jpg` })
    const store = await dressed('barro')
    await aProduct(service, store, picture('Gorro'))
    assert.match((await page(`/${store.slug}`)).text, /<h2 class="found">.*card story.*Gorro/)
    await aProduct(service, store, picture('Poncho'))
    const led = (await page(`/${store.slug}`)).text
    assert.match(led, /<ul class="cover">.*<h2 class="name"><a [^>]*>Poncho.*<h2 class="found">Productos/)
    assert.deepEqual(names(led), ['Poncho', 'Gorro'])
    await aProduct(service, store, { name: 'Sin foto' })
    await aProduct(service, store, { ...picture('Agotado'), variants: [{ name: 'Chico', stock: 0 }] })
    const { text: later } = await page(`/${store.slug}`)
    assert.match(later, /<ul class="cover">.*<h2 class="name"><a [^>]*>Poncho.*<h2 class="found">Productos/)
    assert.deepEqual(names(later), ['Poncho', 'Agotado', 'Sin foto', 'Gorro'])
    const pictured = await dressed('barro', { bannerUrl: 'https://fotos.ejemplo.test/taller.jpg' })
    for (const name of ['Gorro', 'Poncho']) await aProduct(service, pictured, picture(name))
    const { text } = await page(`/${pictured.slug}`)
    assert.match(text, /<section class="hero pictured">.*<h2 class="found">.*card story.*Poncho/)
    assert.doesNotMatch(text, /class="cover"/)
  })
})

suite('the dense theme', () => {
  test('the dense theme has a row for each product, with its options, price and button', async () => {
    const store = await dressed('tinta')
    await aProduct(service, store, { name: 'Taladro', price: 80, comparePrice: 100 })
    const variants = [{ name: '1/2', price: 5 }, { name: '3/4' }, { name: '1', stock: 0 }]
    await aProduct(service, store, { name: 'Tubo', price: 9, variants })
    await aProduct(service, store, { name: 'Clavo', variants: [{ name: '2 in', stock: 0 }] })
    const { text } = await page(`/${store.slug}`)
    const [, nail, pipe, drill] = text.split('<li class="card')
    assert.match(pipe!, /Tubo.*3 opciones.*Desde.*5\.00.*data-choose/)
    assert.match(drill!, /Taladro.*−20\s%.*80\.00.*100\.00.*aria-label="Agregar Taladro al carrito"/)
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

  test('the menu theme has a section for each category by position, and uncategorized products last', async () => {
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

  test('the menu theme cuts long sections and has a link to the rest; categories beyond the last section are linked', async () => {
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
    assert.equal(names(after).length, MAX_MENU_PRODUCTS)
    assert.match(after, /href="\/[^"]*\?categoria=s-10">Ver los 44 de Sección 10</)
  })

  const firstCategory = async ({ id }: { id: string }) =>
    (
      await service.sql<
        [{ id: string }]
      >`select id from categories where store_id = ${id} order by position limit 1`
    )[0]

  test('the menu theme is one list without categories, and when sorted', async () => {
    const store = await dressed('lino')
    await aProduct(service, store, { name: 'Pan' })
    assert.deepEqual(read((await page(`/${store.slug}`)).text).index, [])
    const { id } = await aCategory(service, store, { slug: 'panes' })
    await aProduct(service, store, { name: 'Ajo', categoryId: id })
    const sorted = (await page(`/${store.slug}?orden=nombre`)).text
    assert.deepEqual([read(sorted).index, names(sorted)], [[], ['Ajo', 'Pan']])
  })

  test('the menu theme has the cart in the form of its links and at the bottom, for browsers without JavaScript', async () => {
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

  test('the menu theme holds a cart of 100 lines in its forms, not in every link', async () => {
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

  test('the menu theme distributes its limit so that small sections are complete', () => {
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

  test('the menu theme is read by the same statement for any number of sections, on Citus by one for each number', async (t) => {
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

  test('the menu theme reads no more rows of a large shop than its product list does', async () => {
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
        categoryIds: null,
        sort: 'nuevos',
        filters: noFilters,
        limit: 48,
        offset: 0,
      }),
    )
    assert.ok(menu < list * 1.2 && list < 5000, `${menu} ${list}`)
  })
})

suite('the size of a catalog page of 48 products', () => {
  const packed = async (url: string) =>
    (await service.app.inject({ url, headers: { 'accept-encoding': 'br' } })).rawPayload.length

  test('the size of a catalog page of 48 products is at most 14 KiB of HTML, 12 of JavaScript and 12 of CSS', async () => {
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
    const together = async (names: string[], language: Language) => {
      const scripts = names.map((name) => assets.script(`${name}.js`).in(language))
      const sizes = await Promise.all(scripts.map(packed))
      return sizes.reduce((sum, size) => sum + size, 0)
    }
    // All that a page may load, also later; measurement only in the shops that have it, of those who agreed.
    const always = ['shop', 'cart', 'page', 'put']
    const looking = ['counters', 'sheet', 'choices', 'cart-edit']
    const pages = {
      catalog: [...looking, 'menu', 'search', 'filters', 'table'],
      product: [...looking, 'search', 'review', 'viewer', 'gallery', 'share'],
      cart: ['search', 'sheet', 'cart-edit', 'cart-page'],
      checkout: ['search', 'buy', 'table', 'order', 'delivery', 'areas', 'place'],
      order: ['search', 'order', 'order-page', 'receipt', 'sheet', 'cart-edit'],
    }
    const scripts = await Promise.all(
      Object.values(pages).flatMap((names) =>
        languages.map((language) => together([...always, ...names], language)),
      ),
    )
    const script = Math.max(...scripts)
    const styles = await Promise.all(themeIds.map((id) => packed(`/assets/${version}/${id}.css`)))
    const sizes = { page: await packed(`/${store.slug}`), script, style: Math.max(...styles) }
    assert.ok(
      sizes.page <= 14 * 1024 && sizes.script <= 12 * 1024 && sizes.style <= 12 * 1024,
      JSON.stringify(sizes),
    )
  })

  test('the size of a catalog page is the same in the other themes, with descriptions and 60 products in a menu', async () => {
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
      assert.equal(names(text).length, theme === 'lino' ? MAX_MENU_PRODUCTS - 4 : 48)
      const size = await packed(`/${store.slug}`)
      assert.ok(size <= 14_000, `${theme}: ${size}`)
    }
  })
})
