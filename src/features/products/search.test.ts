import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { rowsRead } from '../../../test/rows-read.ts'
import { startService } from '../../../test/service.ts'
import { aCategory, aProduct, aStore } from '../../../test/factories.ts'
import { connect, type Db } from '../../core/database/db.ts'
import { listProductsOnSale } from '../catalog/catalog.ts'
import { noFilters } from '../catalog/filters.ts'
import { selectProducts } from './list.ts'
import { productWords, searchQueries } from './search-words.ts'

const service = await startService()

type Store = Awaited<ReturnType<typeof aStore>>

async function names({ key }: Store, search: string, more = '') {
  const { json } = await service.get(`/api/v1/products?search=${encodeURIComponent(search)}${more}`, key)
  return json.data.map(({ name }: { name: string }) => name)
}

async function aBakery() {
  const store = await aStore(service)
  const drinks = await aCategory(service, store, { name: 'Bebidas calientes' })
  await aProduct(service, store, { name: 'Café molido', categoryId: drinks.id })
  await aProduct(service, store, { name: 'Taza', description: 'Para tu café de la mañana' })
  await aProduct(service, store, {
    name: 'Pan de molde',
    variants: [{ name: 'Integral' }, { name: 'Blanco' }],
  })
  await aProduct(service, store, { name: 'Flor de jamaica', price: 3 })
  await aProduct(service, store, { name: 'Cafetera', price: 900 })
  return { store, drinks }
}

suite('a search for products', () => {
  test('matches words of names, variants, categories and descriptions, in any order', async () => {
    const { store } = await aBakery()
    assert.deepEqual(await names(store, 'molido cafe'), ['Café molido'])
    assert.deepEqual(await names(store, 'INTEGRAL pan'), ['Pan de molde'])
    assert.deepEqual(await names(store, 'bebidas'), ['Café molido'])
    assert.deepEqual(await names(store, 'calientes molido'), ['Café molido'])
    assert.deepEqual(await names(store, 'mañana'), ['Taza'])
    assert.deepEqual(await names(store, 'panes'), ['Pan de molde'])
    assert.deepEqual(await names(store, 'flores'), ['Flor de jamaica'])
  })

  test('sorts by relevance unless another order is requested', async () => {
    const { store } = await aBakery()
    assert.deepEqual(await names(store, 'café'), ['Café molido', 'Cafetera', 'Taza'])
    assert.deepEqual(await names(store, 'café', '&sort=-createdAt'), ['Cafetera', 'Taza', 'Café molido'])
    assert.deepEqual(await names(store, 'café', '&sort=-price&limit=1'), ['Cafetera'])
  })

  test('falls back to words with one wrong letter and to parts of words', async () => {
    const { store } = await aBakery()
    for (const typed of ['molifo', 'moldio', 'molio', 'cafe molidos', 'olid', 'kafé molido']) {
      assert.deepEqual(await names(store, typed), ['Café molido'], typed)
    }
    assert.deepEqual(await names(store, 'bebdas'), ['Café molido'])
    assert.deepEqual(await names(store, 'intergal'), ['Pan de molde'])
    assert.deepEqual(await names(store, 'jamaca flor'), ['Flor de jamaica'])
    assert.deepEqual(await names(store, 'pin'), [])
    assert.deepEqual(await names(store, 'xmolifo'), [])
    await aProduct(service, store, { name: 'Tornillo' })
    assert.deepEqual(await names(store, 'torniyo'), ['Tornillo'])
    await aProduct(service, store, { name: 'Molifo' })
    assert.deepEqual(await names(store, 'molifo'), ['Molifo'])
  })

  test('forgives a letter in the singular of a plural on -es, and in the plural of such a singular', async () => {
    const store = await aStore(service)
    for (const name of ['Destornilladores', 'Limones', 'Bombones', 'Colchón'])
      await aProduct(service, store, { name })
    assert.deepEqual(await names(store, 'destornilador'), ['Destornilladores'])
    assert.deepEqual(await names(store, 'limom'), ['Limones'])
    assert.deepEqual(await names(store, 'bonbon'), ['Bombones'])
    assert.deepEqual(await names(store, 'cochones'), ['Colchón'])
  })

  test('matches the other number of a word in Spanish, Portuguese and English, whichever of them the product has', async () => {
    const store = await aStore(service)
    const words =
      'pão pães, limão limões, mão mãos, bombom bombons, trem trens, pastel pastéis, réptil répteis, funil funis, ' +
      'avental aventais, lençol lençóis, azul azuis, noz nozes, flor flores, nuez nueces, ají ajíes, ' +
      'candle candles, box boxes, cherry cherries, dish dishes, key keys'
    const pairs = words.split(', ').map((pair) => pair.split(' '))
    const category = await aCategory(service, store, { name: 'Corações' })
    await aProduct(service, store, { name: 'Presente', categoryId: category.id })
    for (const [n, pair] of pairs.entries())
      for (const name of pair) await aProduct(service, store, { name: `${name} ${n}x` })
    for (const [n, pair] of pairs.entries()) {
      const both = pair.map((name) => `${name} ${n}x`)
      for (const searched of pair) {
        assert.deepEqual((await names(store, `${searched} ${n}x`)).toSorted(), both.toSorted(), searched)
      }
    }
    assert.deepEqual(await names(store, 'coração'), ['Presente'])
  })

  test('forgives a letter in such a word, and finds no other word by its beginning', async () => {
    const store = await aStore(service)
    for (const name of ['Bombom', 'Limões', 'Palta']) await aProduct(service, store, { name })
    assert.deepEqual(await names(store, 'bonbons'), ['Bombom'])
    assert.deepEqual(await names(store, 'limaao'), ['Limões'])
    assert.deepEqual(await names(store, 'pais'), [])
  })

  test('reflects changes of a product and of its category', async () => {
    const { store, drinks } = await aBakery()
    const put = (path: string, body: object) => service.put(`/api/v1/${path}`, { key: store.key, body })
    await put(`categories/${drinks.id}`, { name: 'Para el frío' })
    assert.deepEqual(await names(store, 'bebidas'), [])
    const [product] = (await service.get('/api/v1/products?search=frio', store.key)).json.data
    assert.equal(product!.name, 'Café molido')
    await put(`products/${product!.id}`, { name: 'Cacao', variants: [{ name: 'Amargo' }], categoryId: null })
    assert.deepEqual(await names(store, 'molido'), [])
    assert.deepEqual(await names(store, 'frio'), [])
    assert.deepEqual(await names(store, 'amargo cacao'), ['Cacao'])
    const { variants } = (await service.get(`/api/v1/products/${product!.id}`, store.key)).json.data
    const variantId = variants[0]!.id
    await put(`products/${product!.id}`, {
      variants: [{ id: variantId, isActive: false }, { name: 'Dulce' }],
    })
    assert.deepEqual(await names(store, 'amargo'), [])
  })

  test('is the same in the storefront, and limited to its store', async () => {
    const { store } = await aBakery()
    const stranger = await aStore(service)
    for (const search of ['cafe', 'molifo', 'pan', 'nada']) {
      const query = {
        search,
        categoryIds: null,
        sort: 'parecido',
        filters: noFilters,
        limit: 48,
        offset: 0,
      } as const
      const { products } = await listProductsOnSale(service.sql, store.id, query)
      assert.deepEqual(products.map(({ name }) => name), await names(store, search), search) // prettier-ignore
      assert.equal((await listProductsOnSale(service.sql, stranger.id, query)).total, 0)
      assert.deepEqual(await names(stranger, search), [])
    }
  })

  test('escapes tsquery syntax', async () => {
    const { store } = await aBakery()
    for (const typed of [
      `'`,
      `caf' | !x`,
      'a & b',
      ':*',
      '\\\\',
      '()',
      '<->',
      '#c',
      '~',
      'ß',
      '日本',
      '😀',
    ]) {
      assert.equal(
        (await service.get(`/api/v1/products?search=${encodeURIComponent(typed)}`, store.key)).status,
        200,
      )
    }
    await aProduct(service, store, { name: `'; drop ' :A,1B`, description: '日本 😀' })
    assert.deepEqual(await names(store, '日本'), [`'; drop ' :A,1B`])
  })
})

suite('the cost of a search', () => {
  test('depends on the number of matches: one among 10,000 products reads few rows', async () => {
    const store = await aStore(service)
    await aProduct(service, store, { name: 'Algo común' })
    await service.sql`
      insert into products (store_id, id, name, slug, price, search_words, title_words)
      select store_id, id || n, name, slug || n, price, search_words, title_words
      from products, generate_series(1, 9999) as n
      where store_id = ${store.id}`
    await aProduct(service, store, { name: 'Algo único' })
    await service.sql`analyze products`
    const query = { status: 'active', variants: 'active', limit: 50, offset: 0 } as const
    for (const search of ['unico', 'algo unico', 'algo unixo', 'nada']) {
      const read = await rowsRead(service.sql, 'products', (tx) =>
        selectProducts(tx, store.id, { ...query, search }),
      )
      // Of a long list of words an index may name the pages of the table alone: all of their rows are then read.
      assert.ok(read <= 1_000, `${search}: ${read} rows`)
    }
    assert.equal((await selectProducts(service.sql, store.id, { ...query, search: 'algo' })).total, 10_001)
  })

  test('of a common word reads the variants of the shown page, and of each match one', async () => {
    const store = await aStore(service)
    await aProduct(service, store, {
      name: 'Producto',
      variants: [{ name: 'S' }, { name: 'M' }, { name: 'L' }],
    })
    await service.sql`
      insert into products (store_id, id, name, slug, price, search_words, title_words)
      select store_id, id || n, name, slug || n, price, search_words, title_words
      from products, generate_series(1, 999) as n
      where store_id = ${store.id}`
    await service.sql`
      insert into variants (store_id, id, product_id, name, position)
      select store_id, id || n, product_id || n, name, position
      from variants, generate_series(1, 999) as n
      where store_id = ${store.id}`
    await service.sql`analyze products, variants`
    const filters = { categoryIds: null, filters: noFilters, limit: 48 } as const
    for (const sort of ['parecido', 'nombre', 'nuevos'] as const) {
      const query = { search: 'producto', sort, offset: 912, ...filters }
      const read = await rowsRead(service.sql, 'variants', async (tx) => {
        const { products, total } = await listProductsOnSale(tx, store.id, query)
        assert.deepEqual([products.length, products[0]!.variants.length, total], [48, 3, 1000])
      })
      assert.ok(read <= 1_300, `${sort}: ${read} rows`)
    }
  })

  test('is bounded by limits on stored and searched words', () => {
    const words = Array.from({ length: 2000 }, (_, n) => `palabra${n.toString(36)}`)
    const unused = { optionValues: [], imageUrl: null, stock: null }
    const variants = words
      .slice(0, 100)
      .map((name) => ({ id: name, name, price: null, isActive: true, isDefault: false, ...unused }))
    const { search } = productWords('s', {
      name: words.slice(0, 12).join(' '),
      variants,
      description: words.join(' '),
      categoryId: 'c',
    })
    assert.ok(search.split(' ').length < 1_500, `${search.split(' ').length} words`)
    const fuzzy = searchQueries('s', words.join(' '), []).fuzzy()
    assert.ok(fuzzy.length < 4_000, `${fuzzy.length} characters`)
    const searched = Array.from({ length: 8 }, (_, n) => `${n}${'bcdf'.repeat(10).slice(0, 20)}eis`).join(' ')
    const most = searchQueries('s', searched, []).fuzzy()
    assert.ok(most.length < 25_000, `${most.length} characters`)
    const long = Array.from({ length: 40 }, (_, n) => `${n}${'abcdefghijklmnopqrstuvwxyz'.repeat(2)}`)
    const worst = productWords('s', {
      name: long.join(' '),
      variants: [],
      description: null,
      categoryId: null,
    })
    assert.ok(worst.search.length < 10_000, `${worst.search.length} characters`)
  })

  test('reads the category names once, however many words are searched', (t) => {
    const categories = Array.from({ length: 50 }, (_, n) => ({ id: `c${n}`, name: `Nombre ${n} qqq${n}x` }))
    const search = Array.from({ length: 8 }, (_, n) => `palabra${n}`).join(' ')
    const { mock } = t.mock.method(Array, 'from') // each word is taken apart by it
    searchQueries('s', 'palabra', categories).fuzzy()
    const one = mock.callCount()
    searchQueries('s', search, categories).fuzzy()
    assert.ok(mock.callCount() - one < one + 20, `${one} and ${mock.callCount() - one} calls`)
    assert.match(searchQueries('s', 'qqq7', categories).fuzzy(), /#c7'/)
  })
})

suite('searches of stores whose other reads wait', () => {
  test('leave room for those of other stores', async (t) => {
    const sql = connect(service.databaseUrl, { max: 16 })
    t.after(() => sql.end())
    const [busy, other, third] = [await aStore(service), await aStore(service), await aStore(service)]
    const { promise: isHeld, resolve: release } = Promise.withResolvers<void>()
    t.after(() => release())
    const query = { status: 'active', variants: 'active', search: 'taza', limit: 5, offset: 0 } as const
    const search = (reads: Db, { id }: Store) => selectProducts(reads, id, query)
    const waiting = [busy, other].flatMap((store) => {
      const reads = sql.readsQueuedBy(store.id)
      const held = Array.from({ length: 2 }, () => reads.begin(() => isHeld))
      return [...held, ...Array.from({ length: 3 }, () => search(reads, store))]
    })
    assert.equal((await search(sql.readsQueuedBy(third.id), third)).total, 0)
    release()
    await Promise.all(waiting)
  })
})

test('many searches of one shopper leave room for those of the others in the shop', async () => {
  const store = await aStore(service)
  for (let n = 0; n < 20; n++) await aProduct(service, store, { name: `Producto ${n}` })
  const search = (client: string) =>
    service.get(`/${store.slug}?q=producto`, undefined, { 'x-forwarded-for': client })
  let finished = 0
  const busy = Array.from({ length: 40 }, () => search('203.0.113.9').then(() => finished++))
  assert.equal((await search('198.51.100.7')).status, 200)
  assert.ok(finished <= 30, `after ${finished} of the other's 40`)
  await Promise.all(busy)
})
