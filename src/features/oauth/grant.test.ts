import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { addMember, removeMember } from '../team/change.ts'
import { anAssistant, message, toolCall } from '../../../test/assistant.ts'
import { anAccount, aStore } from '../../../test/factories.ts'
import { aGrant, anAccessToken } from '../../../test/grants.ts'
import { startService } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'

const service = await startService()
const { sql } = service
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function aStoreWithGrant() {
  const store = await aStore(service)
  return { store, ...(await aGrant(service, { storeId: store.id, accountId: store.ownerId })) }
}

const statusOf = async (token: string, body: object = list) =>
  (await message(service, body, bearer(token))).status

suite("an assistant's token", () => {
  test('is accepted at both addresses of the assistants’ endpoint, for the store that it was granted', async () => {
    const { store, token } = await aStoreWithGrant()
    const assistant = await anAssistant(service, token)
    assert.equal((await assistant.done('get_store')).data.id, store.id)
    assert.equal((await message(service, list, bearer(token), '/mcp')).status, 200)
  })

  test('is accepted nowhere else', async () => {
    const { token } = await aStoreWithGrant()
    const reply = await service.get('/api/v1/store', token)
    assert.deepEqual([reply.status, reply.json.code], [401, 'UNAUTHORIZED'])
  })

  test('reaches no other store', async () => {
    const [{ token }, other] = [await aStoreWithGrant(), await aStore(service)]
    for (const store of [other.id, other.slug]) {
      const call = await message(service, toolCall('get_store', { store }), bearer(token))
      assert.ok(call.json.result.isError, call.text)
    }
  })

  test('has the granted scopes only', async () => {
    const store = await aStore(service)
    const granted = { storeId: store.id, accountId: store.ownerId, scopes: ['orders:read'] as const }
    const assistant = await anAssistant(service, (await aGrant(service, granted)).token)
    assert.deepEqual(await assistant.names(), ['list_orders', 'get_order'])
    assert.equal((await assistant.call('get_store')).body.code, 'FORBIDDEN')
  })

  test('is recorded as the actor of its writes', async () => {
    const { store, id, token } = await aStoreWithGrant()
    await (await anAssistant(service, token)).done('create_category', { name: 'Molidos' })
    const changes = await sql`select by, account_id, key_id from changes where store_id = ${store.id}`
    assert.deepEqual([...changes], [{ by: 'assistant', accountId: store.ownerId, keyId: id }])
  })

  test('follows the role of its member: fewer scopes at once, none without a role', async () => {
    const store = await aStore(service)
    const { id: accountId } = await anAccount(service)
    await addMember(sql, store.id, accountId, 'ADMIN')
    const { token } = await aGrant(service, { storeId: store.id, accountId })
    const names = async () => (await anAssistant(service, token)).names()
    assert.ok((await names()).includes('list_webhooks'))
    await addMember(sql, store.id, accountId, 'STAFF')
    const left = await names()
    assert.ok(left.includes('list_orders') && !left.includes('list_webhooks'))
    await removeMember(sql, store.id, accountId)
    assert.equal(await statusOf(token), 401)
  })

  test('expires with the grant, and after its own lifetime', async () => {
    for (const end of [
      (id: string) => sql`update oauth_grants set ended_at = now() where id = ${id}`,
      (id: string) => sql`update oauth_grants set expires_at = now() where id = ${id}`,
      (id: string) => sql`update oauth_tokens set expires_at = now() where grant_id = ${id}`,
      (id: string) =>
        sql`update stores set deleted_at = now() where id = (select store_id from oauth_grants where id = ${id})`,
    ]) {
      const { id, token } = await aStoreWithGrant()
      assert.equal(await statusOf(token), 200)
      await end(id)
      assert.equal(await statusOf(token), 401)
    }
  })

  test('is an access token: a code or a refresh token is rejected', async () => {
    for (const kind of ['AuthorizationCode', 'RefreshToken']) {
      const { id, token } = await aStoreWithGrant()
      await sql`update oauth_tokens set kind = ${kind} where grant_id = ${id}`
      assert.equal(await statusOf(token), 401)
    }
  })

  test("shares the rate limit of its grant with the grant's other tokens, exactly, also in one batch", async () => {
    const { store, id, token } = await aStoreWithGrant()
    const tokens = [token, await anAccessToken(service, { storeId: store.id, id })]
    const responses = await Promise.all(
      Array.from({ length: 120 }, (_, n) => message(service, list, bearer(tokens[n % 2]!))),
    )
    assert.equal(responses.filter(({ status }) => status === 200).length, 100)
    const left = responses.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
    assert.deepEqual(
      left.filter((n) => n > 0).toSorted((a, b) => a - b),
      Array.from({ length: 99 }, (_, n) => n + 1),
    )
  })

  test('records its last use', async () => {
    const { id, token } = await aStoreWithGrant()
    await statusOf(token)
    const lastUse = async () =>
      (
        await sql<{ lastUsedAt: string | null }[]>`
      select last_used_at from oauth_grants where id = ${id}`
      )[0]!.lastUsedAt
    await waitFor(async () => (await lastUse()) !== null)
  })
})

suite('the metadata documents', () => {
  const read = async (path: string) => {
    const response = await fetch(service.url + path, { headers: { origin: 'https://claude.ai' } })
    assert.equal(response.status, 200, path)
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
    return (await response.json()) as Record<string, unknown>
  }

  test('describe the resource at its own path, and at the root', async () => {
    const { publicUrl } = service.app
    const known = '/.well-known/oauth-protected-resource'
    for (const [path, resource] of [
      [known, '/api/mcp'],
      [`${known}/api/mcp`, '/api/mcp'],
      [`${known}/mcp`, '/mcp'],
    ] as const) {
      const metadata = await read(path)
      assert.equal(metadata['resource'], publicUrl + resource)
      assert.deepEqual(metadata['authorization_servers'], [publicUrl])
      assert.ok(!(metadata['scopes_supported'] as string[]).includes('offline_access'))
    }
  })

  test('have the fields of the authorization server that connectors need', async () => {
    const metadata = await read('/.well-known/oauth-authorization-server')
    assert.equal(metadata['issuer'], service.app.publicUrl)
    assert.deepEqual(metadata['code_challenge_methods_supported'], ['S256'])
    assert.deepEqual(metadata['token_endpoint_auth_methods_supported'], ['none'])
    assert.equal(metadata['client_id_metadata_document_supported'], true)
    assert.equal(metadata['authorization_response_iss_parameter_supported'], true)
  })
})
