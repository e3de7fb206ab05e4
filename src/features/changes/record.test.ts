import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { activateTheme, publishDraft, saveDraft } from '../themes/draft.ts'
import { createStoreKey, revokeStoreKey, rotateKey } from '../api-keys/manage.ts'
import { anAssistant } from '../../../test/assistant.ts'
import { operate } from '../../../test/command-line.ts'
import { fillStore } from '../../../test/full-store.ts'
import { operationsOf } from '../../../test/operations.ts'
import { aMember } from '../../../test/panel.ts'
import { startService } from '../../../test/service.ts'
import {
  aCategory,
  anAccount,
  anAddress,
  anOrder,
  aPlacedOrder,
  aProduct,
  aStore,
} from '../../../test/factories.ts'
import { newId } from '../../core/values/id.ts'

const service = await startService()
const { sql } = service

type Recorded = {
  id: string
  by: string
  accountId: string | null
  keyId: string | null
  rows: { table: string; before: Record<string, unknown> | null; after: Record<string, unknown> | null }[]
}

/** What is recorded of a store, the oldest first. */
async function recorded(storeId: string): Promise<Recorded[]> {
  return [
    ...(await sql<Recorded[]>`
      select
        changes.id, by, account_id, key_id,
        jsonb_agg(jsonb_build_object('table', table_name, 'before', before, 'after', after) order by n) as rows
      from changes
      join change_rows on change_rows.store_id = changes.store_id and change_id = changes.id
      where changes.store_id = ${storeId}
      group by changes.store_id, changes.id
      order by min(n)`),
  ]
}

const keyOf = async (store: { id: string }) => {
  const [key] = await sql<[{ id: string }]>`select id from api_keys where store_id = ${store.id} limit 1`
  return key.id
}

/**
 * Writes that change nothing of what is recorded: orders and reviews, pictures, deliveries that go out again; and those that
 * need more than an id, which have tests of their own.
 */
const others = new Set([
  'updateOrder', 'setOrderPayment', 'proposeChange', 'withdrawProposal', 'updateReview', 'deleteReview', 'createImage',
  'pingWebhook', 'replayWebhook', 'redeliverWebhookDelivery',
  'deleteStore', 'createStore', 'undoChange', 'createImport', 'undoImport', 'changePrices',
]) // prettier-ignore

suite('a write', () => {
  const writes = operationsOf(service.app).filter(
    ({ method, scope, operationId }) => scope && method !== 'GET' && !others.has(operationId),
  )
  for (const { method, path, operationId, example } of writes) {
    test(`${operationId} leaves one change, of its key and account`, async () => {
      const store = await aStore(service)
      const ids = await fillStore(service, store)
      if (operationId === 'restoreProduct') await service.delete(`/api/v1/products/${ids.product}`, store.key)
      const before = await recorded(store.id)
      const names = { products: ids.product, categories: ids.category, discounts: ids.discount } as const
      const others = {
        shipping: ids.shipping,
        store: ids.webhook,
        'payment-methods': ids.method,
        'modifier-groups': ids.group,
      } as const
      const [, resource = ''] = /^\/api\/v1\/([\w-]+)/.exec(path) ?? []
      const id = { ...names, ...others }[resource as 'products']
      const body = {
        ...example,
        ...(example && 'categoryId' in example && { categoryId: ids.category, variants: [] }),
        ...(example && 'modifierGroupIds' in example && { modifierGroupIds: [ids.group] }),
        ...(operationId === 'updateModifierGroup' && { choices: [{ id: ids.choice, price: 3 }] }),
      }
      const response = await service.call(method, path.replaceAll(/\{\w+\}/g, id), {
        key: store.key,
        ...(example && { body }),
      })
      assert.ok(response.status < 300, response.text)

      const [change, ...more] = (await recorded(store.id)).slice(before.length)
      assert.equal(more.length, 0)
      const { by, accountId, keyId } = change!
      assert.deepEqual(
        { by, accountId, keyId },
        { by: 'api', accountId: store.ownerId, keyId: await keyOf(store) },
      )
    })
  }

  test('is recorded with the old and new values of the changed columns', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store, { price: 100 })
    await service.put(`/api/v1/products/${product.id}`, {
      key: store.key,
      body: { price: 120, isActive: false },
    })
    const [{ rows } = { rows: [] }] = await recorded(store.id)
    assert.deepEqual(rows, [
      { table: 'products', before: { price: 100, is_active: true }, after: { price: 120, is_active: false } },
    ])
  })

  test('that changes nothing, or fails, is not recorded', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store, { price: 100 })
    const path = `/api/v1/products/${product.id}` as const
    assert.equal((await service.put(path, { key: store.key, body: { price: 100 } })).status, 200)
    const body = { price: 120, categoryId: 'nada' }
    assert.equal((await service.put(path, { key: store.key, body })).status, 400)
    await assert.rejects(
      sql.attributedTo(operator()).begin(async (tx) => {
        await tx`update products set price = 1 where store_id = ${store.id}`
        throw new Error('a crash')
      }),
      /a crash/,
    )
    assert.deepEqual(await recorded(store.id), [])
  })

  test('of a product with its variants, or of a category with its products, is one change', async () => {
    const store = await aStore(service)
    const category = await aCategory(service, store)
    const body = {
      name: 'Café',
      price: 10,
      categoryId: category.id,
      variants: [{ name: 'S' }, { name: 'L' }],
    }
    await service.post('/api/v1/products', { key: store.key, body })
    await service.delete(`/api/v1/categories/${category.id}`, store.key)
    assert.deepEqual(
      (await recorded(store.id)).map(({ rows }) => rows.map(({ table }) => table)),
      [
        ['products', 'variants', 'variants'],
        ['products', 'categories'],
      ],
    )
  })

  test('of one of many variants stores that one, and not the others', async () => {
    const store = await aStore(service)
    const names = Array.from({ length: 100 }, (_, n) => `Talla ${n}`.padEnd(80, String(n)))
    const { id, variants } = await aProduct(service, store, { variants: names.map((name) => ({ name })) })
    const body = { variants: variants.map((one, n) => ({ id: one.id, ...(n === 7 && { name: 'Otra' }) })) }
    assert.equal((await service.put(`/api/v1/products/${id}`, { key: store.key, body })).status, 200)
    const [stored] = await sql<[{ bytes: number }]>`
      select sum(pg_column_size(change_rows))::integer as bytes from change_rows where store_id = ${store.id}`
    assert.ok(stored.bytes < 1500, `${stored.bytes} bytes`)
    const [change] = (await service.get('/api/v1/changes', store.key)).json.data
    const [item] = change!.items
    const seventh = variants[7]!
    assert.deepEqual(
      [change!.items.length, item!.resource, item!.before, item!.after],
      [
        1,
        'product',
        { variants: [{ id: seventh.id, name: seventh.name }] },
        { variants: [{ id: seventh.id, name: 'Otra' }] },
      ],
    )
  })

  test('shows of a deleted webhook what the API shows, not since when it fails', async () => {
    const store = await aStore(service)
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
    const body = { url: 'https://aviso.example/', events: ['order.created'], secret }
    const { json } = await service.post('/api/v1/store/webhooks', { key: store.key, body })
    await sql`update webhooks set failing_since = now() where store_id = ${store.id}`
    await service.delete(`/api/v1/store/webhooks/${json.data.id}`, store.key)
    const { json: changes } = await service.get('/api/v1/changes', store.key)
    assert.deepEqual(changes.data[0]!.items[0]!.before, { events: ['order.created'], isActive: true })
  })

  test('records new columns without configuration', async () => {
    await sql.unsafe('alter table shipping_options add column lift boolean not null default false')
    const store = await aStore(service)
    await service.post('/api/v1/shipping', { key: store.key, body: { name: 'Moto', price: 5 } })
    await sql
      .attributedTo(operator())
      .begin((tx) => tx`update shipping_options set lift = true where store_id = ${store.id}`)
    const last = (await recorded(store.id)).at(-1)
    assert.deepEqual(last?.rows, [
      { table: 'shipping_options', before: { lift: false }, after: { lift: true } },
    ])
    await sql.unsafe('alter table shipping_options drop column lift')
  })

  test('never contains a secret, a destination or an e-mail address', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
    const created = { url: 'https://secreto.example/aviso', events: ['order.created'], secret }
    const { json } = await service.post('/api/v1/store/webhooks', { key: store.key, body: created })
    const webhook = `/api/v1/store/webhooks/${json.data.id}` as const
    const other = `whsec_${Buffer.alloc(24, 9).toString('base64')}`
    await service.post(`${webhook}/rotate-secret`, { key: store.key, body: { secret: other } })
    await service.put(webhook, { key: store.key, body: { url: 'https://otro-secreto.example/' } })
    await service.delete(webhook, store.key)
    await person.post(`${base}/equipo`, { email: 'berta@ejemplo.test', role: 'STAFF' })
    const byOwner = {
      storeId: store.id,
      accountId: store.ownerId,
      name: 'caja',
      scopes: ['orders:read' as const],
    }
    await createStoreKey(sql.attributedTo(operator()), {
      ...byOwner,
      expiresAt: null,
      token: `vit_${'x'.repeat(46)}`,
    })
    await activateTheme(sql.attributedTo(operator()), store.id, 'lino')
    const token = await saveDraft(sql.attributedTo(operator()), store.id, 'lino', { corners: 2 })
    const text = JSON.stringify(await recorded(store.id))
    for (const hidden of [secret, other, 'secreto.example', 'berta@', 'x'.repeat(13), token, 'token_hash']) {
      assert.ok(!text.includes(hidden), hidden)
    }
    const changed = (await recorded(store.id)).map(({ rows }) => rows.map((row) => row.table).join())
    assert.deepEqual(changed, [
      'webhooks',
      'webhooks',
      'webhooks',
      'webhooks',
      'invitations',
      'api_keys',
      'themes',
    ])
  })
})

suite('the actor of a change', () => {
  test('is the member for each kind of form of the panel', async () => {
    const { store, base, person } = await aMember(service, 'ADMIN')
    const { id } = await aProduct(service, store)
    await person.post(`${base}/productos/${id}`, { name: 'Otro café' })
    await person.post(`${base}/tema/lino/usar`, {})
    const changes = await recorded(store.id)
    assert.equal(changes.length, 2)
    assert.equal(changes[0]?.rows[0]?.after?.['name'], 'Otro café')
    for (const { by, accountId, keyId } of changes) {
      assert.deepEqual({ by, accountId, keyId }, { by: 'panel', accountId: person.accountId, keyId: null })
    }
    const many = [await aProduct(service, store), await aProduct(service, store)]
    const fields = { ids: many.map((product) => product.id), action: 'hide' }
    await person.post(`${base}/productos/varios`, fields)
    const last = (await recorded(store.id)).slice(changes.length)
    assert.deepEqual(
      last.map(({ rows }) => rows.length),
      [2],
      'several products at once are one change',
    )
  })

  test('is the key for an assistant, and the operator on the command line', async () => {
    const store = await aStore(service)
    const { done } = await anAssistant(service, store.key)
    await done('create_category', { name: 'Métodos' })
    const account = await anAccount(service)
    const env = { DATABASE_URL: service.databaseUrl }
    await operate(env, 'member', 'add', '--store', store.slug, '--email', account.email, '--role', 'ADMIN')
    assert.deepEqual(
      (await recorded(store.id)).map(({ by, accountId }) => [by, accountId]),
      [
        ['assistant', store.ownerId],
        ['operator', null],
      ],
    )
  })

  test('is recorded for an order that somebody enters or moves, without its stock, and for no shopper’s', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    await sql`insert into discounts (store_id, id, code, type, value) values (${store.id}, 'd', 'HOLA', 'fixed', 1)`
    const { variants } = await aProduct(service, store, { variants: [{ name: '250 g', stock: 9 }] })
    const items = [{ variantId: variants[0]!.id, quantity: 1 }]
    const body = { ...anOrder(store, items), discountCode: 'HOLA' }
    const placed = await service.post('/api/orders', { headers: anAddress(), body })
    const manual = {
      name: 'Ana', phone: '+50255551234', 'items.0.variantId': items[0]!.variantId, 'items.0.quantity': '1',
      discountCode: 'HOLA',
    } // prettier-ignore
    assert.equal((await person.post(`${base}/pedidos/nuevo`, manual)).status, 303)
    await service.put(`/api/v1/orders/${placed.json.id}`, { key: store.key, body: { status: 'cancelled' } })
    await aPlacedOrder(service, store)
    const changes = await recorded(store.id)
    assert.deepEqual(
      changes.map(({ by, accountId, rows }) => ({ by, accountId, rows: rows.length })),
      [
        { by: 'panel', accountId: store.ownerId, rows: 1 },
        { by: 'api', accountId: store.ownerId, rows: 1 },
      ],
    )
  })

  test('is recorded for rotated and revoked keys and for published themes', async () => {
    const store = await aStore(service)
    const by = sql.attributedTo({ ...operator(), by: 'panel', accountId: store.ownerId })
    const key = await keyOf(store)
    const rotation = { storeId: store.id, id: key, accountId: store.ownerId, token: 'otra', overlapHours: 1 }
    const made = await rotateKey(by, rotation)
    await revokeStoreKey(sql.attributedTo(operator()), store.id, made.id)
    await saveDraft(by, store.id, 'barro', { corners: 2 })
    await publishDraft(sql.attributedTo(operator()), store.id, 'barro')
    const changes = (await recorded(store.id)).map(({ rows }) => rows)
    assert.deepEqual(
      changes.map((rows) => rows.map(({ table }) => table)),
      [['api_keys', 'api_keys'], ['api_keys'], ['themes']],
    )
    assert.deepEqual(changes[2]![0]!.before, { published: {}, is_active: false })
  })
})

const operator = () => ({ changeId: newId(), by: 'operator' as const, accountId: null, keyId: null })
