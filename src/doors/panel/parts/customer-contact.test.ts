import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aModifierGroup, anOrder, aPlacedOrder, aProduct, order } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'
import { dayAndTime } from '../../../features/hours/format.ts'

const service = await startService({
  WHATSAPP_API_URL: 'http://127.0.0.1:9',
  WHATSAPP_PHONE_NUMBER_ID: '1',
  WHATSAPP_ACCESS_TOKEN: 'x',
})
const { sql } = service

suite('the button that tells the customer', () => {
  test('gives way to when a message told them of that status, and comes back where it did not arrive', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const { id } = await aPlacedOrder(service, store, { name: 'Edgar Ruiz', notifyCustomer: true })
    const page = async () => (await person.get(`${base}/pedidos/${id}`)).text
    const move = (status: string) => service.put(`/api/v1/orders/${id}`, { key: store.key, body: { status } })
    const finish = (event: string, state: string) => sql`
      update deliveries
      set state = ${state}, finished_at = now()
      where store_id = ${store.id} and subject_id = ${id} and kind = 'customer' and event = ${event}`

    await move('confirmed')
    assert.match(await page(), /El aviso por WhatsApp está por salir/)
    await finish('order.confirmed', 'done')
    const told = await page()
    assert.match(told, /Ya le avisamos por WhatsApp · \d{1,2}:\d\d/)
    assert.doesNotMatch(told, /Avisar a Edgar/)
    await move('shipped')
    assert.doesNotMatch(await page(), /Ya le avisamos|Avisar a Edgar/, 'of this status not yet')
    await finish('order.shipped', 'failed')
    assert.match(await page(), /Avisar a Edgar/)
    await move('delivered')
    assert.match(await page(), /Avisar a Edgar/, 'nobody is sent a message of it')
  })

  test('is there where the customer wanted no messages', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const { id } = await aPlacedOrder(service, store, { name: 'Edgar Ruiz' })
    await service.put(`/api/v1/orders/${id}`, { key: store.key, body: { status: 'confirmed' } })
    assert.match((await person.get(`${base}/pedidos/${id}`)).text, /Avisar a Edgar/)
  })
})

suite('the text of an order to copy', () => {
  test('has what was chosen, the notes of the items, and when it is wanted', async () => {
    const { store, base, person } = await aMember(service, 'STAFF')
    const { id, choices } = await aModifierGroup(service, store)
    const product = { name: 'Pizza', price: 100, modifierGroupIds: [id] }
    const { variants } = await aProduct(service, store, product)
    const modifiers = [{ choiceId: choices[0]!.id, quantity: 1 }]
    const items = [{ variantId: variants[0]!.id, quantity: 2, note: 'sin cebolla', modifiers }]
    const wantedAt = new Date(Date.now() + 24 * 3600 * 1000).toISOString()
    const placed = await order(service, { ...anOrder(store, items), wantedAt })
    assert.equal(placed.status, 201, placed.text)
    const { text } = await person.get(`${base}/pedidos/${placed.json.id}`)
    const [, copied = ''] = /data-copy="(PED-[^"]*)"/.exec(text) ?? []
    const when = dayAndTime(wantedAt, 'America/Guatemala').in('es')
    assert.ok(copied.includes(`\nPara el ${when}\n2 × Pizza + Queso [sin cebolla]\n`), copied)
  })
})
