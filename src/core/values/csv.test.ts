import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { toCsv, unescapeFormula } from './csv.ts'

suite('a table as CSV', () => {
  test("has the separator and the decimal mark of the currency's locale", () => {
    assert.equal(toCsv([['Café', 12.5, null]], 'GTQ'), '\ufeffCafé,12.5,\r\n')
    assert.equal(toCsv([['Café', 12.5, null]], 'ARS'), '\ufeffCafé;12,5;\r\n')
  })

  test('escapes formulas', () => {
    for (const text of ['=1+1', '+50255551234', '-2', '@SUM(A1)', '\t1', '\r1']) {
      const [, cell] = /^\ufeff"?(.*?)"?\r\n$/s.exec(toCsv([[text]], 'GTQ'))!
      assert.equal(cell, `'${text}`)
    }
    assert.equal(toCsv([['a=1', -2]], 'GTQ'), '\ufeffa=1,-2\r\n')
  })

  test('escapes formulas behind what another program may read as the end of a cell, and restores each text', () => {
    const written = {
      ';=1': ";'=1",
      'Sala;=cmd|1': "Sala;'=cmd|1",
      'a,@SUM(A1)': "a,'@SUM(A1)",
      'a\t-2': "a\t'-2",
      'a\n=1;b': "a\n'=1;b",
      "x;'=1": "x;''=1",
      'a;b, c = d': 'a;b, c = d',
    }
    for (const [text, escaped] of Object.entries(written)) {
      for (const currency of ['GTQ', 'ARS']) {
        const cell = toCsv([[text]], currency)
          .slice(1, -2)
          .replaceAll(/^"|"$/g, '')
        assert.equal(cell, escaped)
        assert.equal(unescapeFormula(cell), text)
      }
    }
  })

  test('quotes separators, quotes and line breaks', () => {
    assert.equal(toCsv([['a "b", c', 'd\ne', 'f;g']], 'GTQ'), '\ufeff"a ""b"", c","d\ne","f;g"\r\n')
  })
})
