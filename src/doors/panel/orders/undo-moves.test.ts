import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aPlacedOrder, aProduct, aWebhook } from '../../../../test/factories.ts'
import { aMember, type Page, type Person } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'
import { claim } from '../../../core/outbox/outbox.ts'

const service = await startService({ LOG_LEVEL: 'error' })
const { sql } = service

async function withOrder() {
  const member = await aMember(service, 'OWNER')
  const order = await aPlacedOrder(service, member.store, { name: 'Ana Morales' })
  return { ...member, ...moverOf(member, order), id: order.id }
}

type Member = Awaited<ReturnType<typeof aMember>>

function moverOf({ store, base, person }: Member, { id }: { id: string }) {
  return {
    /** Moves the order, from a page of the panel. */
    move: async (status: string, from = `${base}/pedidos`) =>
      person.follow(await person.post(`${base}/pedidos/${id}`, { status }, refererOf(from))),
    undo: (moved: Page) => undo(person, base, moved),
    order: async () => (await service.get(`/api/v1/orders/${id}`, store.key)).json.data,
    shopperPage: async () => {
      const [row] = await sql<
        [{ token: string }]
      >`select tracking_token as token from orders where id = ${id}`
      return `${service.url}/${store.slug}/pedido/${row.token}`
    },
  }
}

const refererOf = (path: string) => ({ referer: service.url + path })

/** Presses the button of the message, and follows where it leads. */
async function undo(person: Person, base: string, moved: Page) {
  const [, change] = /name="change" value="(\w+)"/.exec(moved.text)!
  const sent = await person.post(
    `${base}/pedidos/deshacer`,
    { change: change! },
    refererOf(`${base}/pedidos`),
  )
  return { location: sent.location, message: messageOf(await person.follow(sent)) }
}

const messageOf = ({ text }: Page) => /<dialog class="flash"[^>]*><p>([^<]*)/.exec(text)?.[1]

const revenueOf = async ({ key }: { key: string }) =>
  (await service.get('/api/v1/stats/report', key)).json.data.currencies[0]!

suite('a move of an order’s status', () => {
  test('from the list returns to it, and is taken back as if it had never been', async () => {
    const { store, base, person, move, undo, order } = await withOrder()
    const before = await order()
    const moved = await move('confirmed', `${base}/pedidos?estado=pending`)
    assert.equal(messageOf(moved), 'Pedido confirmado: Ana')
    assert.match(moved.text, /No encontramos pedidos así/, 'the list with its filter')
    assert.equal((await revenueOf(store)).completedOrders, 1)

    const { location, message } = await undo(moved)
    assert.deepEqual([location, message], [`${base}/pedidos`, 'Deshecho: el pedido está como antes.'])
    const { updatedAt } = before
    assert.deepEqual({ ...(await order()), updatedAt }, before)
    const { completedOrders, pendingOrders, confirmedRevenue } = await revenueOf(store)
    assert.deepEqual([completedOrders, pendingOrders, confirmedRevenue], [0, 1, '0.00'])
    const [customer] = (await service.get('/api/v1/customers', store.key)).json.data
    assert.equal(customer!.totalSpent, 0)
    assert.equal((await undo(moved)).message, 'Ya no se puede deshacer: el pedido ya está en otro estado')

    const { data } = (await service.get('/api/v1/changes?resource=order', store.key)).json
    assert.deepEqual(
      data.map(({ summary }: { summary: string }) =>
        summary.replace(/^.*? (?=dejó|confirmó)/, '').slice(0, 9),
      ),
      ['dejó otra', 'confirmó '],
    )
    assert.match(
      (await person.get(`${base}/actividad`)).text,
      new RegExp(`confirmó el pedido ${before.orderNumber}`),
    )
  })

  test('opens the proposed change again that it ended, not one that the store had withdrawn', async () => {
    for (const isWithdrawn of [false, true]) {
      const { store, move, undo, order, id } = await withOrder()
      await move('confirmed')
      const items = [{ variantId: (await order()).items[0]!.variantId, quantity: 3 }]
      const proposal = `/api/v1/orders/${id}/proposal`
      await service.post(proposal, { key: store.key, body: { items } })
      if (isWithdrawn) await service.delete(proposal, store.key)
      const before = await order()
      const moved = await move('shipped')
      assert.equal((await order()).proposal!.state, 'WITHDRAWN')
      assert.match((await undo(moved)).message!, /^Deshecho/)
      assert.deepEqual((await order()).proposal, before.proposal)
    }
  })

  test('is not taken back once the shopper’s page has shown it, nor its poll', async () => {
    for (const path of ['', '/estado']) {
      const { move, undo, order, shopperPage } = await withOrder()
      const page = await shopperPage()
      await fetch(page)
      const moved = await move('confirmed')
      await fetch(page + path)
      assert.equal(
        (await undo(moved)).message,
        'Ya no se puede deshacer: Ana ya lo vio en la página de su pedido',
      )
      assert.equal((await order()).status, 'confirmed')
    }
  })

  test('withdraws what no webhook got yet, and is not taken back once one was called', async () => {
    const { store, base, person, id, move, undo } = await withOrder()
    await aWebhook(service, store)
    await sql`update webhooks set events = '{order.updated}' where store_id = ${store.id}`
    const waiting = () => sql`select id from deliveries where subject_id = ${id} and event = 'order.updated'`
    const moved = await move('confirmed')
    assert.equal((await waiting()).length, 1)
    assert.match((await undo(moved)).message!, /^Deshecho/)
    assert.equal((await waiting()).length, 0)

    const again = await move('confirmed')
    const claims = await claim(sql, { kind: 'webhook', max: 100, perRecipient: 10 })
    assert.ok(claims.some(({ subjectId }) => subjectId === id))
    assert.equal((await undo(again)).message, 'Ya no se puede deshacer: ya se avisó a otro programa')
    assert.match((await person.get(`${base}/pedidos/${id}`)).text, /Marcar enviado/)
  })

  test('is not taken back after a minute, nor when the order has changed since, nor what a key moved', async () => {
    const late = await withOrder()
    const moved = await late.move('confirmed')
    await sql`
      update orders
      set
        timeline = jsonb_set(timeline, '{-1,at}', to_jsonb(now() - interval '61 s')),
        updated_at = now() - interval '61 s'
      where id = ${late.id}`
    assert.equal((await late.undo(moved)).message, 'Ya no se puede deshacer: ya pasó más de un minuto')

    const changed = await withOrder()
    const first = await changed.move('confirmed')
    await sql`update orders set updated_at = clock_timestamp() where id = ${changed.id}`
    assert.equal((await changed.undo(first)).message, 'Ya no se puede deshacer: el pedido cambió después')

    const { store, base, person, id } = await withOrder()
    await service.put(`/api/v1/orders/${id}`, { key: store.key, body: { status: 'confirmed' } })
    const [{ changeId }] = await sql<
      [{ changeId: string }]
    >`select change_id from change_rows where row_id = ${id}`
    const sent = await person.post(`${base}/pedidos/deshacer`, { change: changeId })
    assert.equal(messageOf(await person.follow(sent)), 'Ya no se puede deshacer: el pedido cambió después')
  })

  test('of several orders is taken back together, and says which stay', async () => {
    const { store, base, person, id, shopperPage } = await withOrder()
    const others = await Promise.all(
      [2, 3].map((n) => aPlacedOrder(service, store, { phone: `+5025555000${n}` })),
    )
    const ids = [id, ...others.map((other) => other.id)]
    const sent = await person.post(`${base}/pedidos/varios`, [
      ...ids.map((one): [string, string] => ['ids', one]),
      ['status', 'confirmed'],
    ])
    await fetch(await shopperPage())
    const { message } = await undo(person, base, await person.follow(sent))
    assert.equal(
      message,
      'Deshecho: 2 pedidos están como antes. 1 quedó como estaba: ' +
        'Ya no se puede deshacer: Ana ya lo vio en la página de su pedido.',
    )
  })

  test('is taken back once, also by two at once, and never after the shopper saw it, also at once', async () => {
    const { move, undo, order, shopperPage } = await withOrder()
    const twice = await move('confirmed')
    const both = await Promise.all([undo(twice), undo(twice)])
    assert.equal(both.filter(({ message }) => message?.startsWith('Deshecho')).length, 1)

    const page = `${await shopperPage()}/estado`
    for (let n = 0; n < 15; n++) {
      const moved = await move('confirmed')
      const [{ message }, seen] = await Promise.all([
        undo(moved),
        fetch(page).then((response) => response.text()),
      ])
      const { status } = await order()
      assert.equal(status === 'pending', message?.startsWith('Deshecho'))
      assert.ok(status === 'confirmed' || seen === 'pending', `${status}, and the shopper saw ${seen}`)
      if (status === 'confirmed') {
        await sql`update orders set status = 'pending', timeline = timeline - -1 where order_number = ${(await order()).orderNumber}`
      }
    }
  })

  test('of an order that was entered as confirmed is taken back too, and the order stays', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const { variants } = await aProduct(service, store, { name: 'Café' })
    await aWebhook(service, store)
    await sql`update webhooks set events = '{order.created,order.updated}' where store_id = ${store.id}`
    const fields = {
      name: 'Luis',
      phone: '+50255551234',
      'items.0.variantId': variants[0]!.id,
      'items.0.quantity': '1',
    }
    const path = `${base}/pedidos/nuevo`
    const pending = await person.follow(await person.post(path, fields))
    assert.doesNotMatch(pending.text, /Deshacer/)

    const sent = await person.post(path, { ...fields, isConfirmed: 'true' })
    const id = sent.location!.split('/').at(-1)!
    const saved = await person.follow(sent)
    assert.match(saved.text, /ya confirmado[^]*Deshacer la confirmación/)
    assert.match((await undo(person, base, saved)).message!, /^Deshecho: el pedido está como antes/)
    assert.equal((await service.get(`/api/v1/orders/${id}`, store.key)).json.data.status, 'pending')
    const events = await sql<{ event: string }[]>`
      select event from deliveries where store_id = ${store.id} and subject_id = ${id} and kind = 'webhook'`
    assert.deepEqual(
      events.map(({ event }) => event),
      ['order.created'],
    )
  })

  test('that cancels it offers no undo, and a change of another store moves nothing', async () => {
    const { base, person, move, id } = await withOrder()
    const stranger = await withOrder()
    const moved = await move('confirmed')
    const [, change] = /name="change" value="(\w+)"/.exec(moved.text)!
    const sent = await stranger.person.post(`${stranger.base}/pedidos/deshacer`, { change: change! })
    assert.equal(messageOf(await stranger.person.follow(sent)), 'No hay nada que deshacer')
    const cancelled = await person.post(`${base}/pedidos/${id}`, { status: 'cancelled', confirmed: '1' })
    assert.doesNotMatch((await person.follow(cancelled)).text, /Deshacer/)
  })
})
