import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { processorTime } from '../../../test/processor-time.ts'
import { pickEncoding } from './compress.ts'

suite('the content encoding', () => {
  test('is the smallest that the client accepts', () => {
    assert.equal(pickEncoding('gzip, deflate, br'), 'br')
    assert.equal(pickEncoding('GZIP;Q=0.5 , br ; q=0'), 'gzip')
    assert.equal(pickEncoding('gzip;q=nada, identity'), 'identity')
    assert.equal(pickEncoding(undefined), 'identity')
  })

  test('is the same for a repeated header', () => {
    for (const header of ['gzip', 'br', 'identity', 'gzip', 'br', 'identity']) {
      assert.equal(pickEncoding(header), header)
    }
  })

  test('is parsed in linear time from a header full of spaces', () => {
    const taken = processorTime(() => assert.equal(pickEncoding(`x${' '.repeat(60_000)}x, gzip`), 'gzip'))
    assert.ok(taken < 200, `${taken} ms`)
  })
})
