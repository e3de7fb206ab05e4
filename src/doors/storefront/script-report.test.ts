import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aStore, anAddress } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'

const service = await startService()
const PIXEL = '123456789012345'

async function aMeasuredStore() {
  const store = await aStore(service)
  await service.sql`
    insert into connections (store_id, id, settings)
    values
      (${store.id}, 'meta_pixel', ${service.sql.json({ pixelId: PIXEL })}),
      (${store.id}, 'google_analytics', '{"measurementId": "G-AB12CD34EF"}')`
  const report = (identifier: string, isLoaded: boolean | string, headers = anAddress()) =>
    service.post(`/${store.slug}/medicion`, {
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: `identifier=${identifier}&isLoaded=${isLoaded}`,
    })
  const state = async (id = 'meta_pixel') => {
    const { json } = await service.get('/api/v1/store/connections', store.key)
    const { state, hint } = json.data.connections.find((one) => one.id === id)!
    return [state, hint]
  }
  return { store, report, state }
}

suite('POST /{slug}/medicion', () => {
  test('makes the connection degraded whose identifier the provider rejected, until a browser got its script', async () => {
    const { report, state } = await aMeasuredStore()
    assert.equal((await report(PIXEL, false)).status, 204)
    assert.deepEqual(await state(), [
      'degraded',
      'Meta no reconoce este identificador: compáralo con el que ves allá',
    ])
    assert.deepEqual(await state('google_analytics'), ['full', null])
    await report('G-AB12CD34EF', false)
    assert.match((await state('google_analytics'))[1]!, /^Google no reconoce/)
    await report(PIXEL, true)
    assert.deepEqual(await state(), ['full', null])
  })

  test('believes no refusal where a browser got the script within a day', async () => {
    const { store, report, state } = await aMeasuredStore()
    await report(PIXEL, true)
    await report(PIXEL, false)
    assert.deepEqual(await state(), ['full', null])
    await service.sql`update connections set used_at = now() - interval '25 hours' where store_id = ${store.id}`
    await report(PIXEL, false)
    assert.equal((await state())[0], 'degraded')
  })

  test('writes at most once an hour', async () => {
    const { store, report } = await aMeasuredStore()
    const usedAt = async () => {
      const [row] = await service.sql<{ usedAt: string }[]>`
        select used_at from connections where store_id = ${store.id} and id = 'meta_pixel'`
      return row!.usedAt
    }
    await report(PIXEL, true)
    const first = await usedAt()
    await report(PIXEL, true)
    assert.equal(await usedAt(), first)
  })

  test('ignores an identifier that is not the saved one, and a paused connection', async () => {
    const { store, report, state } = await aMeasuredStore()
    for (const identifier of ['999999999999999', '', 'null', 'G-ZZ12CD34EF'])
      assert.equal((await report(identifier, false)).status, 204, identifier)
    assert.deepEqual(await state(), ['full', null])
    await service.sql`update connections set is_paused = true where store_id = ${store.id}`
    await report(PIXEL, false)
    await service.sql`update connections set is_paused = false where store_id = ${store.id}`
    assert.deepEqual(await state(), ['full', null])
  })

  test('is limited for each address', async () => {
    const { report } = await aMeasuredStore()
    const address = anAddress()
    for (let i = 0; i < 20; i++) assert.equal((await report(PIXEL, true, address)).status, 204)
    assert.equal((await report(PIXEL, true, address)).status, 429)
  })
})
