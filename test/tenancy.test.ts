import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { ACCOUNT_SCOPES, STORE_SCOPES } from '../src/core/auth/scopes.ts'
import { operationsOf, type Operation } from './operations.ts'
import { startService, type Answer } from './service.ts'
import { aKey, anAddress, aProduct, aStore } from './factories.ts'
import { containsDataOf, fillStore, unchangedIn } from './full-store.ts'

const service = await startService()
const { sql } = service

const victim = await aStore(service)
const stranger = await aStore(service)
const another = await aStore(service)
const operations = operationsOf(service.app)
const keyed = operations.filter(({ scope }) => scope)
const ids = await fillStore(service, victim)
await fillStore(service, stranger)

suite("another store's ids", () => {
  test('in a path are not found, and nothing changes', async () => {
    await unchanged(async () => {
      for (const operation of keyed.filter(({ path }) => path.includes('{'))) {
        const key = await strangersKey(operation)
        for (const id of Object.values(ids)) {
          const response = await send(operation, { path: operation.path.replaceAll(/\{\w+\}/g, id), key })
          rejected(response, [404, 403], `${operation.operationId} of ${id}`)
        }
      }
    })
  })

  test('in Service-Store are rejected on every route, for store keys and account keys', async () => {
    await unchanged(async () => {
      for (const operation of keyed.filter(({ path }) => !path.startsWith('/api/v1/stores'))) {
        const path = operation.path.replaceAll(/\{\w+\}/g, ids.product)
        const keys = [await strangersKey(operation), await aKey(service, { accountId: stranger.ownerId })]
        for (const key of keys) {
          for (const selector of [victim.id, victim.slug]) {
            const response = await send(operation, { path, key, headers: { 'service-store': selector } })
            rejected(response, [403], `${operation.operationId} with Service-Store`)
          }
        }
      }
    })
  })

  test('in a body or a query are not found, or have no effect', async () => {
    await unchanged(async () => {
      const own = await fillStore(service, another)
      for (const operation of keyed.filter(({ path }) => !path.startsWith('/api/v1/stores'))) {
        const key = await aKey(service, { storeId: another.id, accountId: another.ownerId })
        const path = operation.path.replaceAll(/\{\w+\}/g, ownId(operation, own))
        for (const { field, body } of pointedAtVictim(operation)) {
          const response = await send(operation, { path, key, body })
          rejected(response, [400], `${operation.operationId} with ${JSON.stringify(body)}`)
          assert.equal(response.json.details.field, field, response.text)
          assert.match(response.json.details.reason, /^(not_found|unknown_field)$/)
        }
        for (const { name } of operation.parameters.filter(({ name }) => name.endsWith('Id'))) {
          for (const id of Object.values(ids)) {
            const response = await send(operation, { path: `${path}?${name}=${id}`, key })
            if (response.status === 200)
              assert.equal(JSON.parse(response.text).total, 0, `${operation.operationId} ${name}`)
            assert.ok(!leaks(response.text.replaceAll(id, '')), response.text)
          }
        }
      }
    })
  })

  test('in requests of a shopper are rejected', async () => {
    const own = { storeId: stranger.id, name: 'Ana Morales', phone: '+50255551234' }
    const item = (variantId: string) => ({ items: [{ variantId, quantity: 1 }] })
    const mine = await aProduct(service, stranger)
    const [discount] = await sql<[{ code: string }]>`select code from discounts where store_id = ${victim.id}`
    await unchanged(async () => {
      const wrong = [
        item(ids.variant),
        item(ids.product),
        { items: [{ variantId: mine.variants[0]!.id, quantity: 1, modifiers: [{ choiceId: ids.choice }] }] },
        { ...item(mine.variants[0]!.id), shippingOptionId: ids.shipping },
        { ...item(mine.variants[0]!.id), discountCode: discount.code },
        { ...item(mine.variants[0]!.id), paymentMethodId: ids.method },
      ]
      for (const parts of wrong) {
        const response = await service.post('/api/orders', {
          headers: anAddress(),
          body: { ...own, ...parts },
        })
        rejected(response, [400], JSON.stringify(parts))
      }
      const review = {
        storeId: stranger.id,
        productId: ids.product,
        name: 'Ana',
        text: 'Muy rico',
        rating: 5,
      }
      rejected(
        await service.post('/api/reviews', { headers: anAddress(), body: review }),
        [400, 404],
        'review',
      )
    })
  })

  test('never appear in responses to a stranger', async () => {
    const empty = await aStore(service)
    const lists = keyed.filter(
      ({ method, path }) => method === 'GET' && !path.includes('{') && !path.includes('/stores'),
    )
    for (const operation of lists) {
      const key = await aKey(service, { storeId: empty.id, accountId: empty.ownerId })
      const response = await send(operation, { path: operation.path, key })
      assert.equal(response.status, 200, `${operation.operationId} ${response.text}`)
      assert.ok(!leaks(response.text), `${operation.operationId} ${response.text}`)
    }
  })
})

/** A key within its limit that may do everything in the stranger's store, or over the stranger's account. */
function strangersKey({ path }: Operation): Promise<string> {
  const accountId = stranger.ownerId
  if (!path.startsWith('/api/v1/stores')) return aKey(service, { storeId: stranger.id, accountId })
  return aKey(service, { accountId, scopes: [...STORE_SCOPES, ...ACCOUNT_SCOPES] })
}

type Request = { path: string; key: string; body?: unknown; headers?: Record<string, string> }

function send(
  { method, example }: Operation,
  { path, key, body = example, headers }: Request,
): Promise<Answer> {
  return service.call(method, path, {
    key,
    ...(body !== undefined && { body: body as object }),
    ...(headers && { headers }),
  })
}

/** Valid bodies but for one reference, to the victim's data, with the field that holds it. */
function pointedAtVictim({ example = {} }: Operation): { field: string; body: object }[] {
  const right = {
    ...example,
    ...('categoryId' in example && { categoryId: null, variants: [] }),
    ...('modifierGroupIds' in example && { modifierGroupIds: [] }),
  }
  const references = { categoryId: ids.category, productId: ids.product, variantId: ids.variant }
  const bodies: { field: string; body: object }[] = Object.entries(references)
    .filter(([field]) => field in example)
    .map(([field, id]) => ({ field, body: { ...right, [field]: id } }))
  if ('modifierGroupIds' in example) {
    bodies.push({ field: 'modifierGroupIds.0', body: { ...right, modifierGroupIds: [ids.group] } })
  }
  if (!('variants' in example)) return bodies
  return [
    ...bodies,
    { field: 'variants.0.id', body: { ...right, variants: [{ id: ids.variant, name: 'Grande' }] } },
  ]
}

function ownId({ path }: Operation, own: typeof ids): string {
  const names = { products: 'product', categories: 'category', orders: 'order', reviews: 'review' } as const
  const [, resource] = /^\/api\/v1\/(\w+)/.exec(path) ?? []
  return own[names[resource as keyof typeof names] ?? 'product']
}

const leaks = (text: string) => containsDataOf(ids, text)

function rejected(response: Answer, statuses: number[], what: string) {
  assert.ok(statuses.includes(response.status), `${what} responded with ${response.status} ${response.text}`)
  assert.ok(!leaks(response.text), `${what} leaked ${response.text}`)
}

const unchanged = (work: () => Promise<void>) => unchangedIn(service, victim.id, work)
