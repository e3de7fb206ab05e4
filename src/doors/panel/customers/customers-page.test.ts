import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aPhone, aPlacedOrder, aReview } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'

const service = await startService()

/** A store with somebody who ordered, and the page of that customer. */
async function withCustomer(role: 'OWNER' | 'STAFF', overrides: Record<string, unknown> = {}) {
  const member = await aMember(service, role)
  const phone = aPhone()
  const order = await aPlacedOrder(service, member.store, { name: 'Ana Morales', phone, ...overrides })
  const [customer] = (await service.get('/api/v1/customers', member.store.key)).json.data
  return { ...member, phone, order, customer, page: `${member.base}/clientes/${customer!.id}` }
}

suite('the customers', () => {
  test('are listed with what they bought, and found by name or phone', async () => {
    const { base, person, store, order, phone } = await withCustomer('STAFF')
    await service.put(`/api/v1/orders/${order.id}`, { key: store.key, body: { status: 'confirmed' } })
    await aPlacedOrder(service, store, { name: 'José Ñandú' })
    const { text } = await person.get(`${base}/clientes`)
    assert.match(
      text,
      /<b>Ana Morales<\/b><small><span>1 pedido<\/span><span><time[^>]*>ahora<\/time><\/span><\/small>.*?Q\s?100\.00/,
    )
    assert.match(text, /<b>José Ñandú<\/b>/)
    for (const [q, name] of [
      ['nandu', 'José Ñandú'],
      [phone.slice(-6), 'Ana Morales'],
    ] as const) {
      const found = (await person.get(`${base}/clientes?q=${q}`)).text
      assert.deepEqual(
        [...found.matchAll(/row-text"><b>([^<]*)/g)].map(([, one]) => one),
        [name],
      )
    }
    assert.match((await person.get(`${base}/clientes?q=nadie`)).text, /Nadie con ese nombre.*Ver todos/)
  })

  test('have an empty state', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    assert.match((await person.get(`${base}/clientes`)).text, /Todavía no hay clientes.*Compartir mi tienda/)
  })
})

suite('a customer', () => {
  test('has a history, totals, and contact links', async () => {
    const { person, page, order, phone } = await withCustomer('STAFF', { address: '3a calle 5, Antigua' })
    const { text } = await person.get(page)
    assert.match(text, new RegExp(`href="https://wa.me/${phone.slice(1)}\\?text=Hola%20Ana`))
    assert.match(text, new RegExp(`href="tel:\\${phone}"`))
    assert.match(text, /query=3a%20calle%205/)
    assert.ok(text.includes(`/pedidos/${order.id}`))
    assert.match(text, /<dt>Pidió<\/dt><dd><b>1 vez<\/b>/)
    assert.doesNotMatch(text, /Ver todos/)
    await service.sql`update customers set order_count = 51 where phone = ${phone}`
    const [, all] = /<a href="([^"]*)">Ver todos</.exec((await person.get(page)).text)!
    assert.ok((await person.get(all!)).text.includes(`/pedidos/${order.id}`))
  })

  test('can be exported with all data, as a file', async () => {
    const { person, page, store, order, phone } = await withCustomer('STAFF', {
      name: '=1+1',
      notes: 'Con "nota", y coma',
    })
    await aReview(service, store, order.items[0]!.productId, { name: '=1+1' })
    const json = await person.get(`${page}/datos.json`)
    assert.match(
      json.headers.get('content-disposition')!,
      new RegExp(`attachment; filename="datos-${phone.slice(1)}.json"`),
    )
    const held = JSON.parse(json.text)
    assert.deepEqual([held.customer.phone, held.names], [phone, ['=1+1']])
    assert.deepEqual(held.orders, [(await service.get(`/api/v1/orders/${order.id}`, store.key)).json.data])
    assert.equal(held.reviews[0].text, 'Muy rico')
    const csv = await person.get(`${page}/datos.csv`)
    assert.match(csv.headers.get('content-type')!, /^text\/csv/)
    const [, row] = csv.text.split('\r\n')
    assert.match(
      row!,
      new RegExp(`,Nuevo,'=1\\+1,'\\${phone},,1 × Café de altura,100,0,100,GTQ,"Con ""nota"", y coma",,,$`),
    )
  })

  test('is downloaded as it is read, however many the orders are', async () => {
    const { store, person, page, order } = await withCustomer('STAFF')
    await service.sql`
      insert into orders
      select (jsonb_populate_record(orders, jsonb_build_object(
        'id', orders.id || n, 'order_number', 'PED-' || n, 'tracking_token', orders.id || n
      ))).*
      from orders
      cross join generate_series(1, 450) as n
      where store_id = ${store.id} and id = ${order.id}`
    const json = await person.get(`${page}/datos.json`)
    assert.equal(json.headers.get('content-length'), null)
    assert.equal(new Set(JSON.parse(json.text).orders.map(({ id }: { id: string }) => id)).size, 451)
    const csv = await person.get(`${page}/datos.csv`)
    assert.equal(csv.headers.get('content-length'), null)
    assert.equal(csv.text.trim().split('\r\n').length, 452)
  })

  test('is erased after a confirmation, by an administrator or the owner', async () => {
    const { person, base, page, order } = await withCustomer('OWNER')
    assert.match(
      (await person.get(page)).text,
      /<summary>.*Borrar sus datos<\/summary>.*no se puede deshacer/,
    )
    const gone = await person.post(`${page}/borrar`)
    const { text } = await person.follow(gone)
    assert.match(text, /Borraste sus datos/)
    assert.doesNotMatch(text, /Ana Morales/)
    assert.equal((await person.get(page)).status, 404)
    assert.equal((await person.post(`${page}/borrar`)).status, 404)
    const of = (await person.get(`${base}/pedidos/${order.id}`)).text
    assert.match(of, /se borraron a pedido de quien compró/)
    assert.doesNotMatch(of, /wa\.me|tel:/)
  })

  test('can not be erased by staff', async () => {
    const { person, page } = await withCustomer('STAFF')
    assert.doesNotMatch((await person.get(page)).text, /Borrar sus datos/)
    assert.equal((await person.post(`${page}/borrar`)).status, 403)
    assert.equal((await person.get(page)).status, 200)
  })

  test('of another store is 404', async () => {
    const { customer, store } = await withCustomer('OWNER')
    const { base, person } = await aMember(service, 'OWNER')
    for (const path of ['', '/datos.json', '/datos.csv']) {
      assert.equal((await person.get(`${base}/clientes/${customer!.id}${path}`)).status, 404)
    }
    assert.equal((await person.post(`${base}/clientes/${customer!.id}/borrar`)).status, 404)
    assert.equal((await service.get('/api/v1/customers', store.key)).json.data[0]!.name, 'Ana Morales')
  })
})
