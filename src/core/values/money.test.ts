import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { formatAmount } from './money.ts'

suite('an amount', () => {
  test("is formatted for the currency's locale", () => {
    assert.equal(formatAmount(1299.5, 'BRL'), 'R$ 1.299,50')
    assert.equal(formatAmount(45_000, 'COP'), '$ 45.000')
    assert.equal(formatAmount(45_000.5, 'COP'), '$ 45.000,50')
    assert.equal(formatAmount(6800, 'ARS'), '$ 6.800')
    assert.equal(formatAmount(38_900, 'CRC'), '₡38 900')
    assert.equal(formatAmount(1250, 'GTQ'), 'Q 1,250.00')
    assert.equal(formatAmount(12_990, 'CLP'), '$12.990')
  })
})
