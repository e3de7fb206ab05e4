import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aKey, anAccount, aStore } from '../../../test/factories.ts'
import { newToken } from '../../features/api-keys/token.ts'
import { scopesOf } from './scopes.ts'

const service = await startService()
const beside = await startService({}, service)

/** An account with a key of all its stores. */
async function anOwner(scopes = scopesOf('ACCOUNT')) {
  const account = await anAccount(service)
  return { ...account, key: await aKey(service, { accountId: account.id, scopes }) }
}

suite('batched authentication', () => {
  test('batched authentication gives each of 300 requests of 20 keys over two services its own hit number', async () => {
    const keys = (await Promise.all(Array.from({ length: 20 }, () => aStore(service)))).map(({ key }) => key)
    const responses = await Promise.all(
      Array.from({ length: 300 }, async (_, n) => {
        const key = keys[n % 20]!
        const { status, headers } = await (n % 3 ? service : beside).get('/api/v1/store', key)
        assert.equal(status, 200)
        return { key, remaining: Number(headers.get('x-ratelimit-remaining')) }
      }),
    )
    for (const key of keys) {
      const remaining = responses
        .filter((response) => response.key === key)
        .map((response) => response.remaining)
      assert.deepEqual(
        remaining.toSorted((a, b) => a - b),
        Array.from({ length: 15 }, (_, n) => 85 + n),
      )
    }
  })

  test('batched authentication fails only the invalid key in a batch with valid ones', async () => {
    const stores = await Promise.all(Array.from({ length: 3 }, () => aStore(service)))
    const tokens = [newToken(), stores[0]!.key, 'x', stores[1]!.key, newToken(), stores[2]!.key]
    const found = await Promise.all(tokens.map((token) => service.app.lookUpKey(token, null)))
    assert.deepEqual(
      found.map((key) => key?.store?.id),
      [undefined, stores[0]!.id, undefined, stores[1]!.id, undefined, stores[2]!.id],
    )
  })

  test('batched authentication counts an account key once per request, whichever store each request selects', async () => {
    const owner = await anOwner()
    const stores = [
      await aStore(service, { ownerId: owner.id }),
      await aStore(service, { ownerId: owner.id }),
    ]
    const selectors = [stores[0]!.id, stores[1]!.slug, null, 'ninguna', stores[0]!.id, stores[0]!.slug]
    const found = await Promise.all(selectors.map((selector) => service.app.lookUpKey(owner.key, selector)))
    assert.deepEqual(
      found.map((key) => key!.hitNumber).toSorted((a, b) => a - b),
      [1, 2, 3, 4, 5, 6],
    )
    assert.deepEqual(
      found.map((key) => key!.storeCount),
      [1, 1, 2, 0, 1, 1],
    )
    assert.equal(found[0]!.store!.id, stores[0]!.id)
    assert.equal(found[1]!.store!.id, stores[1]!.id)
  })

  test('batched authentication looks up more keys at once than fit into one query', async () => {
    const { key } = await aStore(service)
    const tokens = Array.from({ length: 1200 }, (_, n) => (n % 100 === 0 ? key : newToken()))
    const found = await Promise.all(tokens.map((token) => service.app.lookUpKey(token, null)))
    assert.deepEqual(
      found
        .filter(Boolean)
        .map((known) => known!.hitNumber)
        .toSorted((a, b) => a - b),
      Array.from({ length: 12 }, (_, n) => n + 1),
    )
  })
})
