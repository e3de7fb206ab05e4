import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { wordingIn } from '../../core/texts/text.ts'
import { aStore } from '../../../test/factories.ts'
import { importsOf } from '../../../test/imports.ts'
import { startService } from '../../../test/service.ts'
import { draftOf } from './draft-of-rows.ts'
import { parseProductFile } from './parse-file.ts'

const service = await startService({ DATA_DIR: await mkdtemp(join(tmpdir(), 'vitrina-sales-')) })
const { imported } = importsOf(service)

async function drafts(lines: string[], timeZone = 'America/Guatemala') {
  const store = { currency: 'MXN', currencyDigits: 2, timeZone }
  const parsed = await parseProductFile(Buffer.from(lines.map((line) => `${line}\n`).join('')), {}, store)
  return parsed.products.map((rows) => draftOf(rows, parsed))
}

const pricesOf = async (lines: string[], timeZone?: string) =>
  (await drafts(lines, timeZone)).map(({ price, comparePrice }) => [price, comparePrice])

const DAY = 86_400_000
/** The date in a zone, some days from now: `2026-11-28`. */
const dayIn = (timeZone: string, days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(Date.now() + days * DAY)

const woo = 'ID,Type,Name,Published,Date sale price starts,Date sale price ends,Sale price,Regular price'
/** The price of a product with these dates: 80 while its sale runs, 120 otherwise. */
async function priceWith(starts: string, ends: string, timeZone?: string) {
  const [draft] = await drafts([woo, `1,simple,Vela,1,"${starts}","${ends}",80,120`], timeZone)
  const [issue] = draft!.issues
  return issue ? wordingIn(issue.message, 'es') : draft!.price
}

suite('a sale price outside its dates is not the price', () => {
  test('WooCommerce in three languages', async () => {
    const headers = [
      woo,
      'ID,Tipo,Nombre,Publicado,Día en que empieza el precio rebajado,Día en que termina el precio rebajado,' +
        'Precio rebajado,Precio normal',
      'ID,Tipo,Nome,Publicado,Data de preço promocional começa em,Data de preço promocional termina em,Preço promocional,Preço',
    ]
    for (const header of headers) {
      const rows = [
        '1,simple,Vencida,1,2023-11-20 00:00:00,2023-11-27 23:59:59,80,120',
        '2,simple,Futura,1,2099-01-01 00:00:00,2099-01-31 23:59:59,80,120',
        '3,simple,Abierta,1,,,80,120',
        '4,simple,Empezada,1,2023-11-20,,80,120',
        '5,simple,Con fin,1,2023-11-20,2099-01-31,80,120',
      ]
      const found = await drafts([header, ...rows])
      assert.deepEqual(
        found.map(({ price, comparePrice, losses }) => [price, comparePrice, ...losses]),
        [
          [120, null, 'saleOutside'],
          [120, null, 'saleOutside'],
          [80, 120],
          [80, 120],
          [80, 120, 'saleEnd'],
        ],
        header,
      )
    }
  })

  test('Google and Meta', async () => {
    const cell = (dates: string, id = 'a') => `${id},A,120.00 MXN,80.00 MXN,,${dates}`
    const header = 'id,title,price,sale_price,image_link,sale_price_effective_date'
    const read = await pricesOf([
      header,
      cell('2023-11-01T00:00-06:00/2023-11-30T23:59-06:00'),
      cell('2023-11-01T00:00-0600 / 2099-11-30T23:59-0600', 'b'),
      cell('', 'c'),
    ])
    assert.deepEqual(read, [[120, null], [80, 120], [80, 120]]) // prettier-ignore
    const [draft] = await drafts([header, cell('2023-11-01')])
    assert.match(
      wordingIn(draft!.issues[0]!.message, 'es'),
      /No se entienden las fechas de la oferta: «2023-11-01» \(línea 2\)/,
    )
  })

  test('Magento, with the dates of its exports', async () => {
    const header =
      'sku,product_type,name,product_online,price,special_price,special_price_from_date,special_price_to_date'
    const rows = ['a,simple,A,1,34,20,1/1/22,1/31/22', 'b,simple,B,1,34,20,1/1/22,', 'c,simple,C,1,34,20,,']
    assert.deepEqual(await pricesOf([header, ...rows]), [[34, null], [20, 34], [20, 34]]) // prettier-ignore
  })

  test('PrestaShop, whose discount is an amount or a percentage', async () => {
    const header =
      'ID;Active (0/1);Name *;Price tax included;Discount amount;Discount percent;' +
      'Discount from (yyyy-mm-dd);Discount to (yyyy-mm-dd)'
    const read = await pricesOf([
      header,
      '1;1;A;28.440000;;20;2018-01-01;2018-12-31',
      '2;1;B;28.440000;;25;2018-01-01;2099-12-31',
      '3;1;C;28.440000;3.44;;0000-00-00;0000-00-00 00:00:00',
      '4;1;D;28.440000;0.00;0;;',
    ])
    assert.deepEqual(read, [[28.44, null], [21.33, 28.44], [25, 28.44], [28.44, null]]) // prettier-ignore
  })

  test('in the time zone of the store, with the whole day of its end', async () => {
    for (const zone of ['Pacific/Kiritimati', 'America/Guatemala', 'Pacific/Pago_Pago']) {
      const [yesterday, today, tomorrow] = [-1, 0, 1].map((days) => dayIn(zone, days)) as [
        string,
        string,
        string,
      ]
      assert.equal(await priceWith(today, today, zone), 80, zone)
      assert.equal(await priceWith(yesterday, yesterday, zone), 120, zone)
      assert.equal(await priceWith(tomorrow, '', zone), 120, zone)
      assert.equal(await priceWith('', `${yesterday} 23:59:59`, zone), 120, zone)
    }
    const [past, soon] = [-1, 1].map((minutes) => new Date(Date.now() + minutes * 120_000).toISOString()) as [
      string,
      string,
    ]
    assert.equal(await priceWith('', past), 120)
    assert.equal(await priceWith(past, soon), 80)
  })

  test('also of a whole import, whose rehearsal counts the sales that are left out and those whose end is', async () => {
    const ends = dayIn('Pacific/Pago_Pago', 0) // yesterday or earlier in Kiritimati
    const rows = [
      '1,simple,A,1,,2023-11-27,80,120',
      `2,simple,B,1,,${ends},80,120`,
      '3,simple,C,1,,2099-01-01,80,120',
    ]
    const cases = {
      'Pacific/Pago_Pago': [[120, 80, 80], [['saleOutside', 1, 2], ['saleEnd', 2, 3]]],
      'Pacific/Kiritimati': [[120, 120, 80], [['saleOutside', 2, 2], ['saleEnd', 1, 4]]],
    } // prettier-ignore
    for (const [timeZone, [prices, losses]] of Object.entries(cases)) {
      const store = await aStore(service, { currency: 'MXN' })
      await service.sql`update stores set time_zone = ${timeZone} where id = ${store.id}`
      const { rows: found, dropped } = await imported(store, [woo, ...rows, ''].join('\n'), { dryRun: true })
      assert.deepEqual(
        found.map(({ changes }) => changes.find(({ field }) => field === 'price')?.after),
        prices,
      )
      assert.deepEqual(dropped.map(({ reason, products, line }) => [reason, products, line]), losses) // prettier-ignore
    }
  })

  test('and a date that can be read in two ways, or not at all, is an issue where it matters', async () => {
    assert.equal(await priceWith('1/2/22', '3/4/22'), 120)
    assert.equal(await priceWith('1/2/22', ''), 80)
    assert.equal(await priceWith('1/2/22 9:30 AM', '31/12/2099, 11:59 p. m.'), 80)
    const [year] = dayIn('America/Guatemala', 0).split('-').map(Number) as [number]
    assert.equal(
      await priceWith('', `1/12/${year}`),
      dayIn('America/Guatemala', 0) > `${year}-01-12`
        ? `La fecha de la oferta «1/12/${year}» puede ser ${year}-12-01 o ${year}-01-12, y su precio vale según cuál sea: ` +
            'escribe una de las dos así (línea 2)'
        : 80,
    )
    for (const dates of [
      ['mañana', ''],
      ['2022-02-30', ''],
      ['', '31/31/22'],
      ['13/1/22', '1/13/22'],
      ['', '2022-01-01 25:00'],
    ])
      assert.equal(
        await priceWith(dates[0]!, dates[1]!),
        `No se entienden las fechas de la oferta: ${dates
          .filter(Boolean)
          .map((date) => `«${date}»`)
          .join(' y ')} (línea 2)`,
      )
  })

  test('without a regular price is an issue', async () => {
    const [draft] = await drafts([woo, '1,simple,Vela,1,,2023-11-27,80,'])
    assert.deepEqual(draft!.issues.map(({ message }) => wordingIn(message, 'es')), [
      'La oferta está fuera de sus fechas, y no hay un precio normal (línea 2)',
    ]) // prettier-ignore
  })
})
