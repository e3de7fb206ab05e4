import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { aModifierGroup, aPhone, aProduct, aStore, anAddress, anOrder } from '../../../test/factories.ts'
import { aShopForChanges } from '../../../test/proposals.ts'
import { startMeta } from '../../../test/meta.ts'
import { startService } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { claimBatches } from '../../core/outbox/outbox.ts'
import { createLog } from '../../core/process/log.ts'
import { buildMissingIndexes } from '../../process/database.ts'
import { startRestockNotices } from './deliver.ts'
import { enqueueRestockNotices, look } from './enqueue.ts'

const meta = await startMeta({ late: true })
const service = await startService({ ...meta.env, WHATSAPP_RESTOCK_TEMPLATE: 'de_nuevo_disponible' })
const { sql } = service
meta.reportTo(service)

await buildMissingIndexes(sql)

type Store = Awaited<ReturnType<typeof aStore>>

/** A product of one variant that is sold out, and people who wait for it, in this order. */
async function aWaitedFor(store: Store, count = 1, more: object = {}) {
  const product = await aProduct(service, store, {
    name: 'Taza',
    variants: [{ name: 'Azul', stock: 0 }],
    ...more,
  })
  const variantId = product.variants[0]!.id
  const people = Array.from({ length: count }, () => aPhone())
  await sql`
    insert into restock_requests (store_id, variant_id, phone, created_at)
    select ${store.id}, ${variantId}, phone, now() - interval '1 day' + n * interval '1 minute'
    from unnest(${people}::text[]) with ordinality as people (phone, n)`
  const setStock = async (stock: number | null) => {
    const body = { variants: [{ id: variantId, name: 'Azul', stock }] }
    const { status, text } = await service.put(`/api/v1/products/${product.id}`, { key: store.key, body })
    assert.equal(status, 200, text)
  }
  return { product, variantId, people, setStock }
}

/** Looks for what is back, lets the time pass for which it has to be, and looks again. */
async function lookTwice(store: Store) {
  await enqueueRestockNotices(sql)
  await sql`
    update restock_requests
    set due_at = now()
    where store_id = ${store.id} and due_at < now() + interval '10 minutes'`
  await enqueueRestockNotices(sql)
}

const waiting = async (store: Store) => {
  const rows = await sql<{ phone: string }[]>`
    select phone from restock_requests where store_id = ${store.id} order by created_at`
  return rows.map(({ phone }) => phone)
}
const countDue = async (store: Store) =>
  (await sql`select from restock_requests where store_id = ${store.id} and due_at is not null`).length
const deliveries = (store: Store) => sql<{ recipient: string; state: string; reason: string | null }[]>`
  select recipient, state, reason from deliveries where store_id = ${store.id} and kind = 'restock' order by recipient`
const recipients = async (store: Store) => (await deliveries(store)).map(({ recipient }) => recipient)

function startLoop({ leaseSeconds }: { leaseSeconds?: number } = {}) {
  const api = service.app.config.whatsapp.api!
  const log = createLog('silent')
  const loop = startRestockNotices({
    sql,
    log,
    service: service.app,
    api,
    template: api.restockTemplate!,
    leaseSeconds,
  })
  after(() => loop.stop())
  return loop
}

suite('a product that is back', { concurrency: false }, () => {
  test('is told by one message with its name and link, and nobody waits any more', async () => {
    const store = await aStore(service)
    const { product, variantId, people, setStock } = await aWaitedFor(store)
    await setStock(3)
    await lookTwice(store)
    const loop = startLoop()
    await waitFor(async () => (await deliveries(store))[0]?.state === 'done')
    await loop.stop()
    const [message, another] = meta.to(people[0]!)
    assert.equal(another, undefined)
    assert.equal(message!.template.name, 'de_nuevo_disponible')
    const url = `${service.app.publicUrl}/${store.slug}/p/${product.slug}?opcion=${variantId}`
    assert.deepEqual(message!.parameters, ['Taza, Azul', 'Café de la Antigua', url])
    assert.deepEqual(await waiting(store), [])
    await lookTwice(store)
    assert.equal((await deliveries(store)).length, 1)
  })

  test('is noticed by whatever door it came back', async () => {
    const doors: Record<string, (store: Store) => Promise<() => Promise<unknown>>> = {
      'a cancelled order': async (store) => {
        const { variantId } = await aWaitedFor(store, 1, { variants: [{ name: 'Azul', stock: 1 }] })
        const body = anOrder(store, [{ variantId, quantity: 1 }])
        const { json } = await service.post('/api/orders', { headers: anAddress(), body })
        return () =>
          service.put(`/api/v1/orders/${json.id}`, { key: store.key, body: { status: 'cancelled' } })
      },
      'a shop that pays again': async (store) => {
        await aWaitedFor(store, 1, { variants: [{ name: 'Azul', stock: 4 }] })
        await sql`update stores set billing_state = 'suspended' where id = ${store.id}`
        return () => sql`update stores set billing_state = 'active' where id = ${store.id}`
      },
      'shown again': async (store) => {
        const { product } = await aWaitedFor(store, 1, {
          isActive: false,
          variants: [{ name: 'Azul', stock: 4 }],
        })
        return () =>
          service.put(`/api/v1/products/${product.id}`, { key: store.key, body: { isActive: true } })
      },
      restored: async (store) => {
        const { product } = await aWaitedFor(store, 1, { variants: [{ name: 'Azul', stock: 4 }] })
        await service.delete(`/api/v1/products/${product.id}`, store.key)
        return () => service.post(`/api/v1/products/${product.id}/restore`, { key: store.key })
      },
      'a change undone': async (store) => {
        const { setStock } = await aWaitedFor(store, 1, { variants: [{ name: 'Azul', stock: 4 }] })
        await setStock(0)
        const { json } = await service.get('/api/v1/changes', store.key)
        return () => service.post(`/api/v1/changes/${json.data[0]!.id}/undo`, { key: store.key })
      },
      'no longer counted': async (store) => {
        const { setStock } = await aWaitedFor(store)
        return () => setStock(null)
      },
      'a choice that it needs': async (store) => {
        const group = await aModifierGroup(service, store, {
          minChoices: 1,
          choices: [{ name: 'Leche', price: 0, isActive: false }],
        })
        await aWaitedFor(store, 1, { modifierGroupIds: [group.id], variants: [{ name: 'Azul', stock: 4 }] })
        const body = { choices: [{ id: group.choices[0]!.id, isActive: true }] }
        return () => service.put(`/api/v1/modifier-groups/${group.id}`, { key: store.key, body })
      },
    }
    for (const [door, prepare] of Object.entries(doors)) {
      const store = await aStore(service)
      const come = await prepare(store)
      await lookTwice(store)
      assert.deepEqual([(await waiting(store)).length, await recipients(store)], [1, []], door)
      await come()
      await lookTwice(store)
      assert.deepEqual([(await waiting(store)).length, (await recipients(store)).length], [0, 1], door)
    }
  })

  test('is noticed where an order leaves some of it', async () => {
    const shop = await aShopForChanges(service, 2)
    const id = await shop.buy([[shop.a, 2]])
    await sql`insert into restock_requests (store_id, variant_id, phone) values (${shop.store.id}, ${shop.a}, ${aPhone()})`
    await shop.propose(id, [[shop.a, 1]])
    await lookTwice(shop.store)
    assert.equal((await recipients(shop.store)).length, 0)
    await shop.decide(id)
    await lookTwice(shop.store)
    assert.equal((await recipients(shop.store)).length, 1)
  })

  test('is noticed although it came back while the first one asked', async () => {
    const store = await aStore(service)
    const { people } = await aWaitedFor(store, 1, { variants: [{ name: 'Azul', stock: 3 }] })
    await lookTwice(store)
    assert.deepEqual(await waiting(store), people)
    await sql.begin((tx) => look(tx, store.id)) // as each request does
    await lookTwice(store)
    assert.deepEqual(await waiting(store), [])
  })

  test('is told to those behind one who was about to be told and left', async () => {
    const store = await aStore(service)
    const { people, setStock } = await aWaitedFor(store, 2)
    await setStock(1)
    await enqueueRestockNotices(sql)
    await sql`delete from restock_requests where store_id = ${store.id} and phone = ${people[0]!}`
    await lookTwice(store)
    await lookTwice(store)
    assert.deepEqual([await recipients(store), await waiting(store)], [[people[1]], []])
  })

  test('is told to nobody until it has stayed, nor once it is sold out again', async () => {
    const store = await aStore(service)
    const { people, setStock } = await aWaitedFor(store, 3)
    await setStock(2)
    await enqueueRestockNotices(sql)
    await enqueueRestockNotices(sql)
    assert.deepEqual(await recipients(store), [])
    await setStock(0)
    await lookTwice(store)
    assert.deepEqual([await recipients(store), await waiting(store)], [[], people])
    assert.equal(await countDue(store), 0)
  })

  test('is told to as many as there are items, the longest waiting first, and then to the next', async () => {
    const store = await aStore(service)
    const { people, setStock } = await aWaitedFor(store, 5)
    await setStock(2)
    await lookTwice(store)
    assert.deepEqual(await waiting(store), people.slice(2))
    await lookTwice(store)
    assert.deepEqual(await waiting(store), people.slice(4))
    assert.deepEqual(await recipients(store), people.slice(0, 4).toSorted())
  })

  test('is told once, however many look at the same time', async () => {
    const store = await aStore(service)
    const { people, setStock } = await aWaitedFor(store, 40)
    await setStock(null)
    const look = () => Promise.all(Array.from({ length: 5 }, () => enqueueRestockNotices(sql)))
    await look()
    await sql`update restock_requests set due_at = now() where store_id = ${store.id}`
    await look()
    assert.deepEqual(await recipients(store), people.toSorted())
    assert.deepEqual(await waiting(store), [])
  })

  test('is not told by a store that is suspended or deleted, until it is open again', async () => {
    const store = await aStore(service)
    const { people, setStock } = await aWaitedFor(store)
    await setStock(1)
    for (const closed of [
      sql`billing_state = 'suspended'`,
      sql`billing_state = 'active', deleted_at = now()`,
    ]) {
      await sql`update stores set ${closed} where id = ${store.id}`
      await lookTwice(store)
      assert.deepEqual([await recipients(store), await waiting(store)], [[], people])
      assert.equal(await countDue(store), 0)
    }
    await sql`update stores set deleted_at = null where id = ${store.id}`
    await lookTwice(store)
    assert.deepEqual(await recipients(store), people)
  })

  test('is told to no more people in a day than the plan allows: the others are told later', async () => {
    const store = await aStore(service, { plan: 'free' })
    const { people, setStock } = await aWaitedFor(store, 3)
    await sql`
      insert into long_rate_hits (key, hits, ends_at)
      values (${`restock-notice-free:${store.ownerId}`}, 98, now() + interval '5 hours')`
    await setStock(50)
    await lookTwice(store)
    assert.deepEqual(await recipients(store), people.slice(0, 2).toSorted())
    await lookTwice(store)
    assert.deepEqual(await waiting(store), people.slice(2))
    await sql`delete from long_rate_hits where key = ${`restock-notice-free:${store.ownerId}`}`
    await sql`update restock_requests set due_at = now() where store_id = ${store.id}`
    await enqueueRestockNotices(sql)
    assert.deepEqual(await waiting(store), [])
  })
})

suite('a notice that waits in the queue', { concurrency: false }, () => {
  async function enqueued(count = 1) {
    const store = await aStore(service)
    const waited = await aWaitedFor(store, count)
    await waited.setStock(count)
    await lookTwice(store)
    assert.equal((await deliveries(store)).length, count)
    return { store, ...waited }
  }
  const allEnded = (store: Store) => async () =>
    (await deliveries(store)).every(({ state }) => state === 'done' || state === 'failed')

  test('is not sent where the product is sold out again: who waits keeps the place', async () => {
    const { store, people, setStock } = await enqueued(2)
    await setStock(0)
    const loop = startLoop()
    await waitFor(allEnded(store))
    await loop.stop()
    assert.deepEqual(await waiting(store), people)
    assert.deepEqual(people.flatMap(meta.to), [])
  })

  test('is not sent to who wrote «baja» meanwhile, nor where the product was deleted for good', async () => {
    const { store, people } = await enqueued()
    await sql`insert into whatsapp_opt_outs (phone) values (${people[0]!})`
    const gone = await enqueued()
    await sql`delete from variants where store_id = ${gone.store.id}`
    const loop = startLoop()
    await waitFor(allEnded(store))
    await waitFor(allEnded(gone.store))
    await loop.stop()
    assert.deepEqual([...people, ...gone.people].flatMap(meta.to), [])
    assert.deepEqual([await waiting(store), await waiting(gone.store)], [[], []])
  })

  test('is sent once, after a worker that had claimed it was killed', async () => {
    const { store, people } = await enqueued()
    const claim = { kind: 'restock' as const, max: 5, maxPerBatch: 1, paceSeconds: 0, leaseSeconds: 1 }
    assert.equal((await claimBatches(sql, claim)).length, 1)
    const loop = startLoop()
    await waitFor(allEnded(store))
    await loop.stop()
    assert.equal(meta.to(people[0]!).length, 1)
  })

  test('has failed for good where WhatsApp reports that the number can not be reached', async () => {
    const { store, people } = await enqueued()
    meta.rules.unknown(people[0]!)
    const loop = startLoop()
    await waitFor(async () => (await deliveries(store))[0]!.state === 'failed')
    await loop.stop()
    assert.match((await deliveries(store))[0]!.reason!, /no pudo avisar a quien esperaba/)
    assert.equal(meta.to(people[0]!).length, 1)
    assert.deepEqual(await waiting(store), [])
  })
})
