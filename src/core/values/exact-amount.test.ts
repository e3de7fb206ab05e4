import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { average, exactAmount, formatExact, fromNumber, sum, toDecimal, toNumber } from './exact-amount.ts'

suite('exact amounts', () => {
  test("have exactly the currency's digits", () => {
    const written = (tenThousandths: bigint) =>
      ['CLP', 'GTQ', 'KWD'].map((currency) => toDecimal(exactAmount(tenThousandths), currency))
    assert.deepEqual(written(0n), ['0', '0.00', '0.000'])
    assert.deepEqual(written(12_990_0000n), ['12990', '12990.00', '12990.000'])
    assert.equal(toDecimal(exactAmount('500'), 'GTQ'), '0.05')
    assert.equal(toDecimal(exactAmount(9_007_199_254_740_993_0100n), 'GTQ'), '9007199254740993.01')
  })

  test('are read by people and added without an error of binary fractions', () => {
    const total = sum([0.1, 0.2, 1_249.7].map(fromNumber))
    assert.deepEqual([toNumber(total, 'GTQ'), formatExact(total, 'GTQ')], [1250, 'Q 1,250.00'])
    assert.equal(
      toDecimal(sum(Array.from({ length: 1000 }, () => fromNumber(999_999_999.99))), 'GTQ'),
      '999999999990.00',
    )
  })

  test('are converted by none of the ways that take no currency', () => {
    const amount = fromNumber(25)
    const conversions: ((value: never) => unknown)[] = [
      Number,
      String,
      BigInt,
      (value) => `${value}`,
      JSON.stringify,
    ]
    for (const convert of conversions) assert.throws(() => convert(amount as never), TypeError)
  })

  test('are averaged half up', () => {
    const cases: [bigint, number, string, string | null][] = [
      [0n, 0, 'GTQ', null],
      [0n, 4, 'GTQ', '0.00'],
      [10_0100n, 2, 'GTQ', '5.01'], // 5.005
      [10_0000n, 3, 'GTQ', '3.33'],
      [20_0000n, 3, 'GTQ', '6.67'],
      [25_0000n, 2, 'CLP', '13'], // 12.5
      [24_9999n, 2, 'CLP', '12'],
    ]
    for (const [amount, count, currency, text] of cases)
      assert.equal(average(exactAmount(amount), count, currency), text)
  })
})
