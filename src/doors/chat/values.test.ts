import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import type { Language } from '../../core/texts/language.ts'
import { currencyDigits } from '../../core/values/currency.ts'
import { formatAmount } from '../../core/values/money.ts'
import { offsetAt } from '../../core/values/time-zone.ts'
import { valueOf } from '../../core/values/written-amount.ts'
import { parseCount, readPrice, readPriceAtEnd } from './amounts.ts'
import { parseDuration, parseInstant } from './times.ts'

const currencies = [
  'GTQ',
  'MXN',
  'ARS',
  'CLP',
  'COP',
  'BRL',
  'PEN',
  'CRC',
  'USD',
  'PYG',
  'BOB',
  'NIO',
  'UYU',
  'VES',
  'HNL',
  'DOP',
]

const parseAmount = (text: string, currency: string) => valueOf(readPrice(text, currency))

suite('amounts', () => {
  test('as the service shows them are read as what they are, in every currency', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...currencies),
        fc.integer({ min: 0, max: 99_999_999 }),
        (currency, units) => {
          const amount = units / 10 ** (currencyDigits(currency) ?? 2)
          const shown = formatAmount(amount, currency)
          assert.equal(parseAmount(shown, currency), amount, shown)
        },
      ),
    )
  })

  test('have thousands before three digits, whichever mark the country writes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...currencies),
        fc.integer({ min: 1, max: 999 }),
        fc.integer({ min: 0, max: 999 }),
        (currency, a, b) => {
          for (const sign of ['.', ','])
            assert.equal(parseAmount(`${a}${sign}${String(b).padStart(3, '0')}`, currency), a * 1000 + b)
        },
      ),
    )
    for (const text of ['', '-1', '1e3', '12,5,5', '1.2.3', 'doce', '99999999999', '٣']) {
      for (const currency of currencies) assert.equal(parseAmount(text, currency), null, text)
    }
  })

  test('are told from the name before them, with their currency; another currency is no amount', () => {
    const read = (text: string, currency: string) => {
      const { name, price } = readPriceAtEnd(text, currency)
      return [name, 'value' in price ? price.value : price.message.in('es')]
    }
    for (const [text, currency, ...expected] of [
      ['vela Q 25', 'GTQ', 'vela', 25],
      ['vela 1.250 pesos', 'CLP', 'vela', 1250],
      ['vela $ 80.000', 'CLP', 'vela', 80_000],
      ['vela Gs. 80.000', 'PYG', 'vela', 80_000],
      ['camiseta L 100', 'GTQ', 'camiseta L', 100],
      ['vela US$ 12', 'GTQ', 'vela', '«US$ 12» está en otra moneda (US$) y la tienda vende en GTQ'],
      ['vela 12 USD', 'GTQ', 'vela', '«12 USD» está en otra moneda (USD) y la tienda vende en GTQ'],
      ['vela 12.990', 'GTQ', 'vela', 12_990],
      ['vela 12,5', 'CLP', 'vela', 'los precios en CLP no llevan centavos'],
    ] as const)
      assert.deepEqual(read(text, currency), expected, text)
  })

  test('counts are whole numbers', () => {
    assert.deepEqual(['12', '1,200', '1.200', '1.5', '0', '-1', '12x'].map(parseCount), [
      12,
      1200,
      1200,
      null,
      0,
      null,
      null,
    ])
  })
})

suite('durations', () => {
  test('are hours and minutes, up to a week', () => {
    const minutes = (text: string) => parseDuration(text)! / 60_000
    assert.deepEqual(
      [
        '2h',
        '2 horas',
        '1 hora',
        '30m',
        '30 min',
        '45 minutos',
        '1h30',
        '1h 30m',
        '1 hora y 30 minutos',
        '2 hours',
        '1 hour and 30 minutes',
        '1 hora e 30 minutos',
        '1h30min',
        '90 mins',
      ].map(minutes),
      [120, 120, 60, 30, 30, 45, 90, 90, 90, 120, 90, 90, 90, 90],
    )
    assert.deepEqual(['media hora', 'Meia hora', 'half an hour', 'uma hora'].map(minutes), [30, 30, 30, 60])
    for (const text of ['', '2', 'h', '0h', '200h', 'un rato', '2h mañana', '-2h', '2 dias'])
      assert.equal(parseDuration(text), null, text)
  })
})

suite('instants', () => {
  const zones = [
    'America/Guatemala',
    'America/Santiago',
    'America/Sao_Paulo',
    'Europe/Madrid',
    'America/New_York',
    'UTC',
  ]
  const local = (instant: number, zone: string) =>
    new Date(instant + offsetAt(instant, zone)).toISOString().slice(0, 16)

  test('are in the future, and at the time that is written, in the zone of the store', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc
          .date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true })
          .map(Number),
        fc.constantFrom('mañana', 'pasado mañana', 'lunes', 'el domingo', 'miércoles', '24/12', ''),
        fc.integer({ min: 4, max: 23 }), // no clock is turned then
        fc.integer({ min: 0, max: 59 }),
        (zone, now, day, hour, minute) => {
          const time = `${hour}:${String(minute).padStart(2, '0')}`
          const instant = parseInstant(`${day} ${time}`.trim(), { now, zone, language: 'es' })!
          assert.ok(instant > now)
          assert.equal(local(instant, zone).slice(11), time.padStart(5, '0'))
          if (day === 'mañana') assert.ok(instant - now < 49 * 3_600_000)
          if (day === '24/12') assert.equal(local(instant, zone).slice(5, 10), '12-24')
          if (day === 'lunes') assert.equal(new Date(`${local(instant, zone)}Z`).getUTCDay(), 1)
        },
      ),
    )
  })

  test('are read from what people write', () => {
    const now = Date.parse('2026-11-26T18:00:00Z') // a Thursday, at noon in Guatemala
    const read = (text: string, language: Language = 'es') => {
      const instant = parseInstant(text, { now, zone: 'America/Guatemala', language })
      return instant === null ? null : local(instant, 'America/Guatemala')
    }
    const expected: Record<string, string | null> = {
      'mañana 9': '2026-11-27T09:00',
      'Manana a las 9': '2026-11-27T09:00',
      'mañana 9 pm': '2026-11-27T21:00',
      'mañana 9:30 a.m.': '2026-11-27T09:30',
      'mañana 12 am': '2026-11-27T00:00',
      mañana: '2026-11-27T00:00',
      '18': '2026-11-26T18:00',
      'las 9': '2026-11-27T09:00',
      'hoy 15:30': '2026-11-26T15:30',
      'hoy 9': null,
      hoy: null,
      jueves: '2026-12-03T00:00',
      'jueves 18': '2026-11-26T18:00',
      'el lunes a las 8': '2026-11-30T08:00',
      '24/12 9': '2026-12-24T09:00',
      '1/1': '2027-01-01T00:00',
      '31/2': null,
      'mañana 25': null,
      'mañana 9:75': null,
      'la próxima semana': null,
      '': null,
      'mañana 9 de la noche': '2026-11-27T21:00',
      'mañana 12 de la noche': null,
      'mañana 18 de la tarde': null,
      'amanhã às 9h': '2026-11-27T09:00',
      'amanhã 9h30': '2026-11-27T09:30',
      'amanhã 9h da manhã': '2026-11-27T09:00',
      'depois de amanhã': '2026-11-28T00:00',
      'segunda 8h30': '2026-11-30T08:30',
      'na segunda-feira às 8h': '2026-11-30T08:00',
      'sábado 10h': '2026-11-28T10:00',
      'no domingo às 10': '2026-11-29T10:00',
      'hoje 18h': '2026-11-26T18:00',
      'tomorrow 9 am': '2026-11-27T09:00',
      'Tomorrow at 9:30pm': '2026-11-27T21:30',
      'monday 8': '2026-11-30T08:00',
      'on Friday at 10am': '2026-11-27T10:00',
      'the day after tomorrow': '2026-11-28T00:00',
      '12/24': null,
    }
    for (const [text, instant] of Object.entries(expected)) assert.equal(read(text), instant, text)
    for (const text of ['12/24 9', '24/12 9']) assert.equal(read(text, 'en'), '2026-12-24T09:00', text)
    assert.equal(read('5/6', 'pt'), '2027-06-05T00:00')
    assert.equal(read('5/6', 'en'), null)
    assert.equal(read('6/6', 'en'), '2027-06-06T00:00')
  })
})
