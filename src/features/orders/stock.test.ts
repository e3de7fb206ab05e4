import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { aDiscount, anOrder, aProduct, aStore, order } from '../../../test/factories.ts'
import { startService, countByStatus, type Answer } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { placeOrderAs, type NewOrder } from './create.ts'

// Two services on one database stand for two processes.
const service = await startService()
const beside = await startService({}, service)

type Shop = Awaited<ReturnType<typeof aShop>>
type Wanted = [variantId: string, quantity: number][]

/** A store with a product whose variants have these stocks. */
async function aShop(...stocks: (number | null)[]) {
  const store = await aStore(service)
  const { id, variants } = await aProduct(service, store, {
    variants: stocks.map((stock, n) => ({ name: `Talla ${n}`, stock })),
  })
  return { store, id, variantIds: variants.map((variant) => variant.id) }
}

const toItems = (wanted: Wanted) => wanted.map(([variantId, quantity]) => ({ variantId, quantity }))
const buy = ({ store }: Shop, wanted: Wanted, at = service) => order(at, anOrder(store, toItems(wanted)))
const move = ({ store }: Shop, id: string, status: string) =>
  service.put(`/api/v1/orders/${id}`, { key: store.key, body: { status } })
const change = ({ store, id }: Shop, body: object) =>
  service.put(`/api/v1/products/${id}`, { key: store.key, body })
const setStock = (shop: Shop, stock: number | null) =>
  change(shop, { variants: shop.variantIds.map((id) => ({ id, stock })) })

async function stocksOf({ store, id }: Shop): Promise<(number | null)[]> {
  const { json } = await service.get(`/api/v1/products/${id}?variants=all`, store.key)
  return json.data.variants.map(({ stock }: { stock: number | null }) => stock)
}

const refusals = (answers: Answer[]) =>
  answers.filter(({ status }) => status !== 201).map(({ json }) => json.details.reason)

suite('stock', () => {
  test('is never oversold to 50 concurrent buyers, over two processes', async () => {
    const shop = await aShop(7)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => buy(shop, [[shop.variantIds[0]!, 1]], n % 2 ? beside : service)),
    )
    assert.deepEqual(countByStatus(answers), { 201: 7, 400: 43 })
    assert.deepEqual(new Set(refusals(answers)), new Set(['out_of_stock']))
    assert.deepEqual(await stocksOf(shop), [0])
  })

  test('of several variants is decremented for all items or none, in any order, without deadlock', async () => {
    const shop = await aShop(30, 20, 30)
    const [a, b, c] = shop.variantIds as [string, string, string]
    const ways: Wanted[] = [
      [[a, 1], [b, 1], [c, 1]],
      [[c, 1], [b, 1], [a, 1]],
      [[b, 1], [a, 1], [c, 1]],
    ] // prettier-ignore
    const answers = await Promise.all(
      Array.from({ length: 45 }, (_, n) => buy(shop, ways[n % 3]!, n % 2 ? beside : service)),
    )
    assert.deepEqual(countByStatus(answers), { 201: 20, 400: 25 })
    assert.deepEqual(await stocksOf(shop), [10, 0, 10])
  })

  test('too little is 400 on the quantity, with the quantity available', async () => {
    const shop = await aShop(3, 1, null)
    const [a, b, c] = shop.variantIds as [string, string, string]
    const { status, json } = await buy(shop, [[c, 50], [a, 2], [b, 2], [a, 2]]) // prettier-ignore
    assert.equal(status, 400)
    assert.equal(json.code, 'VALIDATION_ERROR')
    const { field, reason, available, issues } = json.details
    assert.deepEqual(
      { field, reason, available },
      { field: 'items.3.quantity', reason: 'out_of_stock', available: 3 },
    )
    assert.deepEqual(
      issues.map((issue) => [issue.field, issue.message, issue.available]),
      [
        ['items.3.quantity', 'Solo quedan 3', 3],
        ['items.2.quantity', 'Solo queda 1', 1],
      ],
    )
    assert.deepEqual(await stocksOf(shop), [3, 1, null], 'nothing is taken')
  })

  test('of a variant listed twice is decremented once by the sum', async () => {
    const shop = await aShop(5)
    const a = shop.variantIds[0]!
    assert.equal((await buy(shop, [[a, 2], [a, 3]])).status, 201) // prettier-ignore
    assert.deepEqual(await stocksOf(shop), [0])
    const { json } = await buy(shop, [[a, 1]])
    assert.deepEqual([json.details.issues[0]!.message, json.details.available], ['Se agotó', 0])
  })

  test('is returned once when an order is cancelled, and at no other status change', async () => {
    const shop = await aShop(5)
    const { json } = await buy(shop, [[shop.variantIds[0]!, 2]])
    await move(shop, json.id, 'confirmed')
    assert.deepEqual(await stocksOf(shop), [3])
    const answers = await Promise.all(Array.from({ length: 5 }, () => move(shop, json.id, 'cancelled')))
    assert.deepEqual(countByStatus(answers), { 200: 5 })
    assert.deepEqual(await stocksOf(shop), [5])
  })

  test('that was not tracked when it was ordered, or no longer is, is not returned', async () => {
    const shop = await aShop(null)
    const early = await buy(shop, [[shop.variantIds[0]!, 2]])
    await setStock(shop, 10)
    await move(shop, early.json.id, 'cancelled')
    assert.deepEqual(await stocksOf(shop), [10])

    const late = await buy(shop, [[shop.variantIds[0]!, 2]])
    await setStock(shop, null)
    await move(shop, late.json.id, 'cancelled')
    assert.deepEqual(await stocksOf(shop), [null])
  })

  test('is decremented once by an order that is retried with its Idempotency-Key', async () => {
    const shop = await aShop(3)
    const body = anOrder(shop.store, toItems([[shop.variantIds[0]!, 2]]))
    const headers = { 'idempotency-key': 'el-mismo-pedido' }
    const answers = await Promise.all(Array.from({ length: 6 }, () => order(service, body, headers)))
    assert.ok(
      answers.every(({ status }) => status === 201 || status === 409),
      answers[0]!.text,
    )
    assert.equal((await order(service, body, headers)).status, 201)
    assert.deepEqual(await stocksOf(shop), [1])
  })

  test('is not changed by orders that fail for another reason', async () => {
    const shop = await aShop(3)
    const body = anOrder(shop.store, toItems([[shop.variantIds[0]!, 1]]))
    assert.equal((await order(service, { ...body, discountCode: 'NADA' })).status, 400)
    assert.equal((await order(service, body)).status, 201)
    assert.equal((await order(service, body)).status, 409)
    assert.deepEqual(await stocksOf(shop), [2])
  })

  test('of one store is not decremented by orders to another', async () => {
    const shop = await aShop(3)
    const stranger = await aShop(3)
    const { json } = await buy({ ...shop, store: stranger.store }, [[shop.variantIds[0]!, 1]])
    assert.equal(json.details.reason, 'not_found')
    assert.equal((await setStock({ ...shop, store: stranger.store }, 0)).status, 404)
    assert.deepEqual(await stocksOf(shop), [3])
  })

  test('set while orders are placed equals the new value minus later orders', async () => {
    const shop = await aShop(100)
    const rename = async () => {
      for (let n = 0; n < 10; n++) {
        const { status } = await change(shop, { variants: [{ id: shop.variantIds[0], name: `Nombre ${n}` }] })
        assert.equal(status, 200)
      }
    }
    const orders = Array.from({ length: 20 }, () => buy(shop, [[shop.variantIds[0]!, 1]], beside))
    const [answers] = await Promise.all([Promise.all(orders), rename()])
    assert.deepEqual(countByStatus(answers), { 201: 20 })
    assert.deepEqual(await stocksOf(shop), [80])
  })

  test('is never negative and equals the initial value minus open orders, after any orders and cancellations', async () => {
    const quantity = fc.integer({ min: 1, max: 4 })
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('buy' as const),
        quantities: fc.array(quantity, { minLength: 1, maxLength: 3 }),
      }),
      fc.record({ kind: fc.constant('cancel' as const), at: fc.nat(20) }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 12 }),
        fc.array(fc.nat(12), { minLength: 3, maxLength: 3 }),
        async (steps, stocks) => {
          const shop = await aShop(...stocks)
          const placed: { id: string; quantities: number[]; isCancelled: boolean }[] = []
          for (let n = 0; n < steps.length; n += 3) {
            await Promise.all(
              steps.slice(n, n + 3).map(async (one) => {
                if (one.kind === 'cancel') {
                  const target = placed[one.at]
                  if (!target) return
                  assert.equal((await move(shop, target.id, 'cancelled')).status, 200)
                  target.isCancelled = true
                } else {
                  const wanted = one.quantities.map((quantity, i): [string, number] => [
                    shop.variantIds[i]!,
                    quantity,
                  ])
                  const { status, json } = await buy(shop, n % 2 ? wanted : wanted.toReversed())
                  if (status === 201)
                    placed.push({ id: json.id, quantities: one.quantities, isCancelled: false })
                  else assert.equal(json.details.reason, 'out_of_stock')
                }
              }),
            )
            const taken = (i: number) =>
              placed.reduce(
                (sum, { quantities, isCancelled }) => sum + (isCancelled ? 0 : (quantities[i] ?? 0)),
                0,
              )
            assert.deepEqual(
              await stocksOf(shop),
              stocks.map((stock, i) => stock - taken(i)),
            )
          }
        },
      ),
      { numRuns: 12, endOnFailure: true },
    )
  })
})

suite('stock that changes while an order is placed', () => {
  // Not over HTTP, where an order that waits long is answered with 503.
  const place = (body: NewOrder) =>
    placeOrderAs(service.sql, body, { notify: false, by: 'shopper', isTest: false })

  /** Whether an order waits for a lock of the test. */
  async function isWaiting() {
    const waiting = await service.sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return waiting.length > 0
  }

  /** Orders two of each variant; between the look at its items and the taking of their stock these are set. */
  async function buyWhile(shop: Shop, stocks: (number | null)[]) {
    const { code } = await aDiscount(service, shop.store)
    const items = toItems(shop.variantIds.map((id) => [id, 2]))
    const holder = await service.sql.reserve()
    await holder`begin`
    await holder`select from discounts where store_id = ${shop.store.id} for update`
    const placed = place({ ...anOrder(shop.store, items), discountCode: code })
    await waitFor(isWaiting)
    for (const [n, stock] of stocks.entries())
      await holder`update variants set stock = ${stock} where id = ${shop.variantIds[n]!}`
    await holder`commit`
    holder.release()
    return (await placed).order.id
  }

  test('is not returned to a variant that is no longer tracked', async () => {
    const shop = await aShop(8, 8)
    const id = await buyWhile(shop, [8, null])
    assert.deepEqual(await stocksOf(shop), [6, null])
    await setStock(shop, 20)
    await move(shop, id, 'cancelled')
    assert.deepEqual(await stocksOf(shop), [22, 20])
  })

  test('is not decremented on a variant that was not tracked yet', async () => {
    const shop = await aShop(8, null)
    const id = await buyWhile(shop, [8, 8])
    assert.deepEqual(await stocksOf(shop), [6, 8])
    await move(shop, id, 'cancelled')
    assert.deepEqual(await stocksOf(shop), [8, 8])
  })

  test('is decremented on retry when it was returned after too little was found', async (t) => {
    const shop = await aShop(0)
    await service.sql.unsafe(`
      create function pause() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(4242); return null; end $$;
      create trigger pause after update on variants for each statement execute function pause();`)
    t.after(() => service.sql.unsafe('drop function pause cascade'))
    const holder = await service.sql.reserve()
    await holder`select pg_advisory_lock(4242)`
    const placed = place(anOrder(shop.store, toItems([[shop.variantIds[0]!, 1]])))
    await waitFor(isWaiting)
    await holder`update variants set stock = 3 where id = ${shop.variantIds[0]!}`
    await holder`select pg_advisory_unlock(4242)`
    holder.release()
    await placed
    assert.deepEqual(await stocksOf(shop), [2])
  })
})

suite('caches and stock changes', () => {
  const versionsOf = async ({ store }: Shop) => {
    const [row] = await service.sql<[{ catalogVersion: number }]>`
      select counted(id, '{stock.shown}') as catalog_version from stores where id = ${store.id}`
    return row.catalogVersion
  }

  test('the API shows each change at once; a page is invalidated only when the stock that it shows changes', async () => {
    const shop = await aShop(8)
    const a = shop.variantIds[0]!
    const before = await versionsOf(shop)
    const etags = new Set<string | null>()
    for (const left of [7, 6]) {
      assert.equal((await buy(shop, [[a, 1]])).status, 201)
      assert.deepEqual(await stocksOf(shop), [left])
      const { headers } = await service.get('/api/v1/products', shop.store.key)
      etags.add(headers.get('etag'))
    }
    assert.equal(etags.size, 2)
    assert.equal(await versionsOf(shop), before, 'plenty is shown as before')
    const { json } = await buy(shop, [[a, 1]])
    assert.equal(await versionsOf(shop), before + 1, 'five are shown')
    await move(shop, json.id, 'cancelled')
    assert.equal(await versionsOf(shop), before + 2)
  })

  test('an order of untracked variants invalidates nothing', async () => {
    const shop = await aShop(null)
    await buy(shop, [[shop.variantIds[0]!, 1]])
    const names = await service.sql`
      select name from counters where store_id = ${shop.store.id} and name like 'stock.%'`
    assert.equal(names.length, 0)
  })
})
