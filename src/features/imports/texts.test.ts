import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { processorTime } from '../../../test/processor-time.ts'
import { decodeText } from './character-set.ts'
import { draftOf } from './draft-of-rows.ts'
import { textOfHtml, textOfPost, withLineBreaks } from './html-text.ts'
import { parseProductFile } from './parse-file.ts'

async function drafts(file: string | Buffer) {
  const parsed = await parseProductFile(
    Buffer.from(file),
    {},
    { currency: 'ARS', currencyDigits: 2, timeZone: null },
  )
  return { drafts: parsed.products.map((rows) => draftOf(rows, parsed)) }
}

const csv = (...lines: string[]) => `${lines.join('\n')}\n`

suite('the character set of a file', () => {
  test('round-trips in every encoding of spreadsheets, also with few accents', () => {
    fc.assert(
      fc.property(spanishFile, fc.constantFrom(...Object.keys(encoders)), (text, encoding) => {
        assert.equal(decodeText(encoders[encoding]!(text)), text)
      }),
      { numRuns: 300 },
    )
  })

  test('is read in the sets of Macs and of DOS as well', () => {
    const text = csv('Nombre,Descripción', 'Piñata,Estrella de siete picos', 'Cañón,Año nuevo, según medida')
    for (const [name, encode] of Object.entries(otherEncoders))
      assert.equal(decodeText(encode(text)), text, name)
  })

  test('with a byte of another set in UTF-8 keeps all other letters, and says which row is doubtful', async () => {
    const [head, tail] = csv(
      'Nombre,Precio,Descripción',
      'Café,35,Con canela',
      'Tequila Añejo,899,SE|ORIAL',
    ).split('|')
    const { drafts: found } = await drafts(
      Buffer.concat([Buffer.from(head!), Buffer.of(0xd1), Buffer.from(tail!)]),
    )
    assert.deepEqual(
      found.map(({ name, description, losses }) => [name, description, losses]),
      [
        ['Café', 'Con canela', []],
        ['Tequila Añejo', 'SEÑORIAL', ['characters']],
      ],
    )
    const twice = await drafts(csv('Nombre,Precio', 'PiÃ±ata,3', 'NÃO,3', 'Mal\ufffdo,3'))
    assert.deepEqual(twice.drafts.map(({ losses }) => losses.length), [1, 0, 1]) // prettier-ignore
  })
})

suite('text from HTML', () => {
  test('has the lines of a description', () => {
    const texts = {
      '<h2>Uno</h2><p>dos&nbsp;&eacute;&#225;&#x41;<br/>tres</p>': 'Uno\ndos éáA\ntres',
      '<ul>\n<li>Pan</li>\n<li>Café</li>\n</ul>': '- Pan\n- Café',
      '<table><tr><td>Alto</td><td>2 m</td></tr><tr><td>Ancho</td></tr></table>': 'Alto 2 m\nAncho',
      'PROMO&Ccedil;&Atilde;O N.&ordm; 1 &rarr; &#127873;': 'PROMOÇÃO N.º 1 → 🎁',
      'a &lt;b&gt; &nada;': 'a <b> &nada;',
    }
    for (const [html, text] of Object.entries(texts)) assert.equal(textOfHtml(html), text)
    assert.equal(
      textOfPost('<h4>Reloj</h4>\nUna copia.\n\nOtra <b>línea</b>'),
      'Reloj\n\nUna copia.\n\nOtra línea',
    )
  })

  test('lacks stylesheets, scripts and what Word leaves', () => {
    const hidden =
      '<!--[if gte mso 9]><xml><w:View>Normal</w:View></xml><![endif]--><style>td{color:red}</style>' +
      '<xml><w:View>Normal</w:View></xml><script>window.dataLayer=[1]</script>'
    assert.equal(textOfHtml(`${hidden}<p class=MsoNormal>De pino<o:p></o:p></p>`), 'De pino')
  })

  test('is the text itself where it has no markup', () => {
    for (const text of ['a < b & c', 'Talla <M>', 'R&D &copy 3', '<3', 'uno\n\n\ndos'])
      assert.equal(textOfHtml(text), text)
  })

  test('takes no longer for elements in each other, and not more than a third of a second for half a megabyte', () => {
    for (const piece of ['<div>', '<p>', '<x>', '</b>', '<!--', '&amp;', '<p ', 'a:', '<a:a']) {
      const taken = processorTime(() => textOfHtml(`<b></b>${piece.repeat(500_000 / piece.length)}`))
      assert.ok(taken < 1500, `${piece}: ${taken} ms`)
    }
  })
})

test('line breaks that were written as letters are line breaks, but not in a path', () => {
  assert.equal(withLineBreaks(String.raw`Ingredientes:\nHarina\r\nAzúcar`), 'Ingredientes:\nHarina\nAzúcar')
  assert.equal(withLineBreaks(String.raw`Ruta C:\\nueva, C:\nueva`), String.raw`Ruta C:\nueva, C:\nueva`)
})

test('descriptions, names and categories of each format are text', async () => {
  const woo = await drafts(
    csv(
      'ID,Type,SKU,Name,Published,Short description,Description,Regular price,Categories',
      String.raw`31,simple,C1,Reloj,1,"<ul>\n<li>9</li>\n</ul>","<h4>Mini</h4>\nCopia.\n\nApoya.\nRuta C:\\nueva",50,"Salud &amp; Belleza"`,
      String.raw`32,simple,C2,"Pan &amp; Café",1,,"Linea uno\nLinea dos",50,"Salud &amp; Belleza, Ofertas"`,
    ),
  )
  assert.deepEqual(
    woo.drafts.map(({ name, description, category }) => [name, description, category]),
    [
      ['Reloj', 'Mini\n\nCopia.\n\nApoya.\nRuta C:\\nueva', 'Salud & Belleza'],
      ['Pan & Café', 'Linea uno\nLinea dos', 'Salud & Belleza, Ofertas'],
    ],
  )
  const own = await drafts(
    csv('Nombre,Precio,Descripción', String.raw`Pan &amp; Café,5,<style>p{}</style><p>Uno\nDos</p>`),
  )
  assert.deepEqual([own.drafts[0]!.name, own.drafts[0]!.description], ['Pan & Café', 'Uno\nDos'])
})

/** Words of catalogues, each with one letter that is not ASCII, and signs that stand beside them. */
const accented = [
  'café', 'algodón', 'azúcar', 'maíz', 'piñata', 'cigüeña', 'sándalo', 'jabón', 'lápiz', 'té', 'árbol', 'época', 'índigo',
  'ópalo', 'único', 'ñandú', 'niño', 'bebé', 'menú', 'colchón', 'plástico', 'orgánico', 'eléctrico', 'tamaño', 'español',
  'pingüino', 'decoración', 'cerámica', 'fútbol', 'rímel', 'crédito', 'ángel', 'área', 'éxito', 'óvalo', 'útil', 'año', 'maní',
] // prettier-ignore
const inCases = (word: string) => [word, word[0]!.toUpperCase() + word.slice(1), word.toUpperCase()]
const phrases = [
  '¿Qué tamaño?',
  '¡Oferta!',
  '“Edición especial”',
  'rojo – azul',
  'Crema de D’Angelo',
  'Talla 38…',
  '12 €',
  '25 °C',
  'Marca®',
]
const plain = ['camisa', 'Vela', 'MESA', '3', '19.90', 'A', 'x']

const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...accented.flatMap(inCases)) },
  fc.constantFrom(...plain),
  fc.constantFrom(...phrases),
)
const cell = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
/** A catalogue with an accent in a word somewhere. */
const spanishFile = fc
  .record({
    header: fc.constantFrom('Nombre,Precio', 'Nombre,Descripción', 'Título;Categoría'),
    known: fc.constantFrom(...accented.flatMap(inCases)),
    rows: fc.array(cell, { maxLength: 5 }),
  })
  .map(({ header, known, rows }) => csv(header, known, ...rows))

const encoders: Record<string, (text: string) => Buffer> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with BOM': (text) => Buffer.from(`\ufeff${text}`),
  'UTF-16LE': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16BE': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  'windows-1252': (text) => iconv.encode(text, 'windows-1252'),
}

/** Of programs that few have; a file with a single accent may be read as another set. */
const otherEncoders: typeof encoders = {
  MacRoman: (text) => iconv.encode(text, 'macintosh'),
  CP850: (text) => iconv.encode(text, 'cp850'),
}
