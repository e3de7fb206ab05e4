import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { average, toDecimal } from './amount.ts'

suite('amounts of the report', () => {
  test("have exactly the currency's digits", () => {
    const written = (amount: bigint) => [0, 2, 3].map((digits) => toDecimal(amount, digits))
    assert.deepEqual(written(0n), ['0', '0.00', '0.000'])
    assert.deepEqual(written(12_990_0000n), ['12990', '12990.00', '12990.000'])
    assert.equal(toDecimal(500n, 2), '0.05')
    assert.equal(toDecimal(9_007_199_254_740_993_0100n, 2), '9007199254740993.01')
  })

  test('are averaged half up', () => {
    const cases: [bigint, number, number, string | null][] = [
      [0n, 0, 2, null],
      [0n, 4, 2, '0.00'],
      [10_0100n, 2, 2, '5.01'], // 5.005
      [10_0000n, 3, 2, '3.33'],
      [20_0000n, 3, 2, '6.67'],
      [25_0000n, 2, 0, '13'], // 12.5
      [24_9999n, 2, 0, '12'],
    ]
    for (const [amount, count, digits, text] of cases) assert.equal(average(amount, count, digits), text)
  })
})
