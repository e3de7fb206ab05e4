import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import type { FastifyReply } from 'fastify'
import fc from 'fast-check'
import { aCategory, aKey, aProduct, aStore } from '../../../test/factories.ts'
import { importsOf, type Store } from '../../../test/imports.ts'
import { startService } from '../../../test/service.ts'
import { holdStreamedFile } from '../../core/http/unread-bodies.ts'
import { fold } from '../../core/values/text.ts'
import { EXPORT_FORMATS } from './columns.ts'
import { exportProducts } from './export.ts'

const service = await startService({ DATA_DIR: await mkdtemp(join(tmpdir(), 'vitrina-imports-')) })
const { imported, productOf, productsOf } = importsOf(service)

/** Another key, which has its own rate limit. */
const fresh = ({ id: storeId, ownerId: accountId }: Store) => aKey(service, { storeId, accountId })

suite('GET /api/v1/exports/products', () => {
  const download = async (store: Store, format: string) => {
    const response = await fetch(`${service.url}/api/v1/exports/products?format=${format}`, {
      headers: { authorization: `Bearer ${store.key}` },
    })
    assert.equal(response.status, 200)
    return Buffer.from(await response.arrayBuffer())
  }

  const pictureUrls = ['https://x.test/1.jpg', 'https://x.test/a b,c.jpg?x=1&y=2', 'https://x.test/ñ|1.png']

  /** The products without what each store gives its own. */
  const essence = async (of: Store) =>
    (await productsOf(of)).map((product: { variants: object[] }) => ({
      ...product,
      id: '',
      categoryId: '',
      createdAt: '',
      updatedAt: '',
      variants: product.variants.map((variant) => ({ ...variant, id: '' })),
    }))

  type Products = Awaited<ReturnType<typeof productsOf>>

  /** What shoppers see of products. Shopify's format says neither which variants are inactive nor whose price they follow. */
  const shown = (products: Products) =>
    products.map(({ name, slug, description, categoryId, isActive, variants }) => {
      const active = variants.filter((variant) => variant.isActive)
      const sold = active.map(({ name, price, optionValues, stock }) => ({
        name,
        price,
        optionValues,
        stock,
      }))
      const text = description?.replaceAll(/\s+/g, ' ').trim()
      return { name, slug, categoryId, isActive, text, sold }
    })

  for (const currency of ['GTQ', 'ARS', 'CLP']) {
    test(`an import of the export changes nothing that a shopper sees, and in our own format nothing (${currency})`, async () => {
      const store = await aStore(service, { currency })
      await oddProducts(store)
      const before = await productsOf(store)
      for (const format of EXPORT_FORMATS) {
        const done = await imported(store, await download(store, format))
        assert.equal(done.format, format)
        assert.deepEqual(shown(await productsOf(store)), shown(before), format)
        if (format !== 'vitrina') continue
        assert.deepEqual(done.counts, { new: 0, changed: 0, unchanged: before.length, refused: 0 })
        assert.deepEqual(await productsOf(store), before)
      }
    })
  }

  test('is 503 past four concurrent files of an account', async () => {
    const store = await aStore(service)
    const raw = new EventEmitter()
    for (let n = 0; n < 4; n++) holdStreamedFile({ raw } as unknown as FastifyReply, store.ownerId)
    const { status, headers } = await service.get('/api/v1/exports/products', store.key)
    assert.deepEqual([status, headers.get('content-disposition')], [503, null])
    assert.ok(Number(headers.get('retry-after')) > 0)
    raw.emit('close')
    await download(store, 'vitrina')
  })

  test("is 400 in a format that is not ours or Shopify's, and names these", async () => {
    const store = await aStore(service)
    for (const format of ['tiendanube', 'woocommerce', 'feed', 'xlsx']) {
      const { status, json } = await service.get(`/api/v1/exports/products?format=${format}`, store.key)
      const error = 'Debe ser uno de: vitrina, shopify (format)'
      assert.deepEqual([status, json.code, json.error], [400, 'VALIDATION_ERROR', error])
    }
  })

  test("is streamed in chunks of the socket's buffer size", async () => {
    const store = await aStore(service)
    const variants = Array.from({ length: 100 }, (_, n) => ({ name: `${'x'.repeat(70)}${n}` }))
    for (let n = 0; n < 20; n++) await aProduct(service, store, { variants, description: 'y'.repeat(5_000) })
    const { id, currency } = store
    const shop = { id, currency, currencyDigits: 2 }
    const pieces = await Array.fromAsync(exportProducts(service.sql, shop, 'vitrina'))
    assert.ok(pieces.length > 2)
    assert.ok(pieces.every(({ length }) => length < 256 * 1024))
  })

  test('an import into another store creates the same products', async () => {
    const store = await aStore(service)
    await oddProducts(store)
    const other = await aStore(service)
    const done = await imported(other, await download(store, 'vitrina'))
    assert.equal(done.state, 'done', JSON.stringify(done.rows))
    assert.deepEqual(await essence(other), await essence(store))
  })

  test('any catalog round-trips, in each format', async () => {
    const text = fc
      .stringMatching(/^[A-Za-z0-9ñÁœ–€🎁=+@;,/|"'<>&# \\.-]{1,12}$/u)
      .map((one) => `${one.trim()}x`)
    const units = fc.integer({ min: 1, max: 99_999_999 })
    const product = fc.record({
      name: text,
      description: fc.array(text, { maxLength: 4 }).map((lines) => lines.join('\n')),
      price: units,
      reduction: fc.option(units),
      category: fc.option(fc.nat(2)),
      isShown: fc.boolean(),
      images: fc.uniqueArray(fc.constantFrom(...pictureUrls), { maxLength: 3 }),
      alt: fc.option(text),
      options: fc.uniqueArray(text, { maxLength: 3, selector: fold }),
      values: fc.uniqueArray(text, { maxLength: 5, selector: fold }),
      unused: fc.nat(2),
      stock: fc.option(fc.nat(2_000)),
      ownPrice: fc.option(units),
      picture: fc.option(fc.constantFrom(...pictureUrls)),
      isActive: fc.boolean(),
    })
    const currency = fc.constantFrom('GTQ', 'ARS', 'CLP')
    await fc.assert(
      fc.asyncProperty(
        fc.array(product, { minLength: 1, maxLength: 4 }),
        currency,
        async (products, currency) => {
          const store = await aStore(service, { currency })
          const amount = (value: number) => (currency === 'CLP' ? value : value / 100)
          const categories = [
            await aCategory(service, store, { name: 'Té, café > más' }),
            await aCategory(service, store, { name: 'TÉ, CAFÉ > MÁS', slug: 'otra' }),
            await aCategory(service, store, { name: '=Ropa | "abrigo"' }),
          ]
          for (const [n, { options, values, unused, ...one }] of products.entries()) {
            const isVaried = values.length > 0
            await aProduct(service, store, {
              name: one.name,
              slug: `producto-${n}`,
              description: one.description,
              price: amount(one.price),
              comparePrice: one.reduction && amount(one.price + one.reduction),
              categoryId: one.category === null ? null : categories[one.category]!.id,
              isActive: one.isShown,
              images: one.images.map((url) => ({ url, alt: one.alt })),
              options: isVaried ? options.map((name) => ({ name, values: values.toReversed() })) : [],
              variants: isVaried
                ? values.slice(0, Math.max(1, values.length - unused)).map((value, place) => ({
                    name: `${value} ${place}`,
                    optionValues: options.map(() => value),
                    isActive: place === 0 || one.isActive,
                    price: one.ownPrice && amount(one.ownPrice),
                    stock: one.stock,
                    imageUrl: one.picture,
                  }))
                : [{ name: 'Única', stock: one.stock }],
            })
          }
          const before = await productsOf(store)
          const other = await aStore(service, { currency })
          await imported(other, await download({ ...store, key: await fresh(store) }, 'vitrina'))
          assert.deepEqual(await essence(other), await essence(store))
          for (const format of EXPORT_FORMATS) {
            const key = await fresh(store)
            const file = await download({ ...store, key }, format)
            const { counts, rows } = await imported({ ...store, key }, file)
            const context = `${format}: ${JSON.stringify(rows)}\n${file.toString()}`
            if (format === 'vitrina') assert.equal(counts.unchanged, products.length, context)
            assert.deepEqual([counts.new, counts.refused], [0, 0], context)
            assert.deepEqual(shown(await productsOf(store)), shown(before), context)
          }
        },
      ),
      { numRuns: 8 },
    )
  })

  test('options, images and stock can be moved to another store in both formats', async () => {
    const store = await aStore(service)
    await aProduct(service, store, {
      name: 'Remera',
      slug: 'remera',
      options: [
        { name: 'Talle', values: ['S', 'M'] },
        { name: 'Color', values: ['Rojo', 'Azul, claro'] },
      ],
      variants: [
        { name: 'S rojo', optionValues: ['S', 'Rojo'], stock: 3, imageUrl: 'https://x.test/roja.jpg' },
        { name: 'M azul', optionValues: ['M', 'Azul, claro'], stock: 0 },
      ],
    })
    for (const format of EXPORT_FORMATS) {
      const other = await aStore(service)
      const done = await imported(other, await download(store, format))
      assert.equal(done.state, 'done', JSON.stringify(done))
      const { options, variants } = await productOf(other, 'remera')
      assert.deepEqual(
        options,
        [
          { name: 'Talle', values: ['S', 'M'] },
          { name: 'Color', values: ['Rojo', 'Azul, claro'] },
        ],
        format,
      )
      assert.deepEqual(
        variants.map(({ optionValues, stock, imageUrl }) => [optionValues, stock, imageUrl]),
        [
          [['S', 'Rojo'], 3, 'https://x.test/roja.jpg'],
          [['M', 'Azul, claro'], 0, null],
        ],
        format,
      )
      assert.equal(done.pictures.total, 1, format)
    }
  })

  test('a file that renames an option or adds a value changes that, and keeps the variants', async () => {
    const store = await aStore(service)
    await aProduct(service, store, {
      name: 'Remera',
      slug: 'remera',
      options: [{ name: 'Talle', values: ['M', 'S', 'XXL'] }],
      variants: [
        { name: 'Chica', optionValues: ['S'] },
        { name: 'Mediana', optionValues: ['M'] },
      ],
    })
    const before = await productOf(store, 'remera')
    const file = (name: string, values: string[]) =>
      `Handle,Title,Option1 Name,Option1 Value,Variant Price\n${values
        .map((value, n) => `remera,${n === 0 ? 'Remera' : ''},${n === 0 ? name : ''},${value},100.00\n`)
        .join('')}`
    await imported(store, file('Talle', ['S', 'M', 'L']))
    const added = await productOf(store, 'remera')
    assert.deepEqual(added.options, [{ name: 'Talle', values: ['M', 'S', 'XXL', 'L'] }])
    type Named = { id: string; name: string }
    assert.deepEqual(
      added.variants.slice(0, 2).map(({ id, name }: Named) => [id, name]),
      before.variants.map(({ id, name }: Named) => [id, name]),
    )
    assert.equal(added.variants[2]!.name, 'L')
    await imported(store, file('Tamaño', ['S', 'M', 'L']))
    const { options, variants } = await productOf(store, 'remera')
    assert.deepEqual([options[0]!.name, variants.length], ['Tamaño', 3])
  })

  test('our own format lists option values that no variant has', async () => {
    const store = await aStore(service)
    const options = [{ name: 'Talle', values: ['M', 'S', 'XXL'] }]
    const variants = [
      { name: 'Chica', optionValues: ['S'] },
      { name: 'Mediana', optionValues: ['M'] },
    ]
    await aProduct(service, store, { name: 'Remera', slug: 'remera', options, variants })
    await aProduct(service, store, { name: 'Gorra', slug: 'gorra', options })
    const valuesIn = async (slug: string) => (await productOf(store, slug)).options[0]?.values
    const file = (await download(store, 'vitrina')).toString()
    assert.match(file, /"M\nS\nXXL"/)
    await imported(store, file.replaceAll('M\nS\nXXL', 'S\nM\nL'))
    for (const slug of ['remera', 'gorra']) assert.deepEqual(await valuesIn(slug), ['S', 'M', 'L'], slug)
    await imported(store, file.replaceAll('"M\nS\nXXL"', ''))
    assert.deepEqual([await valuesIn('remera'), await valuesIn('gorra')], [['S', 'M'], undefined])
    const renamed = (await download(store, 'vitrina')).toString().replace('Talle,S', 'Talle,XS')
    await imported(store, renamed)
    assert.deepEqual(await valuesIn('remera'), ['XS', 'M'])
  })

  test('escapes formulas for spreadsheets', async () => {
    const store = await aStore(service)
    await aProduct(service, store, { name: '=HYPERLINK("https://x.test")', description: "'+1" })
    for (const format of EXPORT_FORMATS) {
      const text = (await download(store, format)).toString()
      assert.doesNotMatch(text, /(^|[,;"\n])[=+@-]/m, format)
      assert.match(text, /'=HYPERLINK/)
    }
  })

  /** Products with what some form can't express. */
  async function oddProducts(store: Store) {
    const [plain, twin] = [
      await aCategory(service, store, { name: 'Té, café > más', slug: 'uno' }),
      await aCategory(service, store, { name: 'té, CAFÉ > más', slug: 'dos' }),
    ]
    const made: Record<string, unknown>[] = [
      { name: 'Simple', price: 10 },
      { name: 'Contado', price: 10, variants: [{ name: 'Única', stock: 7 }] },
      {
        name: 'Tallas contadas',
        price: 10,
        variants: [{ name: 'S', stock: 0 }, { name: 'M' }, { name: 'L', stock: 3 }],
      },
      { name: 'Rebajado', price: 10, comparePrice: 15, categoryId: twin.id },
      { name: 'Con "comillas"; y, comas', description: 'a < b & c\n\n\n- <b>no</b>  &amp; 🎁  \n=1' },
      { name: '=cmd|1', slug: 'otra-direccion', categoryId: plain.id, isActive: false },
      {
        name: "'+1",
        images: [{ url: 'https://x.test/a,b.jpg', alt: 'a | b' }, { url: 'https://x.test/c d.jpg' }],
      },
      {
        name: 'Varios',
        price: 100,
        variants: [{ name: 'A', price: 120 }, { name: 'B' }, { name: 'C, c', price: 90 }],
      },
      {
        name: 'Todos más caros',
        price: 5,
        comparePrice: 8,
        variants: [
          { name: 'A', price: 9 },
          { name: 'A', price: 8 },
        ],
      },
      { name: 'Uno oculto', price: 5, variants: [{ name: 'A', isActive: false }, { name: 'B' }] },
      { name: 'Todos ocultos', price: 5, variants: [{ name: 'Default Title', isActive: false }] },
      {
        name: 'Con opciones',
        price: 20,
        options: [
          { name: 'Talla, y', values: ['S', 'M, larga'] },
          { name: 'Color / tono', values: ['Rojo', 'azul'] },
        ],
        variants: [
          { name: 'Chica', optionValues: ['S', 'Rojo'], stock: 3, imageUrl: 'https://x.test/a,b.jpg' },
          { name: 'Otra', optionValues: ['M, larga', 'azul'], price: 25 },
          { name: 'Vieja', optionValues: ['S', 'azul'], isActive: false },
        ],
      },
      {
        name: 'Una opción',
        price: 20,
        options: [{ name: 'Variante', values: ['=A', 'B'] }],
        variants: [
          { name: '=A', optionValues: ['=A'] },
          { name: 'b', optionValues: ['B'], stock: 0 },
        ],
      },
      { name: 'Se llama Única', price: 5, variants: [{ name: 'Única', price: 7 }] },
      {
        name: 'Con valores sin usar',
        price: 20,
        options: [{ name: 'Talle', values: ['M', '=S', 'L, larga'] }],
        variants: [
          { name: 'Chica', optionValues: ['=S'] },
          { name: 'Mediana', optionValues: ['M'] },
        ],
      },
      { name: 'Variantes por venir', price: 20, options: [{ name: 'Talle', values: ['S', 'M'] }] },
    ]
    for (const [n, product] of made.entries())
      await aProduct(service, store, { slug: `producto-${n}`, ...product })
  }
})
