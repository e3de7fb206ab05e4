import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as TypeBox from 'typebox'
import { Type } from '../values/json-schema.ts'
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

suite('the schema builders', () => {
  test("return the same JSON as TypeBox's", () => {
    assert.deepEqual(JSON.stringify(schemasOf(Type)), JSON.stringify(schemasOf(TypeBox)))
  })

  /** The order of the fields counts: openapi.json is compared by its text. */
  function schemasOf({ Object, Optional, String, ...type }: typeof Type) {
    const some = {
      name: String({ maxLength: 9 }),
      note: Optional(type.Unsafe<null>({ type: ['string', 'null'] })),
    }
    return [
      type.Array(type.Boolean(), { maxItems: 2 }),
      type.Enum(['up', 'down'], { description: 'Where' }),
      [type.Integer({ minimum: 1 }), type.Number(), type.Null(), type.Unknown()],
      [type.Literal('fixed', { description: 'One' }), type.Literal(true)],
      type.Record(String(), type.Unknown(), { maxProperties: 3 }),
      type.Union([String(), type.Null()], { description: 'Either' }),
      [Object({}), Object(some, { additionalProperties: false }), Object({ note: Optional(String()) })],
      type.Partial(Object(some, { description: 'All' }), { additionalProperties: false }),
      type.Partial(Object(some)).properties,
    ]
  }
})
