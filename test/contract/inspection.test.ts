import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { operations } from '../../sdk/types.ts'
import { ACCOUNT_SCOPES, STORE_SCOPES } from '../../src/core/auth/scopes.ts'
import { startService } from '../service.ts'
import { aKey, anAccount, aStore, aWebhook, deliveriesOf } from '../factories.ts'
import { clientOf } from './client.ts'

const service = await startService()
const store = await aStore(service)
const vitrina = clientOf(service, { key: store.key })
const anyone = clientOf(service)

suite('the saved state of a store, through the client', () => {
  test('onboarding, team and connections', async () => {
    const { data: guide } = await vitrina.getOnboarding()
    assert.deepEqual([guide.storeId, guide.state, guide.total], [store.id, 'SAVED_GUIDE', guide.steps.length])
    const { data: team } = await vitrina.getTeam({ limit: 1 })
    assert.deepEqual([team.members[0]!.role, team.memberTotal, team.limit], ['OWNER', 1, 1])
    const { data } = await vitrina.listConnections()
    assert.ok(data.connections.some(({ id, state }) => id === 'whatsapp' && state !== 'off'))
  })

  test('themes, each with its settings', async () => {
    const { data } = await vitrina.listThemes()
    assert.ok(data.themes.length > 1)
    const { data: theme } = await vitrina.getTheme({ id: data.activeThemeId })
    assert.equal(theme.isActive, true)
    assert.ok(theme.schema.groups.length > 0)
  })

  test('webhooks and their delivery logs', async () => {
    const { id } = await aWebhook(service, store)
    await vitrina.createProduct({ body: { name: 'Cardamomo', price: 60 } })
    assert.equal((await deliveriesOf(service, store)).length, 1)
    const hooks = []
    for await (const hook of vitrina.each('listWebhooks', { limit: 1 })) hooks.push(hook.id)
    assert.deepEqual(hooks, [id])
    const logs = await vitrina.listWebhookLogs({ id, limit: 5 })
    assert.deepEqual([logs.limit, logs.source], [5, 'SAVED_LOG_METADATA'])
  })

  test('a webhook is created, updated, pinged, replayed, rotated and deleted', async () => {
    const [secret, next] = [1, 2].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`)
    const body = { url: 'https://93.184.216.34/', events: ['order.created' as const], secret: secret! }
    const { data: made } = await vitrina.createWebhook({ body })
    const { id } = made
    assert.deepEqual((await vitrina.getWebhook({ id })).data, made)
    const { data: changed } = await vitrina.updateWebhook({ id, body: { events: ['product.created'] } })
    assert.deepEqual(changed.events, ['product.created'])
    assert.equal((await vitrina.rotateWebhookSecret({ id, body: { secret: next! } })).data.id, id)
    const { deliveryId } = (await vitrina.pingWebhook({ id })).data
    const again = await vitrina.redeliverWebhookDelivery({ id: deliveryId })
    assert.deepEqual([again.data.id, again.data.deliveryId], [id, deliveryId])
    const range = { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' }
    assert.equal((await vitrina.replayWebhook({ id, body: range })).data.replayed, 0)
    assert.deepEqual((await vitrina.deleteWebhook({ id })).data, { id, deleted: true })
  })
})

suite('one of each, through the client', () => {
  test('a category, a discount, a shipping option', async () => {
    const { data: category } = await vitrina.createCategory({ body: { name: 'Especias' } })
    assert.deepEqual((await vitrina.getCategory({ id: category.id })).data, category)
    const { data: discount } = await vitrina.createDiscount({
      body: { code: 'UNO', type: 'fixed', value: 5 },
    })
    assert.deepEqual((await vitrina.getDiscount({ id: discount.id })).data, discount)
    const { data: option } = await vitrina.createShippingOption({ body: { name: 'Moto', price: 20 } })
    assert.deepEqual((await vitrina.getShippingOption({ id: option.id })).data, option)
  })

  test('a group of modifiers', async () => {
    const body = { name: 'Molienda', choices: [{ name: 'Fina' }, { name: 'Gruesa', price: 2 }] }
    const { data: group } = await vitrina.createModifierGroup({ body })
    assert.deepEqual((await vitrina.getModifierGroup({ id: group.id })).data, group)
    const { data: changed } = await vitrina.updateModifierGroup({ id: group.id, body: { maxChoices: 1 } })
    assert.deepEqual((await vitrina.listModifierGroups()).data, [changed])
    assert.equal((await vitrina.deleteModifierGroup({ id: group.id })).data.deleted, true)
  })

  test('a photo', async () => {
    const { data } = await vitrina.createImage({ body: { file: new Blob([dot], { type: 'image/png' }) } })
    assert.deepEqual([data.width, data.height], [1, 1])
  })
})

/** A picture of one point. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

suite('an account, through the client', () => {
  test('creates, lists and deletes a store, and selects one by id or slug', async () => {
    const { id: accountId } = await anAccount(service)
    const key = await aKey(service, { accountId, scopes: [...STORE_SCOPES, ...ACCOUNT_SCOPES] })
    const account = clientOf(service, { key })
    const body = { name: 'Textiles Ixchel', slug: 'textiles-ixchel', currency: 'GTQ' } as const
    const { data: made } = await account.createStore({ body })
    const other = await aStore(service, { ownerId: accountId })
    assert.equal((await account.getStore({ store: 'textiles-ixchel' })).data.id, made.id)
    assert.equal((await account.getStore({ store: other.id })).data.id, other.id)
    assert.equal((await account.getStoreOfAccount({ id: other.id })).data.id, other.id)
    assert.deepEqual((await account.deleteStore({ id: made.id })).data, { id: made.id, deleted: true })
    assert.deepEqual(
      (await account.listStores()).data.map(({ id }) => id),
      [other.id],
    )
  })
})

suite('without a key, through the client', () => {
  test('the probes, the document and whether a slug is free', async () => {
    assert.equal((await anyone.getHealth()).status, 'ok')
    assert.equal((await anyone.getReady()).database, 'connected')
    assert.equal((await anyone.getOpenapi()).openapi, '3.1.0')
    assert.equal((await anyone.checkSlug({ slug: store.slug })).available, false)
    assert.equal((await anyone.checkSlug({ slug: 'el-telar-de-solola' })).available, true)
  })

  test('an event of the storefront, from its own pages', async () => {
    const headers = { origin: service.app.publicUrl }
    const ask = (to: string | URL | Request, init: RequestInit = {}) =>
      fetch(to, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } })
    const page = clientOf(service, { fetch: ask })
    const body = { storeId: store.id, type: 'ADD_TO_CART', sessionId: 's-1' } as const
    assert.deepEqual(await page.createCatalogEvent({ body }), { ok: true })
  })
})

test('every operation of the client is called here, except those of providers, proxies and assistants', () => {
  const text = globSync('*.test.ts', { cwd: import.meta.dirname })
    .map((name) => readFileSync(`${import.meta.dirname}/${name}`, 'utf8'))
    .join('')
  const called = (id: string) => text.includes(`.${id}(`) || text.includes(`('${id}'`)
  assert.deepEqual(
    Object.keys(operations).filter((id) => !called(id)),
    [
      'isDomainAllowed',
      'verifyWhatsappCallback',
      'receiveWhatsappCallback',
      'receiveStripeEvent',
      'receiveMercadoPagoNotification',
      'receiveStripePaymentEvent',
      'callAssistantTools',
    ],
  )
})
