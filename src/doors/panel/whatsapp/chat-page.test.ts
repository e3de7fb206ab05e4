import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aPhone, aProduct } from '../../../../test/factories.ts'
import { startMeta } from '../../../../test/meta.ts'
import { aMember } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'
import { transaction } from '../../../core/database/db.ts'
import { newId } from '../../../core/values/id.ts'
import { changeOptOut } from '../../../features/whatsapp/opt-outs.ts'

const meta = await startMeta()
const service = await startService({ ...meta.env, WHATSAPP_DISPLAY_NUMBER: '+50222223333' })
const { sql } = service

suite('the page about WhatsApp', () => {
  test('shows what can be written, with products of the store, as links to the chat', async () => {
    const { base, person, store } = await aMember(service, 'OWNER')
    await aProduct(service, store, { name: 'Pan de yuca', price: 12.5 })
    const { text } = await person.get(`${base}/whatsapp`)
    const links = [...text.matchAll(/https:\/\/wa\.me\/50222223333\?text=([^"]*)"/g)]
    const written = links.map(([, query]) => decodeURIComponent(query!))
    for (const command of ['hoy', 'agotado Pan de yuca', 'pausa 2h', 'baja'])
      assert.ok(written.includes(command), `${command}: ${written.join()}`)
    assert.ok(written.some((command) => /^precio Pan de yuca .*12\.50$/.test(command)))
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
    await sql`update stores set confirmed_number = whatsapp_number, confirmed_by = 'operator' where id = ${store.id}`
    assert.match(await page(), /Abrir el chat/)
    const [{ number }] = await sql<[{ number: string }]>`
      select whatsapp_number as number from stores where id = ${store.id}`
    await transaction(sql, (tx) => changeOptOut(tx, number, 'baja'))
    assert.match(await page(), /no quiere mensajes/)
  })

  test('shows the last 50 messages about the store with what they did, newest first, and no others', async () => {
    const { base, person, store } = await aMember(service, 'OWNER')
    const other = await aMember(service, 'OWNER')
    const insert = (storeId: string, text: string, outcome: string | null, summary: string | null) => sql`
      insert into whatsapp_messages (wamid, n, phone, kind, text, sent_at, store_id, outcome, summary)
      values (
        ${newId()}, nextval('whatsapp_arrivals'), '+50255551234', 'text', ${text}, now(), ${storeId}, ${outcome}, ${summary}
      )`
    assert.match((await person.get(`${base}/whatsapp`)).text, /Todavía nada/)
    await insert(store.id, 'el más viejo', 'answered', null)
    for (let n = 0; n < 49; n++) await insert(store.id, `hoy ${n}`, 'answered', null)
    await insert(store.id, 'agotado pan', 'applied', 'Quedó *agotado* <pan>')
    await insert(other.store.id, 'de otra tienda', 'answered', null)
    const { text } = await person.get(`${base}/whatsapp`)
    assert.match(text, /«agotado pan»<\/b>.*Se aplicó: Quedó <b>agotado<\/b> &lt;pan&gt;.*«hoy 48»/s)
    assert.doesNotMatch(text, /el más viejo|de otra tienda/)
  })
})
