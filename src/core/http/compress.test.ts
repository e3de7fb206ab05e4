import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { processorTime } from '../../../test/processor-time.ts'
import { pickEncoding } from './compress.ts'

suite('the encoding of an answer', () => {
  test('is the smallest that the client takes', () => {
    assert.equal(pickEncoding('gzip, deflate, br'), 'br')
    assert.equal(pickEncoding('GZIP;Q=0.5 , br ; q=0'), 'gzip')
    assert.equal(pickEncoding('gzip;q=nada, identity'), 'identity')
    assert.equal(pickEncoding(undefined), 'identity')
  })

  test('is the same when a header is seen again', () => {
    for (const header of ['gzip', 'br', 'identity', 'gzip', 'br', 'identity']) {
      assert.equal(pickEncoding(header), header)
    }
  })

  test('is found at once in a header full of spaces', () => {
    const taken = processorTime(() => assert.equal(pickEncoding(`x${' '.repeat(60_000)}x, gzip`), 'gzip'))
    assert.ok(taken < 200, `${taken} ms`)
  })
})
