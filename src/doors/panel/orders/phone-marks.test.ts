import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aPlacedOrder } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'
import { transaction } from '../../../core/database/db.ts'
import { phoneCodeOf } from '../../../features/orders/phone-code.ts'
import { verifyPhone } from '../../../features/orders/verify-phone.ts'
import { changeOptOut } from '../../../features/whatsapp/opt-outs.ts'

const service = await startService()
const { sql } = service

/** An order, and the pages that show its customer's phone. */
async function ordered() {
  const { base, person, store } = await aMember(service, 'OWNER')
  const order = await aPlacedOrder(service, store)
  const [customer] = await sql<{ id: string }[]>`select id from customers where store_id = ${store.id}`
  const paths = [`${base}/pedidos`, `${base}/pedidos/${order.id}`, `${base}/clientes/${customer!.id}`]
  const pages = () => Promise.all(paths.map(async (path) => (await person.get(path)).text))
  return { store, order, pages }
}

suite('the marks of a phone', () => {
  test('orders and their customer are marked where the phone was confirmed', async () => {
    const { store, order, pages } = await ordered()
    for (const text of await pages()) assert.doesNotMatch(text, /Teléfono confirmado/)
    const code = await phoneCodeOf(sql, store.id, order.id)
    await transaction(sql, (tx) => verifyPhone(tx, order.customerPhone, code))
    for (const text of await pages()) assert.match(text, /Teléfono confirmado/)
  })

  test('a phone that wants no messages is marked where somebody could write to it', async () => {
    const { order, pages } = await ordered()
    await transaction(sql, (tx) => changeOptOut(tx, order.customerPhone, 'baja'))
    const [, ...others] = await pages()
    for (const text of others) assert.match(text, /No quiere mensajes/)
  })
})
