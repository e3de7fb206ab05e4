import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aPhone, aProduct } from '../../../test/factories.ts'
import { startMeta } from '../../../test/meta.ts'
import { aMember } from '../../../test/panel.ts'
import { startService } from '../../../test/service.ts'
import { transaction } from '../../core/database/db.ts'
import { changeOptOut } from '../../whatsapp/opt-outs.ts'

const meta = await startMeta()
const service = await startService({ ...meta.env, WHATSAPP_DISPLAY_NUMBER: '+50222223333' })
const { sql } = service

suite('the page about WhatsApp', () => {
  test('shows what can be written, with products of the store, as links to the chat', async () => {
    const { base, person, store } = await aMember(service, 'OWNER')
    await aProduct(service, store, { name: 'Pan de yuca', price: 12.5 })
    const { text } = await person.get(`${base}/whatsapp`)
    for (const command of ['agotado pan de yuca', 'precio pan de yuca 12.5', 'pausa 2h'])
      assert.ok(
        text.includes(`href="https://wa.me/50222223333?text=${encodeURIComponent(command)}"`),
        command,
      )
  })

  test('sets whether shoppers are asked to confirm their phones', async () => {
    const { base, person, store } = await aMember(service, 'ADMIN')
    const read = async () => {
      const [row] = await sql<[{ phoneVerification: string }]>`
        select phone_verification from stores where id = ${store.id}`
      return row.phoneVerification
    }
    const saved = await person.follow(await person.post(`${base}/whatsapp`, { phoneVerification: 'ask' }))
    assert.match(saved.text, /Guardado/)
    assert.equal(await read(), 'ask')
    assert.equal((await person.post(`${base}/whatsapp`, { phoneVerification: 'always' })).status, 400)
    assert.equal(await read(), 'ask')
  })

  test('says what is missing without a confirmed number, and that a number wants no messages', async () => {
    const { base, person, store } = await aMember(service, 'OWNER')
    const page = async () => (await person.get(`${base}/whatsapp`)).text
    await sql`update stores set whatsapp_number = ${aPhone()}, confirmed_number = '' where id = ${store.id}`
    assert.match(await page(), /Confirmar mi número/)
    await sql`update stores set confirmed_number = whatsapp_number where id = ${store.id}`
    assert.match(await page(), /Abrir el chat/)
    const [{ number }] = await sql<[{ number: string }]>`
      select whatsapp_number as number from stores where id = ${store.id}`
    await transaction(sql, (tx) => changeOptOut(tx, number, 'baja'))
    assert.match(await page(), /no quiere mensajes/)
  })
})
