import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { openapiOf } from '../src/docs/openapi.ts'
import { addressLimit } from '../src/docs/refusals.ts'
import { operationsOf } from './operations.ts'
import { startService } from './service.ts'
import { anAddress, anOrder, aProduct, aStore } from './world.ts'

type Schema = { [keyword: string]: unknown }

const service = await startService()
const operations = operationsOf(service.app)
const { components, info, paths } = openapiOf(service.app)
const root = join(import.meta.dirname, '..')

/** The addresses of the specification, and what it says of each: its scope, or its limit per address. */
const addresses: [address: string, says: { scope?: string; limit?: [max: number, seconds: number] }][] = [
  ['GET /api/check-slug', { limit: [30, 3600] }],
  ['POST /api/orders', { limit: [10, 60] }],
  ['POST /api/reviews', { limit: [3, 86_400] }],
  ['POST /api/catalog/events', { limit: [20, 60] }],
  ['GET /api/health', {}],
  ['GET /api/ready', {}],
  ['GET /api/v1/store', { scope: 'store:read' }],
  ['PUT /api/v1/store', { scope: 'store:write' }],
  ['GET /api/v1/products', { scope: 'products:read' }],
  ['GET /api/v1/products/{id}', { scope: 'products:read' }],
  ['POST /api/v1/products', { scope: 'products:write' }],
  ['PUT /api/v1/products/{id}', { scope: 'products:write' }],
  ['DELETE /api/v1/products/{id}', { scope: 'products:write' }],
  ['GET /api/v1/categories', { scope: 'categories:read' }],
  ['POST /api/v1/categories', { scope: 'categories:write' }],
  ['PUT /api/v1/categories/{id}', { scope: 'categories:write' }],
  ['DELETE /api/v1/categories/{id}', { scope: 'categories:write' }],
  ['GET /api/v1/orders', { scope: 'orders:read' }],
  ['GET /api/v1/orders/{id}', { scope: 'orders:read' }],
  ['PUT /api/v1/orders/{id}', { scope: 'orders:write' }],
  ['GET /api/v1/discounts', { scope: 'discounts:read' }],
  ['POST /api/v1/discounts', { scope: 'discounts:write' }],
  ['PUT /api/v1/discounts/{id}', { scope: 'discounts:write' }],
  ['DELETE /api/v1/discounts/{id}', { scope: 'discounts:write' }],
  ['GET /api/v1/reviews', { scope: 'reviews:read' }],
  ['PUT /api/v1/reviews/{id}', { scope: 'reviews:write' }],
  ['DELETE /api/v1/reviews/{id}', { scope: 'reviews:write' }],
  ['GET /api/v1/customers', { scope: 'customers:read' }],
  ['GET /api/v1/customers/{id}', { scope: 'customers:read' }],
  ['GET /api/v1/stats', { scope: 'stats:read' }],
  ['GET /api/v1/stats/report', { scope: 'stats:read' }],
  ['GET /api/v1/shipping', { scope: 'shipping:read' }],
  ['POST /api/v1/shipping', { scope: 'shipping:write' }],
  ['PUT /api/v1/shipping/{id}', { scope: 'shipping:write' }],
  ['DELETE /api/v1/shipping/{id}', { scope: 'shipping:write' }],
  ['GET /api/v1/store/onboarding', { scope: 'store:read' }],
  ['GET /api/v1/store/team', { scope: 'team:read' }],
  ['GET /api/v1/store/connections', { scope: 'connections:read' }],
  ['GET /api/v1/store/webhooks', { scope: 'webhooks:read' }],
  ['GET /api/v1/store/webhooks/{id}/logs', { scope: 'webhooks:read' }],
  ['GET /api/v1/store/themes', { scope: 'themes:read' }],
  ['GET /api/v1/store/themes/{id}', { scope: 'themes:read' }],
  ['GET /api/v1/stores', { scope: 'stores:read' }],
  ['POST /api/v1/stores', { scope: 'stores:write' }],
  ['DELETE /api/v1/stores/{id}', { scope: 'stores:write' }],
]

const paid = ['GET /api/v1/stats', 'PUT /api/v1/reviews/{id}', 'DELETE /api/v1/reviews/{id}']

/** `limit` where it is not 50, and its maximum where that is not 100. */
const pages: Record<string, [usual: number, most: number]> = {
  listWebhooks: [20, 100],
  listWebhookLogs: [20, 100],
  getSalesReport: [10, 20],
}

const find = (address: string) => operations.find(({ method, path }) => `${method} ${path}` === address)

suite('the addresses of the specification', () => {
  for (const [address, { scope, limit }] of addresses) {
    test(`${address} exists, with its scope and limit`, () => {
      const operation = find(address)
      assert.ok(operation, 'it does not exist')
      assert.equal(operation.scope, scope)
      const url = operation.path.replaceAll(/\{(\w+)\}/g, ':$1')
      const route = service.app.knownRoutes.get(url)!.find(({ method }) => method === operation.method)!
      const counted = addressLimit(route)
      assert.deepEqual(counted && [counted.max, counted.seconds], limit)
    })
  }

  test('only the three paid operations need a plan', () => {
    const needing = operations.filter(({ responses }) =>
      responses.some((name) => name.includes('PLAN_REQUIRED')),
    )
    assert.deepEqual(needing.map(({ method, path }) => `${method} ${path}`).toSorted(), paid.toSorted())
  })

  test('every list takes limit and offset, with the usual defaults and bounds', () => {
    const lists = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'limit'))
    assert.ok(lists.length >= 12)
    for (const { operationId, parameters } of lists) {
      const [usual, most] = pages[operationId] ?? [50, 100]
      const limit = parameters.find(({ name }) => name === 'limit')!.schema
      assert.deepEqual([limit['default'], limit['minimum'], limit['maximum']], [usual, 1, most], operationId)
      const offset = parameters.find(({ name }) => name === 'offset')?.schema
      if (operationId !== 'getSalesReport')
        assert.deepEqual([offset?.['default'], offset?.['minimum']], [0, 0])
    }
  })

  test('the version is in the address and in the document', () => {
    assert.equal(info.version, '1.0.0')
    for (const { path, scope } of operations.filter(({ scope }) => scope))
      assert.match(path, /^\/api\/v1\//, scope)
  })
})

/** The titles of the tests of single fields. */
const ofFields: string[] = []

suite('the fields of the specification', () => {
  const orderInList = {
    id: 'string', orderNumber: 'string', status: 'string', customerName: 'string', customerPhone: 'string',
    'items[].productName': 'string', 'items[].variantName': 'string,null', 'items[].quantity': 'integer',
    'items[].unitPrice': 'number', 'items[].subtotal': 'number', total: 'number', notes: 'string,null',
    createdAt: 'string',
  } // prettier-ignore
  const product = {
    id: 'string', name: 'string', slug: 'string', description: 'string,null', price: 'number',
    comparePrice: 'number,null', imageUrl: 'string,null', isActive: 'boolean', categoryId: 'string,null',
    'variants[].id': 'string', 'variants[].name': 'string', 'variants[].price': 'number',
    'variants[].isActive': 'boolean', createdAt: 'string', updatedAt: 'string',
  } // prettier-ignore
  const step = (at: string) =>
    Object.fromEntries(
      ['id', 'text', 'consequence', 'action', 'href']
        .map((name) => [`${at}.${name}`, 'string'])
        .concat(['done', 'blocking'].map((name) => [`${at}.${name}`, 'boolean'])),
    )
  const page = { total: 'integer', limit: 'integer', offset: 'integer' }
  const inData = (fields: Record<string, string>, at = 'data') =>
    Object.fromEntries(Object.entries(fields).map(([name, type]) => [`${at}.${name}`, type]))

  const shapes: Record<string, Record<string, string>> = {
    createOrder: { id: 'string', orderNumber: 'string' },
    createReview: { id: 'string' },
    checkSlug: { available: 'boolean' },
    createCatalogEvent: { ok: 'boolean' },
    getHealth: { status: 'string', timestamp: 'string' },
    getReady: { status: 'string', database: 'string', timestamp: 'string' },
    listProducts: { ...inData(product, 'data[]'), ...page },
    getProduct: inData(product),
    listOrders: { ...inData(orderInList, 'data[]'), ...page },
    getOrder: inData({
      ...orderInList, customerAddress: 'string,null', 'shippingOption.name': 'string', 'shippingOption.price': 'number',
      'items[].productId': 'string', 'items[].variantId': 'string,null', updatedAt: 'string',
    }), // prettier-ignore
    getTeam: inData({
      'members[].id': 'string', 'members[].role': 'string', 'pendingInvitations[].id': 'string',
      'pendingInvitations[].role': 'string', 'pendingInvitations[].expiresAt': 'string', memberTotal: 'integer',
      pendingInvitationTotal: 'integer', limit: 'integer', offset: 'integer', 'rolePermissions.OWNER[]': 'string',
      'rolePermissions.ADMIN[]': 'string', 'rolePermissions.STAFF[]': 'string', invitationDelivery: 'string',
    }), // prettier-ignore
    getOnboarding: inData({
      storeId: 'string', state: 'string', total: 'integer', completed: 'integer', ...step('steps[]'),
      ...step('pending[]'), canBeShown: 'boolean', visualVerification: 'string',
    }), // prettier-ignore
    listConnections: inData({
      storeId: 'string', source: 'string', providerVerification: 'string', 'connections[].id': 'string',
      'connections[].state': 'string', 'connections[].hint': 'string,null',
      'connections[].availableOnCurrentPlan': 'boolean',
    }), // prettier-ignore
    listWebhooks: {
      'data[].id': 'string', 'data[].destinationReference': 'string', 'data[].events[]': 'string',
      'data[].unrecognizedEventCount': 'integer', 'data[].isActive': 'boolean', 'data[].createdAt': 'string',
      'data[].updatedAt': 'string', ...page, source: 'string', delivery: 'string',
    }, // prettier-ignore
    listWebhookLogs: {
      'data[].id': 'string', 'data[].webhookId': 'string', 'data[].event': 'string,null',
      'data[].status': 'integer,null', 'data[].duration': 'integer,null', 'data[].success': 'boolean',
      'data[].attempts': 'integer', 'data[].createdAt': 'string', 'data[].processing': 'string', ...page,
      source: 'string',
    }, // prettier-ignore
    getSalesReport: inData({
      storeId: 'string', storeCurrency: 'string', timeZone: 'string', timeZoneSource: 'string', from: 'string',
      to: 'string', rangeKind: 'string', dateBasis: 'string', state: 'string', 'currencies[].currency': 'string',
      'currencies[].realOrders': 'integer', 'currencies[].completedOrders': 'integer',
      'currencies[].pendingOrders': 'integer', 'currencies[].cancelledOrders': 'integer',
      'currencies[].confirmedRevenue': 'string', 'currencies[].pendingAmount': 'string',
      'currencies[].averageCompletedOrder': 'string,null', 'dailyCompleted[].day': 'string',
      'dailyCompleted[].currency': 'string', 'dailyCompleted[].orders': 'integer',
      'dailyCompleted[].confirmedRevenue': 'string', 'topProducts[].productId': 'string',
      'topProducts[].currency': 'string', 'topProducts[].unitsSold': 'integer',
      'topProducts[].grossItemSales': 'string', ranking: 'string', 'visitors.state': 'string',
      'visitors.reason': 'string', 'conversion.state': 'string', 'attribution.state': 'string',
    }), // prettier-ignore
  }

  for (const [operationId, fields] of Object.entries(shapes)) {
    for (const [name, type] of Object.entries(fields)) {
      const title = `${operationId} answers with ${name.replace(/^data(\[\])?\./, '')}: ${type}`
      ofFields.push(title)
      test(title, () => assert.equal(fieldsOf(answerOf(operationId)).get(name), type))
    }
  }

  test('the list shows no address, shipping or time of change of an order, and no ids of its items', () => {
    const found = [...fieldsOf(answerOf('listOrders')).keys()]
    const alone = ['customerAddress', 'shippingOption', 'updatedAt', 'items[].productId', 'items[].variantId']
    for (const name of alone) assert.ok(!found.some((path) => path.startsWith(`data[].${name}`)), name)
  })
})

suite('the probes', () => {
  test('GET /api/health is alive, GET /api/ready reaches the database', async () => {
    const health = await service.get('/api/health')
    assert.equal(health.json.status, 'ok')
    assert.match(health.json.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const { status, database } = (await service.get('/api/ready')).json
    assert.deepEqual([status, database], ['ok', 'connected'])
  })
})

suite('an order number', () => {
  test('has the prefix of the service and six characters that nobody confuses', async () => {
    const store = await aStore(service)
    const { variants } = await aProduct(service, store)
    const body = anOrder(store, [{ variantId: variants[0]!.id, quantity: 1 }])
    const { json } = await service.post('/api/orders', { headers: anAddress(), body })
    assert.match(json.orderNumber, /^PED-[0-9A-HJKMNP-TV-Z]{6}$/)
  })
})

suite('docs/specification.md', () => {
  const rows = readFileSync(join(root, 'docs/specification.md'), 'utf8')
    .split('\n')
    .flatMap((line) => [...line.matchAll(/`([\w./-]+\.test\.ts)`: «([^»]+)»/g)])

  test('names tests that exist', () => {
    assert.ok(rows.length >= 60)
    for (const [, file, title] of rows) {
      const text = readFileSync(join(root, file!), 'utf8')
      assert.ok(ofFields.includes(title!) || hasTest(text, title!), `${file}: ${title}`)
    }
  })

  test('has a row for each field', () => {
    const named = new Set(rows.map(([, , title]) => title))
    assert.deepEqual(
      ofFields.filter((title) => !named.has(title)),
      [],
    )
  })

  test('has a row for each address', () => {
    const text = readFileSync(join(root, 'docs/specification.md'), 'utf8')
    for (const [address] of addresses) assert.ok(text.includes(`| \`${address}\` |`), address)
  })
})

test('every operation is named in a test', () => {
  const tests = globSync('{src,test}/**/*.test.ts', { cwd: root }).map((path) =>
    readFileSync(join(root, path), 'utf8'),
  )
  const missing = operations.filter(({ method, path }) => {
    const names = [`${method} ${path}`, `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`]
    return !names.some((name) =>
      tests.some((text) => new RegExp(`${RegExp.escape(name)}(?![/\\w])`).test(text)),
    )
  })
  assert.deepEqual(
    missing.map(({ method, path }) => `${method} ${path}`),
    [],
  )
})

/** Whether a test has this title, in so many words or made from a template and words of the same file. */
function hasTest(text: string, title: string): boolean {
  const titles = [...text.matchAll(/\btest\(\s*(?:'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`)/g)]
  return titles.some(([, single, double, template]) => {
    if (template === undefined) return title === (single ?? double)
    const parts = template.split(/\$\{[^}]*\}/).map((part) => RegExp.escape(part))
    const words = new RegExp(`^${parts.join('(.+)')}$`).exec(title)?.slice(1)
    return words?.every((word) => text.includes(`'${word}'`) || text.includes(` ${word}: `)) ?? false
  })
}

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
