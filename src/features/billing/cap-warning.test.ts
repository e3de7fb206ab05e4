import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aCategory, aDiscount, aProduct, aStore } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'
import { composeMail } from '../mail/compose.ts'
import { languages } from '../../core/texts/language.ts'
import { readOverview } from './overview.ts'
import { resourceNames } from './plans.ts'

const service = await startService()
const { sql } = service

/** The mails to the owner about limits, the oldest first. */
async function warnings(storeId: string) {
  const rows = await sql<
    { payload: { storeName: string; what: string; used: number; limit: number; isFree: boolean } }[]
  >`
    select payload
    from deliveries
    join delivery_payloads on delivery_payloads.store_id = deliveries.store_id and delivery_payloads.id = payload_id
    where deliveries.store_id = ${storeId} and event = 'billing.cap_near'
    order by deliveries.created_at`
  return rows.map(({ payload }) => payload)
}

suite('a cap of the plan that is nearly reached', () => {
  test('is mailed to the owners once a month, before it is reached', async () => {
    const store = await aStore(service, { plan: 'free' })
    for (let n = 0; n < 7; n++) await aCategory(service, store)
    assert.deepEqual(await warnings(store.id), [])
    await aCategory(service, store)
    const [first] = await warnings(store.id)
    assert.deepEqual(first, { storeName: store.name, what: 'categorías', used: 8, limit: 10, isFree: true })
    await aCategory(service, store)
    assert.equal((await warnings(store.id)).length, 1)

    await sql`update cap_warnings set month = month - interval '1 month' where store_id = ${store.id}`
    await aCategory(service, store)
    assert.deepEqual(
      (await warnings(store.id)).map(({ used }) => used),
      [8, 10],
    )
  })

  test('is mailed once for concurrent writes, and for each cap separately', async () => {
    const store = await aStore(service, { plan: 'free' })
    for (let n = 0; n < 7; n++) await aCategory(service, store)
    await Promise.all([aCategory(service, store), aCategory(service, store), aCategory(service, store)])
    for (let n = 0; n < 4; n++) await aDiscount(service, store)
    assert.deepEqual(
      (await warnings(store.id)).map(({ what }) => what),
      ['categorías', 'descuentos activos'],
    )
  })

  test('is not mailed when the write is rolled back, nor for caps of two', async () => {
    const store = await aStore(service, { plan: 'free' })
    for (let n = 0; n < 7; n++) await aCategory(service, store, { slug: `c-${n}` })
    await assert.rejects(aCategory(service, store, { slug: 'c-0' }))
    assert.deepEqual(await warnings(store.id), [])
  })

  test('names the usage in the mail, and links to the plan', () => {
    const about = { storeName: 'Café', what: 'productos', used: 40, limit: 50, isFree: true }
    const mail = { event: 'billing.cap_near' as const, payload: about }
    const { subject, text } = composeMail(mail, 'https://panel.test', 'cafe', 'es')
    assert.equal(subject, 'Café usa 40 de 50 productos')
    assert.match(text, /https:\/\/panel\.test\/panel\/t\/cafe\/plan/)
  })

  test('names it in the language of who reads the mail', () => {
    for (const name of Object.values(resourceNames)) {
      const about = { storeName: 'Café', what: name.in('es'), used: 40, limit: 50, isFree: true }
      const mail = { event: 'billing.cap_near' as const, payload: about }
      for (const language of languages)
        assert.match(
          composeMail(mail, 'https://panel.test', 'cafe', language).subject,
          new RegExp(`^Café .*40 .*50 ${name.in(language)}$`),
        )
    }
  })
})

suite('the usage of a plan', () => {
  test('is counted as in the operations that enforce the caps', async () => {
    const store = await aStore(service, { plan: 'free' })
    const post = (path: string, body: object) => service.post(path, { key: store.key, body })
    const requested = {
      categories: (n: number) => post('/api/v1/categories', { name: `C ${n}` }),
      discounts: (n: number) => post('/api/v1/discounts', { code: `COD${n}`, type: 'fixed', value: 1 }),
      shippingOptions: (n: number) => post('/api/v1/shipping', { name: `E ${n}`, price: 1 }),
      products: (n: number) => post('/api/v1/products', { name: `P ${n}`, price: 1 }),
    }
    await aProduct(service, store, { isActive: false })
    for (const [resource, create] of Object.entries(requested)) {
      let response = await create(0)
      for (let n = 1; response.status === 201; n++) response = await create(n)
      assert.equal(response.json.resource, resource)
      const { usage } = await readOverview(sql, { id: store.id, plan: 'free' })
      const { used, limit } = usage.find((one) => one.resource === resource)!
      assert.deepEqual([used, limit], [response.json.used, response.json.limit])
    }
  })
})
