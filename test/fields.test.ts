import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { openapiOf } from '../src/doors/docs/openapi.ts'
import { startService } from './service.ts'
import { fields } from './specified-fields.ts'

type Schema = { [keyword: string]: unknown }

const service = await startService()
const { components, paths } = openapiOf(service.app)

suite('the fields of the specification', () => {
  for (const { operationId, path, type, title } of fields) {
    test(title, () => assert.equal(fieldsOf(answerOf(operationId)).get(path), type))
  }

  test('the list shows no address, shipping or time of change of an order, and no ids of its items', () => {
    const found = [...fieldsOf(answerOf('listOrders')).keys()]
    const alone = ['customerAddress', 'shippingOption', 'updatedAt', 'items[].productId', 'items[].variantId']
    for (const name of alone) assert.ok(!found.some((path) => path.startsWith(`data[].${name}`)), name)
  })
})

/** The schema of an operation's success. */
function answerOf(operationId: string): Schema {
  const all = Object.values(paths).flatMap((methods) => Object.values(methods)) as {
    operationId: string
    responses: Record<string, { content: { 'application/json': { schema: Schema } } }>
  }[]
  const { responses } = all.find((operation) => operation.operationId === operationId)!
  return (responses['200'] ?? responses['201'])!.content['application/json'].schema
}

/** Every field that has a value of its own, with its path and types: `data[].items[].quantity`. */
function fieldsOf(schema: Schema, at = ''): Map<string, string> {
  const { $ref, anyOf } = schema as { $ref?: string; anyOf?: Schema[] }
  if ($ref) return fieldsOf(components.schemas[$ref.split('/').at(-1)!]!, at)
  const { properties, items } = schema as { properties?: Record<string, Schema>; items?: Schema }
  if (anyOf && !anyOf.every(({ type }) => typeof type === 'string')) {
    return new Map(anyOf.flatMap((part) => [...fieldsOf(part, at)]))
  }
  if (items) return fieldsOf(items, `${at}[]`)
  if (!properties) return new Map([[at, typesOf(schema)]])
  return new Map(
    Object.entries(properties).flatMap(([name, part]) => [...fieldsOf(part, at ? `${at}.${name}` : name)]),
  )
}

function typesOf({ type, anyOf, const: value, enum: values }: Schema): string {
  if (anyOf) return (anyOf as Schema[]).map((part) => part['type']).join(',')
  const given = ([type].flat() as (string | undefined)[]).filter((name) => name !== undefined)
  if (given.length > 0) return given.join(',')
  const all = (values as unknown[] | undefined) ?? [value]
  return [...new Set(all.map((one) => (one === null ? 'null' : typeof one)))].join(',')
}
