import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { wordingIn } from '../../core/texts/text.ts'
import { draftOf } from './draft-of-rows.ts'
import { parseProductFile } from './parse-file.ts'

async function drafts(lines: string[], currency = 'MXN') {
  const file = Buffer.from(lines.map((line) => `${line}\n`).join(''))
  const parsed = await parseProductFile(file, {}, { currency, currencyDigits: 2, timeZone: null })
  return parsed.products.map((rows) => draftOf(rows, parsed))
}

const visible = async (lines: string[]) => (await drafts(lines)).map(({ isActive }) => isActive)
const stocks = async (lines: string[]) => (await drafts(lines)).map(({ stock }) => stock)
const issues = async (lines: string[]) =>
  (await drafts(lines)).flatMap((draft) => draft.issues.map(({ message }) => wordingIn(message, 'es')))

suite('what is hidden elsewhere is not on sale here', () => {
  test('words for hidden in any language, and numbers as spreadsheets write them', async () => {
    const hidden = [
      'N', 'F', 'Inactive', 'off', 'No disponible', 'Inactivo', 'Despublicado', 'Pausado', 'no ', '0.0', '0,00', 'Deshabilitado',
      'falso', 'Oculto', 'não', 'draft', 'Not_visible',
    ] // prettier-ignore
    const rows = hidden.map((word, n) => `Vela ${n},1,"${word}"`)
    const read = await visible(['Nombre,Precio,Visible', ...rows])
    assert.deepEqual(read, hidden.map(() => false)) // prettier-ignore
    const shown = ['VERDADEIRO', 'sí', '1.0', 'Y', 'x', 'Activo', '']
    const published = await visible([
      'Nombre,Precio,Visible',
      ...shown.map((word, n) => `Vela ${n},1,${word}`),
    ])
    assert.deepEqual(published, [true, true, true, true, true, true, undefined])
  })

  test('a word that is not understood is an issue of its row', async () => {
    assert.deepEqual(await issues(['Nombre,Precio,Visible', 'Vela,1,sí', 'Mesa,1,quizás']), [
      '«quizás» no dice si se ve o no: escribe sí o no (línea 3)',
    ])
    assert.deepEqual(await issues(['Nombre,Precio,Variante,Variante activa', 'Vela,1,S,ya casi']), [
      '«ya casi» no dice si se ve o no: escribe sí o no (línea 2)',
    ])
  })

  test('a column Estado that says something else is left out', async () => {
    const lines = ['Nombre,Precio,Estado', 'Silla,1,Nueva', 'Mesa,1,Usada']
    assert.deepEqual([await visible(lines), await issues(lines)], [[undefined, undefined], []])
    assert.deepEqual(await visible(['Nombre,Precio,Estado', 'Silla,1,activo', 'Mesa,1,pausado']), [
      true,
      false,
    ])
  })

  test('WooCommerce: drafts, private ones, and what Published says in no release', async () => {
    const header = 'Type,Name,Published,Visibility in catalog,Regular price'
    const rows = ['1,visible', '1,catalog', '1,search', '1,hidden', '0,visible', '-1,visible', '2,visible']
    const lines = rows.map((row, n) => `simple,Vela ${n},${row},5`)
    assert.deepEqual(await visible([header, ...lines]), [true, true, false, false, false, false, false])
  })

  test('Tiendanube: both columns, and those of Nuvemshop in Portuguese', async () => {
    const header = 'Identificador de URL;Nombre;Precio;Mostrar en tienda;Visibilidad'
    assert.deepEqual(await visible([header, 'a;A;1;SI;Visible', 'b;B;1;SI;Oculto', 'c;C;1;NO;Visible']), [
      true,
      false,
      false,
    ])
    const lines = [
      'Identificador URL;Nome;Preço;Estoque;Exibir na loja;Visibilidade',
      'a;A;1;4;SIM;Visível',
      'b;B;1;;NÃO;Visível',
    ]
    assert.deepEqual([await visible(lines), await stocks(lines)], [[true, false], [4, null]]) // prettier-ignore
  })

  test('Meta: staging and hidden items, of one product its variants', async () => {
    const lines = [
      'id,title,price,image_link,visibility,status,item_group_id,size',
      'a1,Gorra,5.00 MXN,,published,active,,',
      'a2,Playera,5.00 MXN,,staging,active,,',
      'a3,Vestido,5.00 MXN,,published,archived,,',
      'a4,Mate,5.00 MXN,,published,,g,S',
      'a5,Mate,6.00 MXN,,hidden,,g,M',
    ]
    assert.deepEqual(await visible(lines), [true, false, false, true])
    const [, , , grouped] = await drafts(lines)
    assert.deepEqual(grouped!.variants?.map(({ name, isActive }) => [name, isActive]), [['S', true], ['M', false]]) // prettier-ignore
  })

  test('Magento, PrestaShop, Odoo and Medusa', async () => {
    const magento = [
      'sku,product_type,name,product_online,visibility,price,qty,is_in_stock',
      'a,simple,A,1,"Catalog, Search",5,3,1',
      'b,simple,B,2,"Catalog, Search",5,3,1',
      'c,simple,C,1,Not Visible Individually,5,3,0',
    ]
    assert.deepEqual([await visible(magento), await stocks(magento)], [[true, false, false], [3, 3, 0]]) // prettier-ignore
    const prestashop = [
      'ID;Active (0/1);Name *;Price tax excluded;Price tax included;Quantity',
      '1;1;A;23.90;28.44;7',
      '2;0;B;30.00;35.70;0',
    ]
    const sold = (await drafts(prestashop)).map(({ isActive, price, stock }) => [isActive, price, stock])
    assert.deepEqual(sold, [[true, 28.44, 7], [false, 35.7, 0]]) // prettier-ignore
    const odoo = [
      'id,name,list_price,default_code,qty_available,active,type',
      'x1,A,12,F1,0.0,True,product',
      'x2,B,12,F2,5.0,False,product',
      'x3,C,12,F3,0.0,True,service',
    ]
    assert.deepEqual([await visible(odoo), await stocks(odoo)], [[true, false, true], [0, 5, null]]) // prettier-ignore
    const medusa = [
      'Product Handle;Product Title;Product Status;Variant Title;Variant Inventory Quantity;Variant Allow Backorder;' +
        'Variant Manage Inventory;Price EUR;Price MXN',
      'taza;Taza;draft;Única;100;FALSE;TRUE;9;200',
      'polo;Polo;published;S;0;TRUE;TRUE;90;5000',
      'polo;;;M;0;FALSE;TRUE;99;6000',
    ]
    assert.deepEqual(await visible(medusa), [false, true])
    const [, shirt] = await drafts(medusa)
    const sizes = shirt!.variants?.map(({ name, price, stock }) => [name, price, stock])
    assert.deepEqual(sizes, [['S', 5000, null], ['M', 6000, 0]]) // prettier-ignore
  })
})

suite('what is sold out elsewhere can’t be bought here', () => {
  test('WooCommerce: In stock? without a count, and orders beyond it', async () => {
    const lines = [
      'Type,Name,Published,In stock?,Stock,Backorders allowed?,Regular price',
      'simple,Agotada sin conteo,1,0,,0,5',
      'simple,Contada,1,1,4,0,5',
      'simple,Por encargo,1,backorder,-3,notify,5',
      'simple,Sin conteo,1,1,,0,5',
      'simple,Se vende bajo cero,1,1,0,1,5',
      'simple,Agotada con conteo,1,0,2,0,5',
    ]
    assert.deepEqual(await stocks(lines), [0, 4, null, null, null, 0])
    const spanish = [
      'Tipo,Nombre,Publicado,¿En inventario?,Inventario,¿Permitir reservas de productos agotados?,Precio normal',
      'simple,A,1,0,,0,5',
      'simple,B,1,1,-2,1,5',
    ]
    assert.deepEqual(await stocks(spanish), [0, null])
  })

  test('Google and Meta: availability and quantity', async () => {
    const lines = [
      'id,title,price,image_link,availability,quantity_to_sell_on_facebook',
      'a1,A,5.00 MXN,,in stock,7',
      'a2,B,5.00 MXN,,out of stock,',
      'a3,C,5.00 MXN,,out_of_stock,4',
      'a4,D,5.00 MXN,,preorder,0',
      'a5,E,5.00 MXN,,discontinued,5',
      'a6,F,5.00 MXN,,in_stock,',
      'a7,G,5.00 MXN,,a veces,1',
    ]
    assert.deepEqual((await stocks(lines)).slice(0, 6), [7, 0, 0, null, 0, null])
    assert.deepEqual(await issues(lines), ['«a veces» no dice si hay o está agotado (línea 8)'])
  })

  test('Shopify: what sells below zero is not counted', async () => {
    const header =
      'Handle,Title,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price'
    assert.deepEqual(
      await stocks([header, 'a,A,shopify,0,deny,5', 'b,B,shopify,-2,continue,5', 'c,C,,0,deny,5']),
      [0, null, null],
    )
  })

  test('our own: words in place of a number, and a column of its own', async () => {
    const lines = ['Nombre,Precio,Stock', 'A,1,Agotado', 'B,1,Disponible', 'C,1,3', 'D,1,varios']
    assert.deepEqual(await stocks(lines), [0, null, 3, undefined])
    assert.deepEqual(await issues(lines), ['«varios» no es un número de unidades (línea 5)'])
    assert.deepEqual(await stocks(['Nombre,Precio,Disponible', 'A,1,no', 'B,1,sí']), [0, undefined])
  })

  test('our own: a column that says yes or no in one file and how many in another is read as its cells are', async () => {
    const counted = ['A,1,40', 'B,1,0', 'C,1,1', 'D,1,']
    for (const header of ['Existencias', '¿Existencias?', 'Disponibles'])
      assert.deepEqual(await stocks([`Nombre,Precio,${header}`, ...counted]), [40, 0, 1, null])
    assert.deepEqual(await stocks(['Nombre,Precio,Existencias', 'A,1,1', 'B,1,0']), [1, 0])
    assert.deepEqual(await stocks(['Nombre,Precio,Existencias', 'A,1,no', 'B,1,sí']), [0, undefined])
    assert.deepEqual(await stocks(['Nombre,Precio,Disponible', 'A,1,0', 'B,1,1']), [0, undefined])
  })
})
