import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aPayingStore, postEvent } from '../billing.ts'
import { startService } from '../service.ts'
import { startStripe } from '../stripe.ts'
import { waitFor } from '../wait-for.ts'
import { aProduct, aShippingOption, aStore, anOrder, order } from '../factories.ts'

const stripe = await startStripe()
const service = await startService(stripe.env)

suite('a payment provider that hangs', () => {
  test('blocks nothing in the store, and is applied as soon as it responds', async () => {
    const shop = await aPayingStore(service, stripe)
    const { variants } = await aProduct(service, shop)
    await shop.buy('pro')
    const events = (await shop.newEvents()).slice(-2)
    const asked = stripe.requests.length
    stripe.failWith('hang')
    let isAnswered = false
    const posted = Promise.all(events.map((event) => postEvent(service, event)))
    void posted.then(() => (isAnswered = true))
    await waitFor(() => stripe.requests.length > asked)

    // Writers of the store's row are not blocked either.
    await aShippingOption(service, shop)
    const placed = await order(service, anOrder(shop, [{ variantId: variants[0]!.id, quantity: 1 }]))
    assert.equal(placed.status, 201)
    assert.equal(isAnswered, false, 'it did not wait for the provider')

    assert.deepEqual((await posted).map(({ status }) => status), [503, 503]) // prettier-ignore
    assert.equal(await shop.billingStatus(), 'free active 200')
    stripe.failWith(null)
    assert.equal((await postEvent(service, events[0]!)).status, 200)
    assert.equal(await shop.billingStatus(), 'pro active 200')
  })
  test('leaves connections to other stores, however many events arrive', async () => {
    const [shop, other] = [await aPayingStore(service, stripe), await aStore(service)]
    await shop.buy('pro')
    const event = (await shop.newEvents()).at(-1)!
    const asked = stripe.requests.length
    stripe.failWith('hang')
    let answered = 0
    const posted = Array.from({ length: 30 }, async (_, n) => {
      const { status } = await postEvent(service, { ...event, id: `evt_${n}` })
      answered++
      return status
    })
    await waitFor(() => stripe.requests.length > asked)

    assert.equal((await service.get('/api/v1/orders', other.key)).status, 200)
    assert.equal((await service.put('/api/v1/store', { key: other.key, body: { name: 'Otra' } })).status, 200)
    assert.equal(answered, 0, 'they did not wait for the provider')

    stripe.failWith(null)
    for (const status of await Promise.all(posted)) assert.equal(status, 200)
  })
})
