import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { aMember } from '../../../test/panel.ts'
import { startService } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { anAddress, anOrder, aProduct, aStore } from '../../../test/factories.ts'

const service = await startService({ PUBLIC_URL: 'https://vitrina.test' })
const plain = await startService({}, service)
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
      [['share_link'], async () => sql`update stores set shared_at = now() where id = ${store.id}`],
      [['first_order'], () => order(store)],
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

  test('the sharing step is done by a visit from elsewhere, not by one from our pages or an order', async () => {
    const visits: [path: string, referer: string | null, isDone: boolean][] = [
      ['', null, false],
      ['', 'https://vitrina.test/panel', false],
      ['', 'no es una dirección', false],
      ['', 'https://l.instagram.com/', true],
      ['?utm_source=qr', null, true],
    ]
    for (const [query, referer, isDone] of visits) {
      const store = await aStore(service)
      await order(store)
      const { status } = await service.get(`/${store.slug}${query}`, undefined, {
        ...https,
        ...(referer !== null && { referer: encodeURI(referer) }),
      })
      assert.equal(status, 200)
      const isShared = async () => done(await read(store.key)).includes('share_link')
      if (isDone) await waitFor(isShared) // it is recorded after the response
      else await sleep(50)
      assert.equal(await isShared(), isDone, `${query} ${referer}`)
    }
  })

  test('the sharing step is done by the button that shares, and by the poster', async () => {
    for (const [path, status] of [
      ['/compartir/enlace', 303],
      ['/compartir/cartel', 200],
    ] as const) {
      const { store, base, person } = await aMember(plain, 'OWNER')
      assert.equal((await person.get(`${base}/compartir`)).status, 200)
      assert.ok(!done(await read(store.key)).includes('share_link'))
      assert.equal((await person.get(base + path)).status, status)
      assert.ok(done(await read(store.key)).includes('share_link'))
    }
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
