import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { aCategory, aStore } from '../../../test/factories.ts'
import { importsOf, type Store } from '../../../test/imports.ts'
import { startService } from '../../../test/service.ts'

const service = await startService({ DATA_DIR: await mkdtemp(join(tmpdir(), 'vitrina-exports-')) })
const imports = importsOf(service)

/** An import of these lines, or its dry run, once it has ended. */
const imported = (store: Store, lines: string[], options = {}) =>
  imports.imported(store, lines.map((line) => `${line}\n`).join(''), options)

const dryRun = (store: Store, lines: string[]) => imported(store, lines, { dryRun: true })
const skipping = (store: Store, lines: string[]) => imported(store, lines, { skipRefused: true })

async function productsOf({ key }: Store) {
  const { json } = await service.get('/api/v1/products?status=all&variants=all&sort=name&limit=100', key)
  return json.data
}

const issuesOf = ({ rows }: Awaited<ReturnType<typeof imported>>) =>
  rows.flatMap(({ name, issues }) => issues.map(({ field, message }) => `${name}: ${field}: ${message}`))

const droppedOf = ({ dropped }: Awaited<ReturnType<typeof imported>>) =>
  dropped.map(({ reason, products, line }) => [reason, products, line])

const woo =
  'ID,Type,SKU,Name,Published,Visibility in catalog,Sale price,Regular price,Categories,Images,Parent,' +
  'Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)'

suite('an export of WooCommerce', () => {
  test('as its own sample file: all products but the grouped one, whose row says what it is', async () => {
    const store = await aStore(service)
    const file = [
      woo,
      '44,variable,tee,V-Neck,1,visible,,,Clothing > Tshirts,,,Color,"Blue, Red",Size,"Large, Small"',
      '45,variable,hoodie,Hoodie,1,visible,,,Clothing > Hoodies,,,Color,"Blue, Red",Logo,"Yes, No"',
      '48,simple,beanie,Beanie,1,visible,18,20,"Clothing > Hats, Sale",,,Color,Red,,',
      '64,simple,pocket,Pocket,1,hidden,35,45,Music,,,,,,',
      '73,"simple, downloadable, virtual",album,Album,1,visible,,15,Music,,,,,,',
      '76,variation,tee-red,V-Neck - Red,1,visible,,20,,,tee,Color,Red,Size,',
      '78,variation,tee-blue,V-Neck - Blue,1,visible,,15,,,tee,Color,Blue,Size,',
      '79,variation,hoodie-red,"Hoodie - Red, No",1,visible,42,45,,,hoodie,Color,Red,Logo,No',
      '81,variation,hoodie-blue,"Hoodie - Blue, No",1,visible,,45,,,id:45,Color,Blue,Logo,No',
      '87,grouped,logos,Logo Collection,1,visible,,,Clothing,,,,,,',
      '89,external,pennant,Pennant,1,visible,,11.05,Decor,,,,,,',
    ]
    const rehearsed = await dryRun(store, file)
    assert.deepEqual([rehearsed.state, rehearsed.counts.new, rehearsed.counts.refused], ['done', 6, 1])
    assert.deepEqual(issuesOf(rehearsed), [
      'Logo Collection: price: Es un producto agrupado: solo reúne otros, que se importan por separado. ' +
        'Importa sin esta fila (línea 11)',
    ])
    assert.deepEqual(droppedOf(rehearsed), [
      ['openOptions', 1, 2],
      ['external', 1, 12],
      ['downloadable', 1, 6],
      ['parentCategories', 3, 2],
      ['otherCategories', 1, 4],
    ])
    await skipping(store, file)
    const again = await skipping(store, file)
    assert.deepEqual(again.counts, { new: 0, changed: 0, unchanged: 6, refused: 1 })
    const [album, beanie, hoodie, pennant, pocket, tee] = await productsOf(store)
    assert.deepEqual([album!.price, beanie!.price, beanie!.comparePrice, pennant!.price], [15, 18, 20, 11.05])
    assert.deepEqual([hoodie!.price, hoodie!.comparePrice, pocket!.isActive], [42, 45, false])
    assert.deepEqual(tee!.variants.map(({ name, price }) => [name, price]), [['Red', 20], ['Blue', 15]]) // prettier-ignore
  })

  test('with variations that share the stock of their product: each has all of it, and that is named', async () => {
    const store = await aStore(service)
    const { state, dropped } = await imported(store, [
      'ID,Type,SKU,Name,Published,Tax class,Stock,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)',
      '101,variable,POLERA,Polera,1,,25,,,Talla,"S, M"',
      '102,variation,POLERA-S,Polera - S,1,parent,parent,150,POLERA,Talla,S',
      '103,variation,POLERA-M,Polera - M,1,parent,7,160,POLERA,Talla,M',
    ])
    assert.deepEqual([state, dropped.map(({ reason }) => reason)], ['done', ['sharedStock']])
    const [shirt] = await productsOf(store)
    assert.deepEqual(shirt!.variants.map(({ name, stock }) => [name, stock]), [['S', 25], ['M', 7]]) // prettier-ignore
  })

  test('takes prices from the variations wherever they stand, also those without a value of any attribute', async () => {
    const store = await aStore(service)
    await skipping(store, [
      woo,
      '11,variation,,Camisa - S,1,visible,,100,,,id:10,Talla,S,,',
      '20,simple,gorro,Gorro,1,visible,,50,,,,,,,',
      '10,variable,,Camisa,1,visible,,,Ropa,,,Talla,"S, M",,',
      '12,variation,,Camisa - M,1,visible,,110,,,id:10,Talla,M,,',
      '31,variation,,Taza grande,1,visible,,80,,,taza,Color,,,',
      '30,variable,taza,Taza,1,visible,,,Casa,,,Color,"Rojo, Azul",,',
    ])
    const products = await productsOf(store)
    assert.deepEqual(
      products.map(({ name, price, variants }) => [name, price, variants.map((variant) => variant.name)]),
      [
        ['Camisa', 100, ['S', 'M']],
        ['Gorro', 50, ['Única']],
        ['Taza', 80, ['Taza grande']],
      ],
    )
  })

  test('says of products and variations without a price, or without their product, what to do', async () => {
    const store = await aStore(service)
    const file = [
      woo,
      '10,variable,a,Sin precios,1,visible,,,,,,Talla,"S, M",,',
      '11,variation,,Sin precios - S,1,visible,,,,,a,Talla,S,,',
      '12,variable,b,Sin variaciones,1,visible,,,,,,Talla,"S, M",,',
      '13,variation,,Huérfana - S,1,visible,,9,,,c,Talla,S,,',
      '14,simple,d,Simple,1,visible,,,,,,,,,',
      '15,variable,e,Con una,1,visible,,,,,,Talla,"S, M",,',
      '16,variation,,Con una - S,1,visible,,7,,,e,Talla,S,,',
      '17,variation,,Con una - M,1,visible,,,,,e,Talla,M,,',
      '18,variation,,Con una - L,0,visible,,8,,,e,Talla,L,,',
    ]
    const done = await skipping(store, file)
    assert.deepEqual(issuesOf(done), [
      'Sin precios: price: Ninguna de sus variaciones tiene precio: pónselo en el archivo, o importa sin este producto (línea 2)',
      'Sin variaciones: price: Es un producto variable y el archivo no trae sus variaciones, que tienen el precio: ' +
        'expórtalas también (línea 4)',
      'Huérfana - S: parent: Es una variación de un producto (c) que no está en el archivo (línea 5): ' +
        'expórtalo junto con sus variaciones',
      'Simple: price: No tiene precio: pónselo en el archivo, o importa sin este producto (línea 6)',
    ])
    assert.deepEqual(droppedOf(done), [['unpricedVariants', 1, 7]])
    const [one] = await productsOf(store)
    assert.deepEqual(
      one!.variants.map(({ name, price, isActive }) => [name, price, isActive]),
      [
        ['S', 7, true],
        ['M', 7, false],
        ['L', 8, false],
      ],
    )
  })
})

test('a regular price of a variant is kept where it is true of the product, and named where it is not', async () => {
  const store = await aStore(service)
  const header = 'Handle,Title,Option1 Name,Option1 Value,Variant Price,Variant Compare At Price'
  const file = [
    header,
    'uno,Uno,Talla,S,42,45',
    'uno,,,M,45,',
    'dos,Dos,Talla,S,42,45',
    'dos,,,M,30,',
    'tres,Tres,Talla,S,50,60',
    'tres,,,M,42,45',
  ]
  assert.deepEqual(droppedOf(await dryRun(store, file)), [['comparePrice', 2, 4]])
  await imported(store, file)
  const prices = (await productsOf(store)).map(({ name, price, comparePrice }) => [name, price, comparePrice])
  assert.deepEqual(prices, [['Dos', 30, null], ['Tres', 42, 45], ['Uno', 42, 45]]) // prettier-ignore
})

test('archived products of Shopify, parent categories of Tiendanube and further photos are named; known columns are not', async () => {
  const store = await aStore(service)
  const photos = Array.from({ length: 11 }, (_, n) => `vela,,,,https://x.test/${n}.jpg,`)
  const header = 'Handle,Title,Variant Price,Tags,Image Src,Status'
  const shopify = await dryRun(store, [header, 'vela,Vela,5,Yo,,archived', ...photos])
  assert.deepEqual(droppedOf(shopify), [['archived', 1, 2], ['images', 1, 2]]) // prettier-ignore
  assert.match(shopify.dropped[0]!.message, /archivados/)
  assert.deepEqual(shopify.columns.filter(({ field }) => field === null).map(({ header }) => header), ['Tags']) // prettier-ignore
  await aCategory(service, store, { name: 'Té, café > más' })
  const tiendanube = await dryRun(store, [
    'Identificador de URL;Nombre;Categorías;Precio;Mostrar en tienda',
    'mate;Mate;Mates > Calabaza;5;SÍ',
    'yerba;Yerba;Té, café > más;5;SÍ',
  ])
  assert.deepEqual(droppedOf(tiendanube), [['parentCategories', 1, 2]])
})

test('a rehearsal fails where the plan would reject the import, and says how many products the file adds', async () => {
  const store = await aStore(service, { plan: 'free' })
  const file = ['Nombre,Precio', ...Array.from({ length: 51 }, (_, n) => `Producto ${n},1`)]
  for (const dryRun of [true, false]) {
    const { state, error, cap, counts } = await imported(store, file, { dryRun })
    assert.deepEqual([state, error!.code, counts.new], ['failed', 'PLAN_LIMIT_REACHED', 51], String(dryRun))
    assert.match(
      error!.message,
      /^El archivo trae 51 productos nuevos; el plan permite 50 y ya hay 0\. Quita 1 /,
    )
    assert.deepEqual(cap, { limit: 50, used: 0, after: 51 })
  }
})
