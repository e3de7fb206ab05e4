import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { anAssistant } from '../../../test/assistant.ts'
import {
  aDiscount,
  aKey,
  aMethod,
  anAddress,
  anOrder,
  aPhone,
  aProduct,
  aReview,
  aStore,
  aWebhook,
} from '../../../test/factories.ts'
import { aPaidStore, sendReceipt } from '../../../test/receipts.ts'
import { startService } from '../../../test/service.ts'
import { newSecret } from '../../core/values/id.ts'
import { createManualOrder } from '../orders/create-manual.ts'
import { eraseCustomer } from './erase.ts'

const service = await startService()
const { sql } = service

/** The tables that contain a text anywhere. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name
    from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await sql`select 1 from ${sql(name)} as whole where whole::text ilike ${`%${text}%`} limit 1`
    if (rows.length > 0) found.push(name)
  }
  return found.toSorted()
}

/** A store with a customer who has left data in every table that may hold some. */
async function withTraces(name: string, address: string, phone = aPhone()) {
  const store = await aStore(service)
  await aWebhook(service, store)
  await sql`update webhooks set events = array['order.created', 'order.updated', 'order.paid'] where store_id = ${store.id}`
  const product = await aProduct(service, store, { price: 80 })
  const items = [{ variantId: product.variants[0]!.id, quantity: 2, note: `Con el nombre ${name}` }]
  const { code } = await aDiscount(service, store)
  const method = await aMethod(service, store)
  const body = {
    ...anOrder(store, items),
    name,
    phone,
    address,
    notes: `Timbre de ${name}`,
    discountCode: code,
    paymentMethodId: method.id,
  }
  const headers = { ...anAddress(), 'idempotency-key': newSecret(20) }
  const { json: placed } = await service.post('/api/orders', { headers, body })
  const again = () => service.post('/api/orders', { headers, body })
  await sql`update deliveries set answer = ${`Gracias, ${name}`} where store_id = ${store.id} and event = 'order.created'`
  const manual = { name: `${name} hija`, phone, items, notes: `Para ${name}` }
  await createManualOrder(service.app, store.id, manual, { formKey: newSecret(24) })
  const review = await aReview(service, store, product.id, { name: name.toUpperCase() })
  const proposal = { items, message: `Para ${name}` }
  for (const key of [store.key, await aKey(service, { accountId: store.ownerId })]) {
    const once = {
      key,
      body: proposal,
      headers: { 'idempotency-key': newSecret(20), 'service-store': store.id },
    }
    const sent = await service.post(`/api/v1/orders/${placed.id}/proposal`, once)
    if (sent.status !== 201) throw new Error(sent.text)
    await service.delete(`/api/v1/orders/${placed.id}/proposal`, store.key)
  }
  const sent = await service.post(`/api/v1/orders/${placed.id}/proposal`, { key: store.key, body: proposal })
  if (sent.status !== 201) throw new Error(sent.text)
  const assistant = await anAssistant(service, store.key)
  await assistant.done('update_order_status', { id: placed.id, status: 'confirmed' })
  const proof = { state: 'PAID', reference: `Transferencia de ${name}` }
  const paid = await service.post(`/api/v1/orders/${placed.id}/payment`, { key: store.key, body: proof })
  if (paid.status !== 200) throw new Error(paid.text)
  await assistant.done('moderate_review', { id: review, status: 'approved' })
  const [customer] = (await service.get('/api/v1/customers', store.key)).json.data
  return { store, product, items, placed, again, phone, review, customer }
}

suite('erasing a customer', () => {
  test('leaves name, phone and address nowhere in the database; orders and sums stay', async () => {
    const [name, address] = ['Xiomara Peláez', 'Callejón del Rastro 7']
    const { store, customer, phone, placed, again } = await withTraces(name, address)
    const at = async <Path extends string>(path: Path) => (await service.get(path, store.key)).json
    const before = { stats: await at('/api/v1/stats'), orders: await at('/api/v1/orders') }
    assert.deepEqual(await tablesWith('Xiomara'), [
      'customer_names', 'customers', 'deliveries', 'delivery_payloads', 'idempotency_keys', 'orders', 'reviews',
    ]) // prettier-ignore

    await eraseCustomer(sql, store.id, customer!.id)
    for (const trace of ['Xiomara', 'Peláez', phone.slice(1), 'Rastro']) {
      assert.deepEqual(await tablesWith(trace), [], trace)
    }
    const orders = await at('/api/v1/orders')
    assert.equal(orders.total, 2)
    assert.deepEqual(
      orders.data.map(({ total }: { total: number }) => total),
      before.orders.data.map(({ total }: { total: number }) => total),
    )
    assert.deepEqual(await at('/api/v1/stats'), before.stats)
    const { data } = await at(`/api/v1/orders/${placed.id}`)
    assert.deepEqual(
      [data.customerName, data.customerPhone, data.customerAddress, data.notes],
      ['Datos borrados', '', null, null],
    )
    assert.equal((await at('/api/v1/reviews')).data[0]!.name, 'Datos borrados')
    const replayed = await again()
    assert.deepEqual([replayed.status, replayed.json], [201, { ...placed, whatsappUrl: null }])
  })

  test('deletes the receipts of their payments, and those of no other customer', async () => {
    const { store, place } = await aPaidStore(service)
    const [theirs, other] = [await place(), await place()]
    for (const order of [theirs, other])
      await sendReceipt(service, order, Buffer.from(`%PDF-1.7 ${order.id}`), { type: 'application/pdf' })
    const [{ customerId }] = await sql<[{ customerId: string }]>`
      select customer_id from orders where store_id = ${store.id} and id = ${theirs.id}`
    await eraseCustomer(sql, store.id, customerId)
    const left = await sql<{ orderId: string }[]>`select order_id from receipts where store_id = ${store.id}`
    assert.deepEqual(left.map(({ orderId }) => orderId), [other.id]) // prettier-ignore
  })

  test('keeps the id of a payment that a provider confirmed: its refund is recognised by it', async () => {
    const { store, placed, customer } = await withTraces('Ana Luz', 'Calle 1')
    const proof = { by: 'stripe', reference: 'pi_1' }
    await sql`update orders set payment = payment || ${sql.json(proof)} where id = ${placed.id}`
    await eraseCustomer(sql, store.id, customer!.id)
    const [{ payment }] = await sql<[{ payment: { reference: string } }]>`
      select payment from orders where id = ${placed.id}`
    assert.equal(payment.reference, 'pi_1')
  })

  test('removes the customer from the list; the next order from the phone creates a new customer', async () => {
    const { store, customer, phone, items } = await withTraces('Ana Morales', '3a calle 5')
    await eraseCustomer(sql, store.id, customer!.id)
    assert.equal((await service.get('/api/v1/customers', store.key)).json.total, 0)
    assert.equal((await service.get(`/api/v1/customers/${customer!.id}`, store.key)).status, 404)
    const body = { ...anOrder(store, items), phone }
    assert.equal((await service.post('/api/orders', { headers: anAddress(), body })).status, 201)
    const { data, total } = (await service.get('/api/v1/customers', store.key)).json
    assert.deepEqual([total, data[0]!.orderCount, data[0]!.phone], [1, 1, phone])
    assert.notEqual(data[0]!.id, customer!.id)
  })

  test('changes no other customer, in this store or in another', async () => {
    const phone = aPhone()
    const { store, customer, product, items } = await withTraces('Berta Ruiz', 'Zona 1', phone)
    const other = await withTraces('Berta Ruiz', 'Zona 1', phone)
    await service.post('/api/orders', {
      headers: anAddress(),
      body: { ...anOrder(store, items), name: 'Carla' },
    })
    await aReview(service, store, product.id, { name: 'Carla' })
    const rest = async () => [
      (await service.get('/api/v1/orders?search=Carla', store.key)).json,
      (await service.get('/api/v1/customers', other.store.key)).json,
      (await service.get('/api/v1/orders', other.store.key)).json,
      (await service.get('/api/v1/reviews', other.store.key)).json,
    ]
    const before = await rest()
    await eraseCustomer(sql, store.id, customer!.id)
    assert.deepEqual(await rest(), before)
    assert.deepEqual((await service.get('/api/v1/reviews', store.key)).json.data[0]!.name, 'Carla')
    await assert.rejects(eraseCustomer(sql, store.id, other.customer!.id), { status: 404 })
  })

  test('is complete even if orders are placed and change status meanwhile', async () => {
    for (let n = 0; n < 5; n++) {
      const { store, customer, phone, items, placed } = await withTraces('Delia Paz', 'Zona 2')
      const order = (quantity: number) =>
        service.post('/api/orders', {
          headers: anAddress(),
          body: { ...anOrder(store, [{ ...items[0]!, quantity }]), name: 'Delia Paz', phone },
        })
      const move = service.put(`/api/v1/orders/${placed.id}`, { key: store.key, body: { status: 'shipped' } })
      const erasing = [eraseCustomer(sql, store.id, customer!.id), eraseCustomer(sql, store.id, customer!.id)]
      const [first, moved, second] = await Promise.all([
        order(3),
        move,
        order(4),
        Promise.allSettled(erasing),
      ])
      assert.deepEqual([first.status, moved.status, second.status], [201, 200, 201])
      const [row] = await sql<[{ half: number; listed: number; seen: number }]>`
        select
          (
            select count(*)
            from orders
            join customers on customers.store_id = orders.store_id and customers.id = orders.customer_id
            where orders.store_id = ${store.id} and (customers.phone = ${phone}) <> (orders.customer_phone = ${phone})
          ) as half,
          counted(${store.id}, array['customers']) as listed,
          (select count(*) from customers where store_id = ${store.id} and order_count > 0) as seen`
      assert.deepEqual([row.half, row.listed], [0, row.seen])
    }
  })
})
