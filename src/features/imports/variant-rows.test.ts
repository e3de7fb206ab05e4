import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { wordingIn } from '../../core/texts/text.ts'
import { draftOf } from './draft-of-rows.ts'
import { parseProductFile } from './parse-file.ts'

async function drafts(lines: string[], currency = 'COP') {
  const file = Buffer.from(lines.map((line) => `${line}\n`).join(''))
  const parsed = await parseProductFile(file, {}, { currency, currencyDigits: 2, timeZone: null })
  return { ...parsed, drafts: parsed.products.map((rows) => draftOf(rows, parsed)) }
}

const issues = async (lines: string[]) =>
  (await drafts(lines)).drafts.flatMap((draft) => draft.issues.map(({ message }) => wordingIn(message, 'es')))

suite('a row with a price of its own becomes a variant, or an issue', () => {
  test('in files of other shops', async () => {
    assert.deepEqual(
      await issues([
        'Handle,Title,Variant Price,Image Src',
        'pizza,Pizza,44,',
        'pizza,,38,',
        'pizza,,,https://x.test/1.jpg',
      ]),
      ['La línea 3 repite el producto de la línea 2 sin decir qué variante es'],
    )
    assert.deepEqual(
      await issues([
        'Handle,Title,Option1 Name,Option1 Value,Variant Price',
        'pizza,Pizza,Tamaño,,44',
        'pizza,,,Mediana,38',
      ]),
      ['La línea 2 tiene un precio sin decir qué variante es'],
    )
    assert.deepEqual(
      await issues([
        'id,title,price,image_link,item_group_id',
        '1,Pizza,44.00 COP,,g',
        '2,Pizza,38.00 COP,,g',
      ]),
      ['La línea 3 repite el producto de la línea 2 sin decir qué variante es'],
    )
    assert.deepEqual(await issues(['Identificador de URL;Nombre;Precio', 'pizza;Pizza;44', ';;38']), [
      'La línea 3 repite el producto de la línea 2 sin decir qué variante es',
    ])
  })

  test('also variations of WooCommerce without columns of attributes', async () => {
    const { drafts: [shirt] } = await drafts([
      'Type,SKU,Name,Published,Regular price,Parent',
      'variable,cam,Camisa,1,,',
      'variation,,Camisa - S,1,10,cam',
      'variation,,Camisa - M,-1,12,cam',
    ]) // prettier-ignore
    assert.deepEqual(
      shirt!.variants?.map(({ name, price, isActive }) => [name, price, isActive]),
      [
        ['Camisa - S', 10, true],
        ['Camisa - M', 12, undefined],
      ],
    )
  })
})

test('the variants of a configurable product of Magento stand before it, and are not products', async () => {
  const {
    drafts: [bag, shirt],
  } = await drafts([
    'sku,store_view_code,product_type,name,product_online,visibility,price,qty,is_in_stock,configurable_variations',
    'B1,,simple,Bolsa,1,"Catalog, Search",34.00,4,1,',
    'P-S,,simple,Polera S,1,Not Visible Individually,20.00,3,1,',
    'P-M,,simple,Polera M,2,Not Visible Individually,22.00,5,1,',
    'P,,configurable,Polera,1,"Catalog, Search",,0,1,"sku=P-S,size=S,color=Azul|sku=P-M,size=M,color=Azul"',
    'P,en,,Shirt,,,,,,',
  ])
  assert.deepEqual([bag!.price, bag!.stock, bag!.isActive], [34, 4, true])
  const { name, sku, isActive, issues: wrong, options, variants } = shirt!
  assert.deepEqual([name, sku, isActive, wrong], ['Polera', 'P', true, []])
  assert.deepEqual(options?.map((one) => one.name), ['size', 'color']) // prettier-ignore
  assert.deepEqual(
    variants?.map((one) => [one.name, one.sku, one.price, one.stock, one.isActive]),
    [
      ['S / Azul', 'P-S', 20, 3, true],
      ['M / Azul', 'P-M', 22, 5, false],
    ],
  )
})

test('a product of which every variant is hidden elsewhere is hidden', async () => {
  const { drafts: [shirt] } = await drafts([
    'Type,SKU,Name,Published,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)',
    'variable,cam,Camisa,1,,,Talla,"S, M"',
    'variation,,Camisa - S,0,10,cam,Talla,S',
    'variation,,Camisa - M,0,12,cam,Talla,M',
  ]) // prettier-ignore
  assert.equal(shirt!.isActive, false)
})

suite('a file of Loyverse', () => {
  const header = (...columns: string[]) =>
    [...columns.slice(0, 6), ...columns.slice(6)].map((column) => `"${column}"`).join(',')
  const spanish = header(
    'Handle', 'REF', 'Nombre', 'Categoria', 'Descripción', 'Vendido por peso', 'Opción 1 nombre', 'Opción 1 valor', 'Codigo de barras',
    'Seguir el Inventario', 'Disponibles para la venta [Centro]', 'Precio [Centro]', 'En inventario [Centro]',
    'Existencias bajas [Centro]',
  ) // prettier-ignore

  test('has a row per variant, with its price, its stock and whether it is for sale', async () => {
    const { format, columns, drafts: [pizza, cone, water] } = await drafts([
      spanish,
      'basica,10008,BÁSICA,PIZZAS,<p>Salsa</p>,N,Tamaño,Familiar,,Y,Y,44000,3,1',
      'basica,10007,,,,,,Mediana,,,N,38000,-1,1',
      'basica,10006,,,,,,Pequeña,,,Y,17000,0,1',
      'cono_pizza,10045,CONO,PIZZAS,,N,,,,N,N,6000,,',
      'agua,10046,Agua,BEBIDAS,,N,,,,N,Y,2000,,',
    ]) // prettier-ignore
    assert.equal(format.name, 'loyverse')
    const { name, category, description, isActive } = pizza!
    assert.deepEqual([name, category, description, isActive], ['BÁSICA', 'PIZZAS', 'Salsa', true])
    assert.deepEqual(
      pizza!.variants?.map(({ name, sku, price, stock, isActive }) => [name, sku, price, stock, isActive]),
      [
        ['Familiar', '10008', 44_000, 3, true],
        ['Mediana', '10007', 38_000, 0, false],
        ['Pequeña', '10006', 17_000, 0, true],
      ],
    )
    assert.deepEqual(pizza!.options, [{ name: 'Tamaño', values: ['Familiar', 'Mediana', 'Pequeña'] }])
    assert.deepEqual([cone!.isActive, cone!.price, cone!.stock, cone!.sku], [false, 6000, null, '10045'])
    assert.deepEqual([water!.isActive, water!.variants], [true, []])
    const ignored = columns.filter(({ field }) => field === null).map((one) => one.header)
    assert.deepEqual(ignored, ['Vendido por peso', 'Existencias bajas [Centro]'])
  })

  test('may be in English', async () => {
    const english = header(
      'Handle', 'SKU', 'Name', 'Category', 'Description', 'Sold by weight', 'Option 1 name', 'Option 1 value', 'Barcode',
      'Track stock', 'Available for sale [Shop]', 'Price [Shop]', 'In stock [Shop]',
    ) // prettier-ignore
    const rows = ['tea,1,Tea,Drinks,,N,Size,S,,Y,Y,5.50,4', 'tea,2,,,,,,M,,,Y,6.00,2']
    const { drafts: [tea] } = await drafts([english, ...rows]) // prettier-ignore
    assert.deepEqual(
      tea!.variants?.map(({ name, price, stock }) => [name, price, stock]),
      [
        ['S', 5.5, 4],
        ['M', 6, 2],
      ],
    )
  })
})

suite('a file of Wix', () => {
  const header =
    'handleId,fieldType,name,description,productImageUrl,collection,sku,price,surcharge,visible,discountMode,discountValue,inventory,' +
    'productOptionName1,productOptionDescription1,productOptionName2,productOptionDescription2'

  test('has a row for each variant, with a surcharge, under one with a discount', async () => {
    const { format, drafts: [dress, bow] } = await drafts([
      header,
      'product_1,Product,Vestido,<p>Tul</p>,a~mv2.jpg;https://x.test/b.jpg,Vestidos;Niñas,V,450.0,,true,PERCENT,20.0,InStock,' +
        'Color,#ffc0cb:rosa;#CC9BD0:lila,Talla,2;4',
      'product_1,Variant,,,,,V-2,,0.0,true,,,3,,#ffc0cb:rosa,,2',
      'product_1,Variant,,,,,V-4,,50.0,false,,,0,,#CC9BD0:lila,,4',
      'product_2,Product,Moño,,c~mv2.jpg,Accesorios,,90.0,,false,AMOUNT,10.0,OutOfStock,,,,',
    ]) // prettier-ignore
    assert.equal(format.name, 'wix')
    assert.deepEqual(
      [dress!.name, dress!.sku, dress!.isActive, dress!.slug],
      ['Vestido', 'V', true, undefined],
    )
    assert.deepEqual(
      dress!.variants?.map(({ name, sku, price, stock, isActive }) => [name, sku, price, stock, isActive]),
      [
        ['rosa / 2', 'V-2', 360, 3, true],
        ['lila / 4', 'V-4', 400, 0, false],
      ],
    )
    const pictures = dress!.images?.map(({ url }) => url)
    assert.deepEqual(pictures, ['https://static.wixstatic.com/media/a~mv2.jpg', 'https://x.test/b.jpg'])
    assert.deepEqual([bow!.price, bow!.comparePrice, bow!.isActive, bow!.stock, bow!.variants], [80, 90, false, 0, []]) // prettier-ignore
  })

  test('may leave the rows of the options’ values out', async () => {
    const row = (values: string) => `product_3,Product,Liga,,,,,20,,true,,,InStock,Color,${values},Talla,S;M`
    const { drafts: [band] } = await drafts([header, row('rosa;lila')]) // prettier-ignore
    assert.deepEqual(band!.variants?.map(({ name }) => name), ['rosa / S', 'rosa / M', 'lila / S', 'lila / M']) // prettier-ignore
    const many = Array.from({ length: 60 }, (_, n) => `c${n}`).join(';')
    assert.deepEqual(await issues([header, row(many)]), [
      'Sus opciones se combinan en 120 variantes, y un producto puede tener hasta 100 (línea 2)',
    ])
  })

  test('a number in stock that all variants share is named', async () => {
    const row = (stock: string, values: string) =>
      `product_5,Product,Lazo,,,,,20,,true,,,${stock},Color,${values},,`
    for (const [stock, values, stocks, losses] of [
      ['7', 'rosa;lila', [7, 7], ['sharedStock']],
      ['InStock', 'rosa;lila', [null, null], []],
      ['7', 'rosa', [7], []],
    ] as const) {
      const { drafts: [lazo] } = await drafts([header, row(stock, values)]) // prettier-ignore
      assert.deepEqual(
        lazo!.variants?.map((variant) => variant.stock ?? null),
        stocks,
      )
      assert.deepEqual(lazo!.losses, losses)
    }
  })

  test('a price that can’t be counted is an issue', async () => {
    assert.deepEqual(await issues([header, 'product_4,Product,Aro,,,,,"1200,500",,true,,,InStock,,,,']), [
      'No se entiende el precio con su recargo y su descuento: 1200,500 (línea 2)',
      '«1200,500» puede ser 1200,5 o 1200500: escribe uno de los dos (línea 2)',
    ])
  })
})
