import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPlacedOrder } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'
import { undelivered, undeliveredReason } from '../../../features/whatsapp/errors.ts'

const service = await startService()
const { sql } = service

test('an order says in the language of its reader why a notice did not arrive', async () => {
  const { store, base, person } = await aMember(service, 'OWNER')
  const { id } = await aPlacedOrder(service, store)
  await sql`
    update orders set notification_state = 'FAILED', notification_reason = ${undeliveredReason(999_999)} where id = ${id}`
  await sql`
    insert into deliveries (store_id, id, kind, recipient, event, subject_id, payload_id, state, reason, finished_at)
    select store_id, 'c' || id, 'customer', customer_phone, 'order.confirmed', id, 'x', 'failed', ${undelivered.customer}, now()
    from orders where id = ${id}`
  const shown = {
    es: [/no pudo entregar el aviso \(código 999999\)/, /no pudo avisar a quien compró/],
    pt: [/não conseguiu entregar o aviso \(código 999999\)/, /não conseguiu avisar quem comprou/],
    en: [/could not deliver the notice \(code 999999\)/, /could not tell the customer/],
  }
  for (const [language, reasons] of Object.entries(shown)) {
    await sql`update accounts set language = ${language} where id = ${store.ownerId}`
    const { text } = await person.get(`${base}/pedidos/${id}`)
    for (const reason of reasons) assert.match(text, reason)
  }
})
