import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { rowsRead } from '../../test/rows-read.ts'
import { startService } from '../../test/service.ts'
import { anAddress, anOrder, aProduct, aStore } from '../../test/factories.ts'
import { connect } from '../core/database/db.ts'
import { readOnboarding } from './get.ts'

const service = await startService({ PUBLIC_URL: 'https://vitrina.test' })
const https = { 'x-forwarded-proto': 'https' }

type Step = { id: string; text: string; consequence: string; action: string; href: string; blocking: boolean }

async function read(key: string) {
  const { status, json } = await service.get('/api/v1/store/onboarding', key, https)
  assert.equal(status, 200)
  return json.data
}
const done = (guide: { steps: (Step & { done: boolean })[] }) =>
  guide.steps.filter((step) => step.done).map(({ id }) => id)

suite('GET /api/v1/store/onboarding', () => {
  test('a new store has every step pending', async () => {
    const store = await aStore(service, { whatsappNumber: null, plan: 'free' })
    const guide = await read(store.key)
    assert.deepEqual(
      [guide.storeId, guide.state, guide.visualVerification],
      [store.id, 'SAVED_GUIDE', 'UNVERIFIED'],
    )
    assert.deepEqual([guide.total, guide.completed, guide.canBeShown], [7, 0, false])
    assert.deepEqual(guide.pending, guide.steps)
    assert.deepEqual(guide.nextStep, guide.steps[0])
    const blocking = guide.steps.filter((step: Step) => step.blocking).map(({ id }: Step) => id)
    assert.deepEqual(blocking, ['whatsapp_number', 'first_product'])
    for (const { text, consequence, action, href } of guide.steps as Step[]) {
      assert.ok(
        text && consequence && action && href.startsWith(`https://vitrina.test/panel/t/${store.slug}/`),
      )
    }
  })

  test('each step is done when its data is saved', async () => {
    const store = await aStore(service, { whatsappNumber: null })
    const { sql } = service
    const steps: [string[], () => Promise<unknown>][] = [
      [['store_profile'], async () => sql`update stores set description = 'Café' where id = ${store.id}`],
      [['whatsapp_number'], async () => sql`update stores set whatsapp_number = '+50255551234' where id = ${store.id}`],
      [['first_product'], () => aProduct(service, store)],
      [['first_image'], async () => sql`update products set image_url = 'https://a.test/b.jpg' where store_id = ${store.id}`],
      [['shipping_option'], () => aSavedShippingOption(store)],
      [['share_link', 'first_order'], () => order(store)],
    ] // prettier-ignore
    const expected: string[] = []
    for (const [ids, save] of steps) {
      await save()
      expected.push(...ids)
      const guide = await read(store.key)
      assert.deepEqual(done(guide), expected)
      assert.equal(guide.canBeShown, expected.includes('first_product'))
    }
    assert.equal((await read(store.key)).nextStep, null)
  })

  test('links to the field to fill, and for a photo to a product without one', async () => {
    const store = await aStore(service, { whatsappNumber: null })
    const hrefs = async () => {
      const { steps } = await read(store.key)
      return (steps as Step[]).map(({ href }) =>
        href.replace(`https://vitrina.test/panel/t/${store.slug}`, ''),
      )
    }
    assert.deepEqual((await hrefs()).slice(0, 5), [
      '/tienda#tienda-description', '/tienda#tienda-whatsappNumber', '/productos/nuevo', '/productos/nuevo', '/envios#envios-name',
    ]) // prettier-ignore
    const { id } = await aProduct(service, store)
    assert.equal((await hrefs())[3], `/productos/${id}#photos`)
  })

  test('the sharing step is done after a visit', async () => {
    const store = await aStore(service)
    await service.post('/api/catalog/events', {
      headers: { ...anAddress(), ...https, origin: 'https://vitrina.test' },
      body: { storeId: store.id, type: 'ADD_TO_CART', sessionId: 'a' },
    })
    assert.deepEqual(done(await read(store.key)), ['whatsapp_number', 'share_link'])
  })

  test('changes nothing', async () => {
    const store = await aStore(service)
    const fingerprint = async () => {
      const [row] = await service.sql<[{ stores: string; themes: number }]>`
        select stores::text as stores, (select count(*) from themes) as themes from stores where id = ${store.id}`
      return { ...row }
    }
    const before = await fingerprint()
    await read(store.key)
    assert.deepEqual(await fingerprint(), before)
  })

  test('reads no rows of other stores', async () => {
    const [store, other] = [await aStore(service), await aStore(service)]
    await service.sql`
      insert into catalog_events (store_id, id, type, session_id)
      select ${other.id}, n, 'ADD_TO_CART', n from generate_series(1, 3000) as n`
    await service.sql`analyze catalog_events`
    const sql = connect(service.databaseUrl, { max: 1 })
    after(() => sql.end())
    const rows = await rowsRead(sql, 'catalog_events', (tx) => readOnboarding(tx, store.id, 'https://a.test'))
    assert.equal(rows, 0)
  })

  test('needs store:read', async () => {
    const store = await aStore(service, { scopes: ['stats:read'] })
    const { status, json } = await service.get('/api/v1/store/onboarding', store.key, https)
    assert.deepEqual([status, json.details.requiredScope], [403, 'store:read'])
  })
})

async function aSavedShippingOption(store: { id: string }) {
  await service.sql`
    insert into shipping_options (store_id, id, name, price, position) values (${store.id}, 'envio', 'Envío', 20, 0)`
}

async function order(store: { id: string }) {
  const { variants } = await aProduct(service, store)
  const { status } = await service.post('/api/orders', {
    headers: { ...anAddress(), ...https },
    body: anOrder(store, [{ variantId: variants[0]!.id, quantity: 1 }]),
  })
  assert.equal(status, 201)
}
