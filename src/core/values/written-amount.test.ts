import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { currencies, currencyDigits } from './currency.ts'
import { formatAmount } from './money.ts'
import { readAmount, readCount, readPercentage, valueOf } from './written-amount.ts'
import { styleDetector } from './written-number.ts'

/** The number, or why it is none: its two readings, or the word of another currency. */
function readingOf(text: string, currency: string) {
  const reading = readAmount(text, currency)
  if ('value' in reading) return reading.value
  return (
    / puede ser (.*):|otra moneda \((.*)\)|no es un importe/
      .exec(reading.message.in('es'))
      ?.slice(1)
      .find(Boolean) ?? null
  )
}

suite('an amount as a person writes it', () => {
  test('has thousands before exactly three digits in a currency with no or two digits', () => {
    for (const currency of ['CLP', 'PYG', 'ARS', 'COP', 'UYU', 'MXN', 'GTQ', 'BRL', 'USD']) {
      for (const [text, amount] of Object.entries({
        '$80.000': 80_000,
        '80,000': 80_000,
        '1,250,000': 1_250_000,
        '1.250.000': 1_250_000,
        '$ 1 250,50': 1250.5,
        "1'250.00": 1250,
        '1.250,5': 1250.5,
        '1,250.50': 1250.5,
        '12.': 12,
        '.5': 0.5,
        '34.0000': 34,
        '0.000': 0,
        '-5': -5,
        '$-5': -5,
      }))
        assert.equal(readingOf(text, currency), amount, `${text} in ${currency}`)
    }
  })

  test('as the service shows it is read as what it is, in every currency', () => {
    const amounts = fc.tuple(fc.constantFrom(...currencies), fc.integer({ min: 0, max: 99_999_999 }))
    fc.assert(
      fc.property(amounts, ([currency, units]) => {
        const amount = units / 10 ** currencyDigits(currency)!
        const shown = formatAmount(amount, currency)
        assert.equal(readingOf(shown, currency), amount, shown)
      }),
    )
  })

  test('with two readings has both, and is none of them', () => {
    assert.equal(readingOf('0.990', 'GTQ'), '0.99 o 990')
    assert.equal(readingOf('1234.500', 'CLP'), '1234,5 o 1234500')
    assert.equal(readingOf('1.250,500', 'MXN'), '1250.5 o 1250500')
    assert.equal(readingOf('1,250', 'KWD'), '1.25 o 1250')
  })

  test('is clear with three decimals where the currency has them and the service writes them so', () => {
    assert.deepEqual(['1.250', '1,250.500', '0.990', '1.250.000'].map((text) => readingOf(text, 'KWD')), [
      1.25, 1250.5, 0.99, 1_250_000,
    ]) // prettier-ignore
  })

  test('may have the words of its own currency, not those of another one', () => {
    const own = {
      ARS: ['$ 100', 'AR$ 100', '100 pesos', '$ 100.-'],
      BOB: ['Bs. 100', 'Bs 100'],
      BRL: ['R$ 100', '100 reais'],
      CLP: ['$100', 'CLP$ 100', '$ 100,-', '100 CLP'],
      DOP: ['RD$ 100'],
      GTQ: ['Q100', 'Q. 100', 'Q.100', '100 quetzales'],
      HNL: ['L. 100', 'Lps. 100', 'L100'],
      MXN: ['MX$100', '$100 MXN', '$100 M.N.'],
      NIO: ['C$ 100'],
      PAB: ['B/. 100', 'B/.100'],
      PEN: ['S/ 100', 'S/.100'],
      PYG: ['Gs. 100', 'Gs.100', '₲100'],
      USD: ['U$S 100', 'US$ 100', '100 dólares'],
      UYU: ['$U 100', '$ 100'],
    }
    for (const [currency, texts] of Object.entries(own)) {
      for (const text of texts) {
        assert.equal(readingOf(text, currency), 100, `${text} in ${currency}`)
        if (/^\$ ?100(?:[.,]-)?$/.test(text)) continue
        assert.equal(typeof readingOf(text, 'EUR'), 'string', `${text} in EUR`)
      }
    }
    assert.equal(readingOf('US$ 100', 'MXN'), 'US$')
    assert.equal(readingOf('Bs.F 100', 'VES'), 'Bs.F')
    assert.equal(readingOf('$100 COP', 'MXN'), 'COP')
  })

  test('is nothing else', () => {
    for (const text of [
      '',
      'gratis',
      'Desde $100',
      '(100)',
      '100%',
      '100-200',
      '12 34',
      '1,25,000',
      '1.2.3',
      '12.34.56',
      '1e5',
      '0x10',
      '--1',
      '٣',
      '80 mil',
      '$80.000 c/u',
      '9'.repeat(100_000),
    ])
      // prettier-ignore
      assert.equal(readingOf(text, 'CLP'), null, text.slice(0, 20))
  })
})

test('a count is a whole number, with thousands before three digits', () => {
  const counts = ['1.200', '1,200', '12', '5.0', '-3', '1.5', '0.500', '12 u'].map((text) =>
    valueOf(readCount(text)),
  )
  assert.deepEqual(counts, [1200, 1200, 12, 5, -3, null, null, null])
})

test('a percentage with three digits behind its mark has decimals where it can have no thousands', () => {
  const read = (text: string, max: number) => valueOf(readPercentage(text, max))
  assert.deepEqual(
    [read('12.125', 100), read('7,5 %', 100), read('-10', 1000), read('150', 100)],
    [12.125, 7.5, -10, 150],
  )
  assert.deepEqual([read('1.000', 100), read('1.000', 1000), read('10 pesos', 100)], [1, null, null])
})

suite('the style of a column', () => {
  const styleOf = (cells: string[], digits: number, isCount = false) => {
    const detector = styleDetector(digits, isCount)
    for (const cell of cells) detector.add(cell)
    const { '.': point, ',': comma } = detector.detect()
    return [point, comma]
  }

  test('has thousands before three digits, whatever its other cells say', () => {
    for (const cells of [
      ['80.000'],
      ['80.000', '12.50'],
      ['80.000', '57,000'],
      ['80.000', '1,250.50'],
      ['a consultar'],
    ])
      assert.deepEqual(styleOf(cells, 2), ['thousands', 'thousands'])
  })

  test('is in doubt where three digits stand behind a 0, and for stock behind any decimals', () => {
    assert.deepEqual(styleOf(['12.000', '0.000'], 2), ['either', 'thousands'])
    assert.deepEqual(styleOf(['12.000', '5.0'], 0, true), ['either', 'thousands'])
    assert.deepEqual(styleOf(['12.000', '5,0'], 0, true), ['thousands', 'either'])
  })

  test('with three decimals is settled by cells that agree', () => {
    assert.deepEqual(styleOf(['1.250', '1.000'], 3), ['either', 'either'])
    assert.deepEqual(styleOf(['1.250', '12.5'], 3), ['decimals', 'thousands'])
    assert.deepEqual(styleOf(['1.250', '1250.500'], 3), ['decimals', 'thousands'])
    assert.deepEqual(styleOf(['1.250', '1.250.000'], 3), ['thousands', 'decimals'])
    assert.deepEqual(styleOf(['1.250', '12.5', '12,5'], 3), ['either', 'either'])
  })
})
