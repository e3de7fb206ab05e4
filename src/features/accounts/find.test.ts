import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { ApiError } from '../../core/errors/errors.ts'
import { cleanEmail } from './find.ts'

suite('a mail address', () => {
  test('is trimmed and in lower case, and may have the characters that people use', () => {
    assert.equal(cleanEmail(' Ana@Ejemplo.test '), 'ana@ejemplo.test')
    for (const address of ["o'brien+tienda@a-b.example", 'ñandú@café.example', 'a.b_c%d=e!f@x.y.example'])
      assert.equal(cleanEmail(address), address)
  })

  test('has none of the characters by which one address passes for another', () => {
    const odd = [
      ...Array.from('<>"(),:;[]\\'),
      '\u200b',
      '\u200d',
      '\u202e',
      '\u2066',
      '\ufeff',
      '\u00ad',
      '\u{e0041}',
    ]
    for (const character of odd) {
      for (const address of [
        `an${character}a@ejemplo.test`,
        `ana@ejem${character}plo.test`,
        `${character}ana@ejemplo.test`,
      ])
        assert.throws(() => cleanEmail(address), ApiError, JSON.stringify(address))
    }
    assert.throws(() => cleanEmail('"dueña@tienda.example" <otra@mala.example>'), ApiError)
  })
})
