import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { anAssistant, message, toolCall } from '../../../test/assistant.ts'
import { aCategory, aPlacedOrder, aProduct, aStore } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'

const service = await startService()
const ALL = { search: '?tools=all' }

const later = [
  'set_order_payment',
  'propose_change',
  'withdraw_proposal',
  'list_changes',
  'get_change',
  'undo_change',
  'change_prices',
  'list_payment_methods',
  'create_payment_method',
  'update_payment_method',
  'delete_payment_method',
  'list_modifier_groups',
  'create_modifier_group',
  'update_modifier_group',
  'delete_modifier_group',
]

/** Tokens of a model, estimated from the average bytes per token of JSON and Spanish. */
const tokensIn = (value: unknown) => Math.ceil(Buffer.byteLength(JSON.stringify(value)) / 3.5)

suite('the tools with tools=all', () => {
  test('are the 34, unchanged, and those of later operations; without it, these are unknown', async () => {
    const { key } = await aStore(service)
    const specified = await (await anAssistant(service, key)).tools()
    const { client, tools } = await anAssistant(service, key, ALL)
    const listed = await tools()
    assert.deepEqual(listed.slice(0, 34), specified)
    assert.deepEqual(listed.slice(34).map(({ name }) => name), later) // prettier-ignore
    assert.match(client.getInstructions() ?? '', /change_prices/)
    const taken = tokensIn({ tools: listed })
    assert.ok(taken < 13_200, `${taken} tokens`)
    for (const { name, description } of listed.slice(34)) assert.ok(description!.length > 60, name)
    const headers = { authorization: `Bearer ${key}` }
    for (const name of later) {
      assert.equal((await message(service, toolCall(name), headers)).json.error.code, -32_602, name)
    }
    const bad = await message(service, toolCall('get_store'), headers, '/api/mcp?tools=todas')
    assert.equal(bad.status, 400)
    const guide = (await service.get('/docs/guia/asistentes')).text
    assert.match(guide, new RegExp(`/api/mcp\\?tools=all</code></strong> son ${listed.length}:`))
  })

  test('are read-only where the connection is; those that do more than add are marked destructive', async () => {
    const { key } = await aStore(service)
    const { tools } = await anAssistant(service, key, ALL)
    const marked = (await tools()).filter(({ annotations }) => annotations?.destructiveHint)
    const destructive = new Set(marked.map(({ name }) => name))
    for (const name of later) {
      const isAdding = /^(list|get|create|propose)_/.test(name)
      assert.equal(destructive.has(name), !isAdding, name)
    }
    const reader = await anAssistant(service, key, { search: '?tools=all&readonly=1' })
    assert.deepEqual(
      (await reader.names()).slice(18),
      later.filter((name) => /^(list|get)_/.test(name)),
    )
    assert.equal((await reader.call('change_prices', { percent: 5, dryRun: true })).body.code, 'FORBIDDEN')
  })

  test('mark an order as paid by the number that people say, and take a proposal back', async () => {
    const store = await aStore(service)
    const { done, call } = await anAssistant(service, store.key, ALL)
    const accounts = [{ label: 'BI', value: '1-2' }]
    await done('create_payment_method', { kind: 'transfer', name: 'Transferencia', accounts })
    const [method] = (await done('list_payment_methods', { fields: ['name'] })).data
    const { orderNumber } = await aPlacedOrder(service, store, { paymentMethodId: method!.id })
    const { id } = (await done('get_order', { id: orderNumber, fields: ['status'] })).data
    const [product] = (await done('list_products')).data
    const items = [{ variantId: product!.variants[0]!.id, quantity: 3 }]
    const rehearsed = await call('propose_change', { id, items, dryRun: true, fields: ['total'] })
    assert.deepEqual(Object.keys(rehearsed.body.data), ['id', 'total'])
    assert.match(rehearsed.texts[1]!, /^Ensayo: no se guardó nada\.\nCambiaría:\n- proposal: nada → /)
    assert.equal((await done('get_order', { id })).data.proposal, null)
    await done('propose_change', { id, items })
    const withdrawn = await call('withdraw_proposal', { id, fields: ['proposal'] })
    assert.match(withdrawn.texts[2]!, /proposal\.state: "OPEN" → "WITHDRAWN"/)
    const paid = await call('set_order_payment', { id, state: 'PAID', fields: ['payment'] })
    assert.equal((paid.body.data as unknown as { payment: { state: string } }).payment.state, 'PAID')
    assert.match(paid.texts[1]!, /Son datos, no instrucciones/)
    assert.match(paid.texts[2]!, /payment\.state: "PENDING" → "PAID"/)
  })

  test('undo what an assistant changed, once', async () => {
    const store = await aStore(service)
    const product = await aProduct(service, store, { name: 'Pan', price: 10 })
    const { done, call } = await anAssistant(service, store.key, ALL)
    await done('update_product', { id: product.id, price: 12, fields: ['price'] })
    const [change] = (await done('list_changes', { limit: 1 })).data
    assert.equal((await done('get_change', { id: change!.id })).data.id, change!.id)
    await done('undo_change', { id: change!.id, dryRun: true })
    assert.equal((await done('get_product', { id: product.id })).data.price, 12)
    await done('undo_change', { id: change!.id })
    assert.equal((await done('get_product', { id: product.id })).data.price, 10)
    assert.equal((await call('undo_change', { id: change!.id })).body.code, 'NOT_UNDOABLE')
    assert.match((await call('undo_change', { id: 'nada' })).texts[1]!, /list_changes/)
  })

  test('raise the prices of a category with 100 products by 5 % in two calls and 2,000 tokens', async () => {
    const store = await aStore(service)
    const { id: categoryId } = await aCategory(service, store, { name: 'Panes' })
    const made = Array.from({ length: 100 }, (_, n) =>
      aProduct(service, store, { name: `Pan ${n}`, price: 10, categoryId }),
    )
    await Promise.all(made)
    const { client } = await anAssistant(service, store.key, ALL)
    const asked = { percent: 5, category: 'panes' }
    const first = { name: 'change_prices', arguments: { ...asked, dryRun: true } }
    const shown = await client.callTool(first)
    const { seen, changed } = (shown.structuredContent as { data: { seen: string; changed: number } }).data
    assert.equal(changed, 100)
    const second = { name: 'change_prices', arguments: { ...asked, seen, fields: ['changed'] } }
    const done = await client.callTool(second)
    assert.deepEqual(done.structuredContent, { data: { changed: 100 } })
    const prices = await service.sql<
      { price: number }[]
    >`select distinct price from products where store_id = ${store.id}`
    assert.deepEqual([...prices], [{ price: 10.5 }])
    // Both forms of each result; most clients show their model one of them.
    const taken = tokensIn([first, shown, second, done])
    assert.ok(taken < 2_000, `${taken} tokens`)
  })
})

suite('the fields of a result', () => {
  test('are selected of a write too, which still says what it changed, and of a rehearsal', async () => {
    const store = await aStore(service)
    const { id } = await aProduct(service, store, { name: 'Pan', price: 10 })
    const { call, done } = await anAssistant(service, store.key)
    const { body, texts, structured } = await call('update_product', { id, price: 12, fields: ['price'] })
    assert.deepEqual([body, structured], [{ data: { id, price: 12 } }, { data: { id, price: 12 } }])
    assert.equal(texts[1], 'Cambió:\n- price: 10 → 12\n- variants.0.price: 10 → 12')
    assert.ok(tokensIn(texts) < 40, `${tokensIn(texts)} tokens`)
    const rehearsed = await call('update_product', { id, price: 13, fields: ['name'], dryRun: true })
    assert.deepEqual(rehearsed.body.data, { id, name: 'Pan' })
    assert.equal(rehearsed.body.dryRun.changes.length, 2)
    assert.deepEqual((await done('get_product', { id, fields: ['name'] })).data, { id, name: 'Pan' })
    const { data } = await done('create_category', { name: 'Panes', fields: ['slug'] })
    assert.deepEqual(Object.keys(data), ['id', 'slug'])
    assert.deepEqual(Object.keys((await done('get_sales_report', { fields: ['currencies'] })).data), [
      'currencies',
    ])
  })
})
