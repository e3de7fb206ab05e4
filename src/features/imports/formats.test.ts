import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { wordingIn } from '../../core/texts/text.ts'
import iconv from 'iconv-lite'
import { draftOf } from './draft-of-rows.ts'
import { parseProductFile, requireProducts } from './parse-file.ts'

const store = { currency: 'ARS', currencyDigits: 2, timeZone: null }

async function drafts(file: string | Buffer, columns = {}) {
  const parsed = await parseProductFile(Buffer.from(file), columns, store)
  requireProducts(parsed)
  return { format: parsed.format.name, drafts: parsed.products.map((rows) => draftOf(rows, parsed)) }
}

const csv = (...lines: string[]) => `${lines.join('\n')}\n`

const names = (variants: { name: string }[] | undefined) => variants?.map(({ name }) => name)

suite('a file of Shopify', () => {
  const old =
    'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,' +
    'Variant SKU,Variant Price,Variant Compare At Price,Image Src,Image Position,Image Alt Text,Status'
  const file = csv(
    old,
    'remera,Remera,"<p>Algodón</p>\n<ul><li>Suave</li></ul>",Yo,Apparel > Shirts,Remeras,"a, b",true,Talle,S,' +
      'Color,Rojo,R1,1500.00,1800.00,' +
      'https://cdn.example/1.jpg,2,De frente,active',
    'remera,,,,,,,,,M,,Azul,R2,1600.00,1800.00,http://cdn.example/2.jpg,1,,',
    'remera,,,,,,,,,,,,,,,https://cdn.example/3.jpg,3,,',
    'gorra,Gorra,,Yo,,,,true,Title,Default Title,,,G1,900.00,0,,,,draft',
  )

  test('has a row for each variant and each picture', async () => {
    const { format, drafts: [shirt, cap] } = await drafts(file) // prettier-ignore
    assert.equal(format, 'shopify')
    assert.deepEqual([shirt!.slug, shirt!.name, shirt!.category], ['remera', 'Remera', 'Remeras'])
    assert.equal(shirt!.description, 'Algodón\n\n- Suave')
    assert.deepEqual(
      shirt!.variants?.map(({ name, price }) => [name, price]),
      [
        ['S / Rojo', 1500],
        ['M / Azul', 1600],
      ],
    )
    assert.deepEqual([shirt!.comparePrice, shirt!.isActive], [1800, true])
    assert.deepEqual(shirt!.images, [
      { url: 'https://cdn.example/2.jpg', alt: null },
      { url: 'https://cdn.example/1.jpg', alt: 'De frente' },
      { url: 'https://cdn.example/3.jpg', alt: null },
    ])
    assert.deepEqual([cap!.variants, cap!.price, cap!.comparePrice, cap!.isActive], [[], 900, null, false])
  })

  test('may have the newer names of the columns', async () => {
    const newer =
      'Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Barcode,Option1 name,' +
      'Option1 value,Option1 Linked To,Price,Compare-at price,Product image URL,Image position,Image alt text'
    const {
      format,
      drafts: [shirt],
    } = await drafts(
      csv(
        // prettier-ignore
        newer,
        'Remera,remera,Suave,Yo,,Remeras,,TRUE,Active,R1,,Talle,S,,1500.00,1800.00,https://cdn.example/1.jpg,1,De frente',
        ',remera,,,,,,,,R2,,,M,,1600.00,1800.00,,,',
      ),
    )
    assert.equal(format, 'shopify')
    assert.deepEqual([shirt!.slug, shirt!.comparePrice, shirt!.category], ['remera', 1800, 'Remeras'])
    assert.deepEqual(names(shirt!.variants), ['S', 'M'])
    assert.equal(shirt!.images?.[0]?.alt, 'De frente')
  })
})

suite('a file of Tiendanube', () => {
  const headers =
    'Identificador de URL;Nombre;Categorías;Nombre de propiedad 1;Valor de propiedad 1;Precio;Precio promocional;Stock;SKU;' +
    'Mostrar en tienda;Descripción;Marca'
  const rows = [
    'mate-de-calabaza;Mate de calabaza;Mates > Calabaza, Regalos;Tamaño;Chico;1.615.050,00;1.500.000,50;3;;SÍ;"<p>Curado &amp; listo</p>";',
    'mate-de-calabaza;;;;Grande;1.800.000,00;;;;;;',
    ';;;;Jumbo;2.000.000,00;;;;;;',
    'yerba;Yerba ñandú;;;;950,00;;;;NO;;',
  ]

  test('has semicolons, windows-1252, and continuation rows without a name', async () => {
    const bytes = iconv.encode(csv(headers, ...rows), 'windows-1252')
    const { format, drafts: [mate, yerba] } = await drafts(bytes) // prettier-ignore
    assert.equal(format, 'tiendanube')
    assert.deepEqual([mate!.category, mate!.description], ['Mates > Calabaza, Regalos', 'Curado & listo'])
    assert.deepEqual(
      mate!.variants?.map(({ name, price }) => [name, price]),
      [
        ['Chico', 1_500_000.5],
        ['Grande', 1_800_000],
        ['Jumbo', 2_000_000],
      ],
    )
    assert.deepEqual([mate!.comparePrice, mate!.isActive], [1_615_050, true])
    assert.deepEqual(
      mate!.variants?.map(({ stock }) => stock),
      [3, null, null],
    )
    assert.deepEqual(
      [yerba!.name, yerba!.price, yerba!.isActive, yerba!.variants],
      ['Yerba ñandú', 950, false, []],
    )
  })

  test('may use another decimal mark per column', async () => {
    const {
      drafts: [mate],
    } = await drafts(
      csv(
        headers, // prettier-ignore
        'mate;Mate;;;;"1,615,050.00";1.500.000,00;;;;;',
      ),
    )
    assert.deepEqual([mate!.price, mate!.comparePrice], [1_500_000, 1_615_050])
  })
})

suite('a file of WooCommerce', () => {
  test('has translated headers, and variations that refer to their product', async () => {
    const {
      format,
      drafts: [shirt, other],
    } = await drafts(
      csv(
        // prettier-ignore
        'ID,Tipo,SKU,Nombre,Publicado,Descripción corta,Descripción,Precio rebajado,Precio normal,Categorías,Imágenes,Superior,' +
        'Nombre del atributo 1,Valor(es) del atributo 1',
        '10,variable,CAM,Camisa,1,Corta,"<p>Larga</p>",,,"Ropa > Camisas, Ofertas","https://w.example/a.jpg,' +
          ' https://w.example/b.jpg",,Talla,"S, M"',
        '11,variation,,Camisa - S,1,,,90,100,,,CAM,Talla,S',
        '12,"variation, virtual",,Camisa - M,1,,,,110,,,id:10,Talla,M',
        '13,simple,,Gorro,0,Solo corta,,,50,,,,,',
      ),
    )
    assert.equal(format, 'woocommerce')
    assert.deepEqual([shirt!.name, shirt!.description, shirt!.comparePrice], ['Camisa', 'Larga', 100])
    assert.deepEqual(
      shirt!.variants?.map(({ name, price }) => [name, price]),
      [
        ['S', 90],
        ['M', 110],
      ],
    )
    assert.equal(shirt!.images?.length, 2)
    assert.deepEqual(
      [other!.name, other!.description, other!.isActive, other!.id],
      ['Gorro', 'Solo corta', false, undefined],
    )
  })

  test('may be in English or Portuguese', async () => {
    const english = await drafts(
      csv('ID,Type,SKU,Name,Published,Regular price,Categories', '1,simple,x,Cap,1,5.00,A'),
    )
    const portuguese = await drafts(
      csv('ID,Tipo,SKU,Nome,Publicado,Preço,Categorias', '1,simple,x,Boné,1,"5,00",A'),
    )
    assert.deepEqual([english.format, english.drafts[0]!.price], ['woocommerce', 5])
    assert.deepEqual([portuguese.format, portuguese.drafts[0]!.price], ['woocommerce', 5])
  })
})

suite('a feed of Google or Meta', () => {
  test('has an item for each variant, separated by tabs or commas, with the currency after the price', async () => {
    const file = csv(
      'id\ttitle\tdescription\tavailability\tprice\tsale_price\tlink\timage_link\tadditional_image_link\t' +
        'item_group_id\tcolor\tsize\tproduct_type',
      'a1\tCamisa - Roja\tFina\tin stock\t100.00 ARS\t90.00 ARS\thttps://s.example/1\t' +
        'https://s.example/1.jpg\thttps://s.example/2.jpg,https://s.example/3.jpg\tg1\tRoja\tS\tRopa > Camisas',
      'a2\tCamisa - Azul\tFina\tin stock\t100.00 ARS\t\thttps://s.example/1\thttps://s.example/1.jpg\t\tg1\tAzul\tM\t',
      'a3\tGorro\t\tin stock\t20.00 USD\t\t\t\t\t\t\t\t',
    )
    const { format, drafts: [shirt, cap] } = await drafts(file) // prettier-ignore
    assert.equal(format, 'feed')
    assert.deepEqual(
      [shirt!.name, shirt!.id, names(shirt!.variants)],
      ['Camisa', 'g1', ['Roja / S', 'Azul / M']],
    )
    assert.deepEqual([shirt!.comparePrice, shirt!.images?.length], [100, 3])
    assert.match(wordingIn(cap!.issues[0]!.message, 'es'), /USD/)
  })

  test('has the common prefix of its variants’ names as its name, in whole characters', async () => {
    const file = (one: string, other: string) =>
      csv('id,title,price,item_group_id,color', `1,${one},1,g,Rojo`, `2,${other},1,g,Azul`)
    for (const [one, other, name] of [
      ['Taza 🍎', 'Taza 🍏', 'Taza'],
      ['🍎', '🍏', '🍎'],
      [`${'x'.repeat(200_000)} a`, `${'x'.repeat(200_000)} b`, 'x'.repeat(200_000)],
    ] as const) {
      assert.equal((await drafts(file(one, other))).drafts[0]!.name, name)
    }
  })
})

suite('reading a CSV', () => {
  const rejection = async (file: string | Buffer) => {
    const error = await drafts(file).then(() => null, (reason: { message: string }) => reason) // prettier-ignore
    return error?.message ?? ''
  }

  test('detects encodings and byte order marks, and counts quoted line breaks as lines', async () => {
    for (const bytes of [
      Buffer.from('\ufeffNombre;Precio\r\nÑandú;1\r\n'),
      Buffer.from('\ufeffNombre\tPrecio\nÑandú\t1\n', 'utf16le'),
      iconv.encode('Nombre;Precio\nÑandú;1\n', 'windows-1252'),
      Buffer.from('sep=;\nNombre;Precio\nÑandú;1\n'),
    ]) {
      const { drafts: [one] } = await drafts(bytes) // prettier-ignore
      assert.deepEqual([one!.name, one!.price], ['Ñandú', 1])
    }
    const { drafts: [, second] } = await drafts('Nombre,Descripción\nA,"una\ndos"\nB,x\n') // prettier-ignore
    assert.equal(second!.line, 4)
  })

  test('with another end of line in the header than in the rows has all rows', async () => {
    for (const file of ['Nombre;Precio\r\nA;1\nB;2\nC;3\n', 'Nombre;Precio\nA;1\r\nB;2\rC;3\r\n'])
      assert.deepEqual((await drafts(file)).drafts.map(({ name, price }) => `${name} ${price}`), ['A 1', 'B 2', 'C 3']) // prettier-ignore
  })

  test('may have remarks above its header', async () => {
    const file = csv('# Required | Id,# Optional | A; B,', 'id,title,price,image_link', 'A1,Vela,5.00 ARS,')
    const { format, drafts: [one, ...others] } = await drafts(file) // prettier-ignore
    assert.deepEqual([format, one!.name, one!.price, one!.line, others], ['feed', 'Vela', 5, 3, []])
    const numbered = await drafts(csv('#,Nombre,Precio', '1,Vela,5'))
    assert.equal(numbered.drafts[0]!.name, 'Vela')
  })

  test('a continuation row that is not a variant is reported', async () => {
    const issuesOf = async (file: string) =>
      (await drafts(file)).drafts[0]!.issues.map(({ message }) => wordingIn(message, 'es'))
    assert.deepEqual(await issuesOf(csv('Slug,Nombre,Precio', 'vela,Vela,5', 'mesa,Mesa,5', 'vela,Vela,6')), [
      'La línea 4 repite el producto de la línea 2 sin decir qué variante es',
    ])
    const { drafts: [candle, nameless] } = await drafts(csv('Nombre,Precio', 'Vela,5', ',6')) // prettier-ignore
    assert.deepEqual([candle!.issues, nameless!.line, nameless!.name], [[], 3, undefined])
    const rows = ['Vela,5,https://x.test/1.jpg,', ',,https://x.test/2.jpg,', ',7,,Grande']
    const whole = await drafts(csv('Nombre,Precio,Fotos,Variante', ...rows))
    assert.deepEqual([whole.drafts.length, whole.drafts[0]!.issues], [1, []])
  })

  test('a header that quotes another delimiter is parsed, and so are 200 columns', async () => {
    const wide = Array.from({ length: 200 }, (_, n) => `Columna ${n}`)
    const { drafts: [one] } = await drafts(csv(`"Nota; a; b; c",Nombre,${wide.join()}`, `x,Vela,${wide.join()}`)) // prettier-ignore
    assert.equal(one!.name, 'Vela')
    assert.match(await rejection(csv(Array.from({ length: 300 }, (_, n) => `c${n}`).join())), /256 columnas/)
  })

  test('a truncated file is rejected', async () => {
    assert.match(await rejection('Nombre,Precio\nA,1\n"B'), /cortado/)
    const { drafts: [, cut] } = await drafts('Nombre,Precio,Descripción\nA,1,x\nB,2') // prettier-ignore
    assert.match(wordingIn(cut!.issues[0]!.message, 'es'), /cortado en la línea 3\b/)
    const half = Buffer.from('Nombre,Precio\nÑ,1\nÑ').subarray(0, -1)
    assert.equal((await drafts(half)).drafts[0]!.name, 'Ñ')
  })

  test('empty files, columns without a name, and too long ones are rejected', async () => {
    assert.match(await rejection('\n\n'), /vacío/)
    assert.match(await rejection('Nombre,Precio\n'), /ningún producto/)
    assert.match(await rejection('a,b\n1,2\n'), /Ninguna columna/)
    assert.match(await rejection(`Nombre\n${'x\n'.repeat(50_001)}`), /filas/)
    assert.match(
      await rejection(`Nombre\n${Array.from({ length: 10_001 }, (_, n) => n).join('\n')}\n`),
      /10,000/,
    )
    assert.match(await rejection(`Nombre\n"${'x'.repeat(600_000)}"\n`), /demasiado larga/)
  })

  test('is rejected with invalid text: NUL, and too many combining marks', async () => {
    assert.match(await rejection(csv('Nombre', 'A', 'B\0')), /línea 3 tiene caracteres que no se pueden leer/)
    const [few, many] = [3, 20_000].map((count) => `e${'\u0301\u0316'.repeat(count)}`)
    assert.match(await rejection(csv('Nombre,Categoría', `A,${few}`, `B,${many}`)), /línea 3\b/)
  })

  test('a product with too many rows is one issue', async () => {
    const rows = Array.from({ length: 5_000 }, (_, n) => `a,Vela,1,Talla ${n},muchas`)
    const { drafts: [one] } = await drafts(csv('Id,Nombre,Precio,Variante,Stock', ...rows)) // prettier-ignore
    assert.equal(
      wordingIn(one!.issues[0]!.message, 'es'),
      'Un producto puede ocupar hasta 500 filas, y este tiene 5000',
    )
    assert.equal(one!.variants!.length, 500)
    assert.equal(one!.issues.length, 1 + 500) // the stock of each row is told once
  })

  test('of too many options, one more than allowed is read', async () => {
    const rows = Array.from({ length: 500 }, (_, n) => `a,Vela,1,Talla ${n},Opción ${n},x`)
    const { drafts: [own] } = await drafts(csv('Id,Nombre,Precio,Variante,Opción 1,Valor de la opción 1', ...rows)) // prettier-ignore
    assert.equal(own!.options?.length, 4)
    const { drafts: [other] } = await drafts(csv('Handle,Title,Price,Variant,Option1 Name,Option1 Value', ...rows)) // prettier-ignore
    assert.deepEqual([other!.options, other!.variants?.length], [undefined, 500])
  })

  test('formulas that an export escaped are unescaped', async () => {
    const { drafts: [one] } = await drafts("Nombre\n'=1+1\n") // prettier-ignore
    assert.equal(one!.name, '=1+1')
  })
})
