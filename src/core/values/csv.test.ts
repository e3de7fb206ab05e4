import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { toCsv } from './csv.ts'

suite('a table as CSV', () => {
  test("has the separator and the decimal mark of the currency's locale", () => {
    assert.equal(toCsv([['Café', 12.5, null]], 'GTQ'), '\ufeffCafé,12.5,\r\n')
    assert.equal(toCsv([['Café', 12.5, null]], 'ARS'), '\ufeffCafé;12,5;\r\n')
  })

  test('escapes formulas', () => {
    for (const text of ['=1+1', '+50255551234', '-2', '@SUM(A1)', '\t=1', '\r=1']) {
      const [, cell] = /^\ufeff"?(.*?)"?\r\n$/s.exec(toCsv([[text]], 'GTQ'))!
      assert.equal(cell, `'${text}`)
    }
    assert.equal(toCsv([['a=1', -2]], 'GTQ'), '\ufeffa=1,-2\r\n')
  })

  test('quotes separators, quotes and line breaks', () => {
    assert.equal(toCsv([['a "b", c', 'd\ne', 'f;g']], 'GTQ'), '\ufeff"a ""b"", c","d\ne","f;g"\r\n')
  })
})
