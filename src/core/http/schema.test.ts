import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Type } from 'typebox'
import type { ApiError } from '../errors/errors.ts'
import { Body, compileValidator } from './schema.ts'

suite('a list that is too long', () => {
  test('fails for its length, without validating its items', () => {
    const validate = compileValidator(Body({ items: Type.Array(Body({}), { maxItems: 3 }) }), 'body')
    const looked = new Set<number>()
    const items = Array.from(
      { length: 1_000 },
      (_, n) => new Proxy({ strange: true }, { ownKeys: (item) => (looked.add(n), Reflect.ownKeys(item)) }),
    )
    const { error } = validate({ items }) as { error: ApiError }
    assert.equal(error.body.details?.['field'], 'items')
    assert.equal(error.body.details?.['reason'], 'max_items')
    assert.ok(looked.size <= 4, `${looked.size} items were looked at`)
  })
})
