import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aProduct, aStore } from '../../../test/factories.ts'
import { importsOf, type Store } from '../../../test/imports.ts'
import { startService } from '../../../test/service.ts'
import { EXPORT_FORMATS, type ExportFormat } from './columns.ts'

const service = await startService()
const imports = importsOf(service)

const imported = (store: Store, ...lines: string[]) => imports.imported(store, `${lines.join('\n')}\n`)

async function exported(store: Store, format: ExportFormat): Promise<Buffer> {
  const response = await fetch(`${service.url}/api/v1/exports/products?format=${format}`, {
    headers: { authorization: `Bearer ${store.key}` },
  })
  return Buffer.from(await response.arrayBuffer())
}

/** The codes of each product and of its variants, by name. */
async function codesOf(store: Store): Promise<unknown[][]> {
  const { json } = await service.get('/api/v1/products?status=all&sort=name', store.key)
  return json.data.map(({ name, sku, gtin, brand, variants }) => [
    name, sku, gtin, brand, variants.map((variant) => [variant.name, variant.sku, variant.gtin]),
  ]) // prettier-ignore
}

const dropped = ({ dropped }: { dropped: { reason: string; products: number }[] }) =>
  dropped.map(({ reason, products }) => [reason, products])

const EAN = '7501031311309'
const UPC = '036000291452'

async function aCodedStore() {
  const store = await aStore(service)
  await aProduct(service, store, {
    name: 'Gorra',
    slug: 'gorra',
    brand: 'Barro',
    variants: [{ name: 'S', sku: 'G-S', gtin: UPC }, { name: 'M' }],
  })
  await aProduct(service, store, { name: 'Taza', slug: 'taza', sku: 'T-1', gtin: EAN, brand: 'Barro' })
  await aProduct(service, store, { name: 'Vela', slug: 'vela' })
  return store
}

suite('SKU, barcode and brand in files', () => {
  for (const format of EXPORT_FORMATS) {
    test(`are exported to ${format} and imported from it, into this store and another one`, async () => {
      const store = await aCodedStore()
      const file = await exported(store, format)
      const before = await codesOf(store)
      const again = await imports.imported(store, file)
      assert.deepEqual(
        [again.state, again.counts.refused, dropped(again)],
        ['done', 0, []],
        JSON.stringify(again.rows.map(({ issues, changes }) => [issues, changes])),
      )
      assert.deepEqual(await codesOf(store), before)
      const other = await aStore(service)
      assert.equal((await imports.imported(other, file)).state, 'done')
      assert.deepEqual(await codesOf(other), before)
    })
  }

  test('our own format keeps those of a product that has variants apart from theirs', async () => {
    const store = await aStore(service)
    await aProduct(service, store, {
      name: 'Gorra',
      sku: 'G',
      gtin: EAN,
      variants: [{ name: 'S', sku: 'G-S' }],
    })
    const other = await aStore(service)
    await imports.imported(other, await exported(store, 'vitrina'))
    assert.deepEqual(await codesOf(other), [['Gorra', 'G', EAN, null, [['S', 'G-S', null]]]])
  })

  test('are read from the columns of other shops, with headers of theirs', async () => {
    const of = async (...lines: string[]) => {
      const store = await aStore(service)
      const { state, counts } = await imported(store, ...lines)
      assert.deepEqual([state, counts.refused], ['done', 0])
      return codesOf(store)
    }
    const shopify = await of(
      'Title,URL handle,Vendor,SKU,Barcode,Option1 name,Option1 value,Price',
      `Gorra,gorra,Barro,G-S,'${UPC},Talle,S,5`,
      ',gorra,,G-M,,,M,5',
    )
    assert.deepEqual(shopify, [['Gorra', null, null, 'Barro', [['S', 'G-S', UPC], ['M', 'G-M', null]]]]) // prettier-ignore
    const woocommerce = await of(
      'Tipo,SKU,"GTIN, UPC, EAN o ISBN",Nombre,Publicado,Precio normal,Marcas,Superior,Nombre del atributo 1,Valor(es) del atributo 1',
      'variable,G,,Gorra,1,,Barro,,Talle,S',
      `variation,G-S,${UPC},Gorra - S,1,5,,G,Talle,S`,
    )
    assert.deepEqual(woocommerce, [['Gorra', 'G', null, 'Barro', [['S', 'G-S', UPC]]]])
    const tiendanube = await of(
      'Identificador de URL;Nombre;Precio;SKU;Código de barras;Marca;Mostrar en tienda',
      `taza;Taza;5,00;T-1;${EAN};Barro;SÍ`,
    )
    assert.deepEqual(tiendanube, [['Taza', 'T-1', EAN, 'Barro', [['Única', null, null]]]])
    const feed = await of(
      'id,title,price,link,image_link,brand,gtin,mpn',
      `t,Taza,5.00 GTQ,,,Barro,${EAN},T-1`,
    )
    assert.deepEqual(feed, [['Taza', 'T-1', EAN, 'Barro', [['Única', null, null]]]])
  })

  test('an empty cell clears them, and a file without their columns keeps them', async () => {
    const store = await aCodedStore()
    await imported(store, 'Slug,Precio', 'taza,7')
    assert.deepEqual((await codesOf(store))[1]!.slice(0, 4), ['Taza', 'T-1', EAN, 'Barro'])
    await imported(store, 'Slug,SKU,Marca', 'taza,,')
    assert.deepEqual((await codesOf(store))[1]!.slice(0, 4), ['Taza', null, EAN, null])
  })

  test('a SKU that is taken and a wrong barcode are left out of files of other shops, and named', async () => {
    const store = await aCodedStore()
    const result = await imported(
      store,
      'Handle,Title,Variant SKU,Variant Barcode,Variant Price',
      'plato,Plato,T-1,12345,5',
      'fuente,Fuente,F,,5',
      'jarra,Jarra,F,,5',
    )
    assert.deepEqual([result.state, dropped(result)], ['done', [['sku', 2], ['gtin', 1]]]) // prettier-ignore
    const codes = (await codesOf(store)).map((product) => product.slice(0, 3))
    assert.deepEqual(codes.slice(0, 4), [
      ['Fuente', 'F', null], ['Gorra', null, null], ['Jarra', null, null], ['Plato', null, null],
    ]) // prettier-ignore
  })

  test('in our own format both are issues of their rows', async () => {
    const store = await aCodedStore()
    const { state, rows } = await imported(
      store,
      'Nombre,Precio,SKU,Código de barras,Variante,SKU de la variante',
      'Plato,5,G-S,,,',
      'Jarra,5,,7501031311308,,',
      'Fuente,5,,,Chica,T-1',
    )
    const issues = rows.map((row: { issues: { field: string; reason: string }[] }) => [
      row.issues[0]!.field,
      row.issues[0]!.reason,
    ])
    assert.deepEqual([state, issues], [
      'failed', [['sku', 'duplicate'], ['gtin', 'invalid'], ['variants.0.sku', 'duplicate']],
    ]) // prettier-ignore
  })

  test('one that can be no code leaves the product in the file, in our own format too, and is named', async () => {
    const long = '200007763:201336100;14:200003699#Style 3--Color 9'
    for (const header of [
      'Handle,Title,Variant SKU,Variant Barcode,Variant Price',
      'Slug,Nombre,SKU,Código de barras,Precio',
    ]) {
      const store = await aStore(service)
      const result = await imported(
        store,
        header,
        `a,A,'7150,'${EAN},5`,
        `b,B,${long},,5`,
        'c,C,7.50103E+12,"7,50103E+12",5',
        'd,D,7.50103E+12,,5',
      )
      assert.deepEqual(
        [result.state, dropped(result)],
        ['done', [['longSku', 1], ['roundedCode', 3]]],
      ) // prettier-ignore
      assert.deepEqual(
        (await codesOf(store)).map(([name, sku, gtin]) => [name, sku, gtin]),
        [['A', '7150', EAN], ['B', null, null], ['C', null, null], ['D', null, null]],
      ) // prettier-ignore
    }
  })

  test('move to the variants of a product that had none', async () => {
    const store = await aCodedStore()
    const lines = [
      'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price',
      'taza,Taza,Tamaño,Chica,T-1,5',
      'taza,,,Grande,T-2,5',
    ]
    assert.equal((await imported(store, ...lines)).state, 'done')
    const variants = [['Chica', 'T-1', null], ['Grande', 'T-2', null]] // prettier-ignore
    assert.deepEqual((await codesOf(store))[1], ['Taza', null, EAN, 'Barro', variants])
  })

  test('undoing an import restores them, but for a SKU that another product has by now', async () => {
    const store = await aCodedStore()
    const { id } = await imported(store, 'Slug,SKU,Marca', 'taza,T-2,Otra')
    await aProduct(service, store, { name: 'Nueva', sku: 'T-1' })
    const undone = await imports.undo(store, id)
    assert.deepEqual([undone.state, undone.rows[0]!.kept], ['undone', ['sku']])
    assert.deepEqual((await codesOf(store))[2]!.slice(0, 4), ['Taza', 'T-2', EAN, 'Barro'])
  })
})
