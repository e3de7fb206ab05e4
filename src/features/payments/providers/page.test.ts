import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { startMercadoPago } from '../../../../test/mercadopago.ts'
import { aMercadoPagoShop } from '../../../../test/online-shop.ts'
import { anAddress } from '../../../../test/factories.ts'
import { openDomain, requestAt } from '../../../../test/domains.ts'
import { startService } from '../../../../test/service.ts'
import { waitFor } from '../../../../test/wait-for.ts'
import { decideProposal } from '../../orders/decide-proposal.ts'
import { createLog } from '../../../core/process/log.ts'
import { startPaymentChecks } from './check-payment.ts'
import { searchUnpaid } from './search.ts'

const mercadoPago = await startMercadoPago()
const service = await startService(mercadoPago.env)
const { sql, app } = service
const { config, providers } = app
const loop = startPaymentChecks({ sql, log: createLog('silent'), config, providers })
after(() => loop.stop())

/** A service of its own, which does not remember that the provider failed before. */
const another = () => startService(mercadoPago.env, service)

const preferenceCalls = () =>
  mercadoPago.requests.filter(({ path }) => path === '/checkout/preferences').length

async function anOrder() {
  const shop = await aMercadoPagoShop(service, mercadoPago)
  const { id, payment, trackingUrl } = (await shop.place()).json
  const { pathname } = new URL(trackingUrl)
  const open = () => service.get(`${pathname}/pagar`, undefined, anAddress())
  return { ...shop, id, payment, open, pathname }
}

suite('the page to pay an order', () => {
  test('is made when the order is placed, with its exact amount and its id', async () => {
    const { id, payment, open, pathname, account } = await anOrder()
    assert.ok(payment!.payUrl!.endsWith(`${pathname}/pagar`))
    const preference = [...mercadoPago.preferences.values()].find((one) => one['external_reference'] === id)!
    const [item] = preference['items'] as Record<string, unknown>[]
    assert.deepEqual([item!['unit_price'], item!['currency_id'], item!['quantity']], [250.5, 'MXN', 1])
    assert.match(
      String(preference['notification_url']),
      /\/api\/payments\/mercadopago\?source_news=webhooks$/,
    )
    assert.equal(preference['collector_id'], account)
    const before = preferenceCalls()
    const opened = await open()
    assert.equal(opened.status, 303)
    assert.match(opened.headers.get('location')!, /\/checkout\/v1\/redirect\?pref_id=/)
    assert.equal(preferenceCalls(), before, 'the one that is there')
  })

  test('is made anew where it has lapsed, or the total is another one', async () => {
    const { store, id, open } = await anOrder()
    const first = (await open()).headers.get('location')
    await sql`update payment_pages set expires_at = now() where store_id = ${store.id}`
    const second = (await open()).headers.get('location')
    assert.notEqual(second, first)
    await sql`update orders set total = 300 where store_id = ${store.id} and id = ${id}`
    assert.notEqual((await open()).headers.get('location'), second)
    const [page] = await sql<
      { amount: number }[]
    >`select amount from payment_pages where store_id = ${store.id}`
    assert.equal(page!.amount, 300)
  })

  test('opens by the same address after the shop has another slug, and then a domain', async () => {
    const { store, id, read, open, pathname } = await anOrder()
    const to = (await open()).headers.get('location')
    const slug = `${store.slug}-2`
    await service.put('/api/v1/store', { key: store.key, body: { slug } })
    const { pathname: former } = new URL((await read(id)).payment!.payUrl!)
    assert.equal(former, `${pathname}/pagar`)
    const moved = (await open()).headers.get('location')!
    assert.equal(moved, former.replace(store.slug, slug))
    assert.equal((await service.get(moved, undefined, anAddress())).headers.get('location'), to)
    await openDomain(service, store, 'paga.example')
    const own = new URL((await service.get(moved, undefined, anAddress())).headers.get('location')!)
    assert.deepEqual([own.hostname, own.pathname], ['paga.example', moved.replace(`/${slug}`, '')])
    assert.equal((await requestAt(service, own.hostname, own.pathname)).headers.location, to)
  })

  test('is not opened for an order that is paid or cancelled', async () => {
    const { store, id, open, pathname } = await anOrder()
    await service.put(`/api/v1/orders/${id}`, { key: store.key, body: { status: 'cancelled' } })
    assert.equal((await open()).headers.get('location'), pathname)
  })

  test('is limited for each order and for each address', async () => {
    const { open, pathname } = await anOrder()
    for (let n = 0; n < 10; n++) assert.equal((await open()).status, 303)
    assert.equal((await open()).status, 429)
    assert.equal(
      (await service.get(`${pathname.replace(/\w+$/, 'x')}/pagar`, undefined, anAddress())).status,
      404,
    )
  })

  test('is the same for an order that is sent again with its key', async () => {
    const { place } = await anOrder()
    const key = { 'idempotency-key': 'la misma' }
    const placed = await place(key)
    assert.ok(placed.json.payment!.payUrl)
    const [{ stored }] = await sql<[{ stored: string }]>`
      select body as stored from idempotency_keys where scope = 'public' and key = 'la misma'`
    assert.equal(JSON.parse(stored).payment.payUrl, null, 'the call came after the commit')
  })
})

suite('a total with cents, in a currency whose provider takes none', () => {
  const inCop = () => aMercadoPagoShop(service, mercadoPago, { currency: 'COP' })

  test('is not ordered with it, and says why; a whole one is, and sent as it is', async () => {
    const { store, place } = await inCop()
    const refused = await place()
    const { field, reason } = refused.json.details
    assert.deepEqual([refused.status, field, reason], [400, 'paymentMethodId', 'invalid'])
    assert.match(
      refused.json.error,
      /^Mercado Pago cobra pesos enteros: el total es \$\s?250,50; la tienda no tiene otra forma de pago: escríbele/,
    )
    assert.equal((await sql`select from orders where store_id = ${store.id}`).length, 0)
    const { id, payment, total } = (await place({}, 2)).json
    const preference = [...mercadoPago.preferences.values()].find((one) => one['external_reference'] === id)!
    const [item] = preference['items'] as Record<string, unknown>[]
    assert.deepEqual([item!['unit_price'], total, item!['currency_id']], [501, 501, 'COP'])
    assert.ok(payment!.payUrl)
  })

  test('that a change of the order brings is said on its page, and no page is opened that cannot be paid', async () => {
    const { store, place, read } = await inCop()
    const { id, trackingUrl } = (await place({}, 2)).json
    const items = [{ variantId: (await read(id)).items[0]!.variantId, quantity: 1 }]
    await service.post(`/api/v1/orders/${id}/proposal`, { key: store.key, body: { items } })
    const { proposal } = await read(id)
    await decideProposal(sql, store.id, id, { sentAt: proposal!.sentAt, isAccepted: true })
    const { total, payment } = await read(id)
    assert.deepEqual([total, payment!.payUrl], [250.5, null])
    const before = preferenceCalls()
    const { pathname } = new URL(trackingUrl)
    const opened = await service.get(`${pathname}/pagar`, undefined, anAddress())
    assert.equal(opened.headers.get('location'), `${pathname}#pay`)
    assert.equal(preferenceCalls(), before)
    const { text } = await service.get(pathname)
    assert.match(text, /Mercado Pago cobra pesos enteros, y este total tiene centavos: acuerda con /)
    assert.doesNotMatch(text, /pedido\/\w+\/pagar/)
  })
})

suite('a provider that fails', () => {
  test('costs an order nothing: it is placed, and its page makes the link later', async () => {
    const { place } = await anOrder()
    mercadoPago.failWith((path) => (path === '/checkout/preferences' ? 'hang' : null))
    const placed = await place()
    assert.deepEqual([placed.status, placed.json.payment!.payUrl], [201, null])
    const { pathname } = new URL(placed.json.trackingUrl)
    const failed = await service.get(`${pathname}/pagar`, undefined, anAddress())
    assert.equal(failed.headers.get('location'), `${pathname}?pago=fallo`)
    mercadoPago.failWith(null)
    const opened = await (await another()).get(`${pathname}/pagar`, undefined, anAddress())
    assert.match(opened.headers.get('location')!, /pref_id=/)
  })

  test('is not asked again for a while after three orders had waited for it', async () => {
    const { place } = await anOrder()
    mercadoPago.failWith((path) => (path === '/checkout/preferences' ? 'hang' : null))
    await Promise.all([place(), place(), place()])
    const asked = mercadoPago.requests.length
    assert.equal((await place()).status, 201)
    mercadoPago.failWith(null)
    assert.equal(mercadoPago.requests.length, asked)
  })
})

suite('an order that is unpaid', () => {
  test('is searched with growing pauses, and paid by what is found', async () => {
    const { store, id, account, read, isQuiet } = await anUnpaidOrder()
    mercadoPago.pay(account, { transaction_amount: 250.5, external_reference: id })
    await searchUnpaid(sql)
    assert.equal((await read(id)).payment!.state, 'PENDING', 'not before ten minutes')
    await age(store.id, '10 minutes')
    await searchUnpaid(sql)
    loop.trigger()
    await waitFor(isQuiet)
    assert.equal((await read(id)).payment!.state, 'PAID')
  })

  test('is searched for 48 hours', async () => {
    const { store } = await anUnpaidOrder()
    const pauses: number[] = []
    for (let hours = 1 / 6; hours < 100;) {
      await age(store.id, `${hours} hours`)
      await searchUnpaid(sql)
      const [{ minutes }] = await sql<[{ minutes: number | null }]>`
        select extract(epoch from search_at - now()) / 60 as minutes from payment_pages where store_id = ${store.id}`
      if (minutes === null) break
      pauses.push(Math.round(minutes))
      hours += minutes / 60
    }
    assert.deepEqual(pauses, [10, 20, 40, 80, 160, 320, 640, 1280])
  })
})

async function anUnpaidOrder() {
  const shop = await aMercadoPagoShop(await another(), mercadoPago)
  const { id } = (await shop.place()).json
  return { ...shop, id }
}

/** As if the page had been made so long ago, and its search were due. */
async function age(storeId: string, text: string) {
  await sql`
    update payment_pages
    set created_at = now() - ${text}::interval, search_at = now()
    where store_id = ${storeId}`
}
