import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { aStore } from '../../../test/factories.ts'
import { importsOf } from '../../../test/imports.ts'
import { startService } from '../../../test/service.ts'

const service = await startService({ DATA_DIR: await mkdtemp(join(tmpdir(), 'vitrina-amounts-')) })
const { imported } = importsOf(service)

/** Each cell of a column with what a rehearsal makes of it: the value, or what is wrong with it. */
async function readColumn(currency: string, header: string, cells: string[]) {
  const store = await aStore(service, { currency })
  const isPrice = header === 'Precio'
  const rows = cells.map((cell, n) => `Vela ${n};${isPrice ? '' : '1;'}"${cell}"`)
  const file = [`Nombre;${isPrice ? '' : 'Precio;'}${header}`, ...rows, ''].join('\n')
  const { rows: found, counts } = await imported(store, file, { dryRun: true })
  assert.equal(counts.new + counts.refused, cells.length)
  return found.map(({ action, changes, issues }) => {
    if (action === 'refused') return issues[0]!.message
    const of = (field: string) => changes.find((change) => change.field === field)?.after
    return isPrice ? of('price') : (of('variants') as { stock: number }[])[0]!.stock
  })
}

suite('the amounts of a file', () => {
  test('have thousands before three digits, whatever stands beside them', async () => {
    const cells = ['$97.000', '$80,000', '57,000', '1,250,000', '12.5', 'a consultar', '10 a 12.5', '$ 990.-']
    for (const currency of ['CLP', 'PYG', 'ARS', 'COP', 'UYU']) {
      const read = await readColumn(currency, 'Precio', cells)
      assert.deepEqual(read.slice(0, 4), [97_000, 80_000, 57_000, 1_250_000], currency)
      assert.equal(read[7], 990)
      assert.match(String(read[5]), /^«a consultar» no es un importe \(línea 7\)$/)
      assert.match(String(read[6]), /no es un importe/)
    }
  })

  test('that can be read in two ways, or are in another currency, are rejected and say so', async () => {
    assert.deepEqual(
      await readColumn('MXN', 'Precio', [
        '100',
        '1234.500',
        'US$ 100',
        'R$ 100',
        '€ 100',
        '₲100',
        '$100 MXN',
      ]),
      [
        100,
        '«1234.500» puede ser 1234.5 o 1234500: escribe uno de los dos (línea 3)',
        '«US$ 100» está en otra moneda (US$) y la tienda vende en MXN (línea 4)',
        '«R$ 100» está en otra moneda (R$) y la tienda vende en MXN (línea 5)',
        '«€ 100» está en otra moneda (€) y la tienda vende en MXN (línea 6)',
        '«₲100» está en otra moneda (₲) y la tienda vende en MXN (línea 7)',
        100,
      ],
    )
  })

  test('of which those with two readings are counted, in the rehearsal and in the import', async () => {
    const store = await aStore(service, { currency: 'GTQ' })
    const rows = ['A,1234.500,3', 'B,0.990,0.000', 'C,12.50,1.000', 'D,US$ 3,1', 'E,gratis,1']
    const file = ['Nombre,Precio,Stock', ...rows, ''].join('\n')
    for (const dryRun of [true, false]) {
      const { ambiguousCells, counts } = await imported(store, file, { dryRun })
      assert.deepEqual([ambiguousCells, counts.refused], [3, 5], String(dryRun))
    }
  })

  test('with three decimals are read where the other cells settle what the marks divide', async () => {
    assert.deepEqual(await readColumn('KWD', 'Precio', ['1.250', '12.5']), [1.25, 12.5])
    assert.deepEqual(await readColumn('KWD', 'Precio', ['1.250', '2']), [
      '«1.250» puede ser 1.25 o 1250: escribe uno de los dos (línea 2)',
      2,
    ])
  })
})

test('the stock of a file has thousands before three digits, and is rejected where its column has decimals', async () => {
  assert.deepEqual(await readColumn('KWD', 'Stock', ['1.000', '12,500', '7']), [1000, 12_500, 7])
  assert.deepEqual(await readColumn('GTQ', 'Stock', ['1.000', '0.000', '5.0', '1.5']), [
    '«1.000» puede ser 1 o 1000: escribe uno de los dos (línea 2)',
    0,
    5,
    '«1.5» no es un número de unidades (línea 5)',
  ])
})

test('amounts with three decimals come back from every export as they were', async () => {
  const store = await aStore(service, { currency: 'KWD' })
  await imported(store, 'Nombre,Precio\nVela,1.2550\nTaza,12.5\n')
  const formats = ['vitrina', 'shopify']
  for (const format of formats) {
    const { text } = await service.get(`/api/v1/exports/products?format=${format}`, store.key)
    const lines = text.split('\r\n').filter((line) => !line.includes('Taza')) // whose price would settle the marks
    const { rows } = await imported(store, lines.join('\n'), { dryRun: true })
    const prices = rows.map(({ changes }) => changes.find(({ field }) => field === 'price'))
    assert.deepEqual([rows.length, prices, rows[0]!.issues], [1, [undefined], []], format)
  }
})
