import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aShippingOption } from '../../../test/factories.ts'
import { checkoutForms, newKey, type Fields } from '../../../test/checkout-form.ts'
import { withoutIndentation } from '../../../test/markup.ts'

const service = await startService()
const { sql } = service
const { shopWithCart, send, ordersOf } = checkoutForms(service)

/** The fields that the form of a page sends by itself. */
const hiddenIn = (page: string): Fields =>
  Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name!,
      value!,
    ]),
  )

/** The fields of a checkout as it was opened and filled in: two coffees, shipping and a code, 200 + 25 − 20 = 205. */
async function opened() {
  const { store, fields } = await shopWithCart()
  const chosen = { ...fields, discountCode: 'HOLA10', notes: 'Sin azúcar' }
  const { text } = await send(`/${store.slug}/pedir/total`, chosen)
  return { store, fields: { ...chosen, ...hiddenIn(text) }, path: `/${store.slug}/pedir` }
}

/** The notices above the form, as text. */
const noticesOf = (page: string) =>
  withoutIndentation(/<div id="changes">(.*?)<form/s.exec(page)![1]!)
    .replaceAll(/<\/(?:p|li)>/g, '\n')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(' ', ' ')

const changes: [what: string, change: (storeId: string) => Promise<unknown>, says: string[]][] = [
  ['a price', (id) => sql`update products set price = 120 where store_id = ${id}`, [
    'Café subió de Q 100.00 a Q 120.00.', 'El descuento subió de Q 20.00 a Q 24.00.', 'El total subió de Q 205.00 a Q 241.00.',
  ]],
  ['shipping', (id) => sql`update shipping_options set price = 40 where store_id = ${id}`, [
    'El envío subió de Q 25.00 a Q 40.00.', 'El total subió de Q 205.00 a Q 220.00.',
  ]],
  ['free shipping', (id) => sql`update stores set free_shipping_from = 150 where id = ${id}`, [
    'El envío bajó de Q 25.00 a Q 0.00.', 'El total bajó de Q 205.00 a Q 180.00.',
  ]],
  ['a code', (id) => sql`update discounts set value = 5 where store_id = ${id}`, [
    'El descuento bajó de Q 20.00 a Q 10.00.', 'El total subió de Q 205.00 a Q 215.00.',
  ]],
] // prettier-ignore

suite('an order that costs something else than the form showed, sent without JavaScript', () => {
  for (const [what, change, says] of changes) {
    test(`${what} that changed is said, nothing is placed, and the form that is shown then places it`, async () => {
      const { store, fields, path } = await opened()
      await change(store.id)
      const refused = await send(path, fields)
      assert.equal(refused.status, 409, refused.text)
      assert.equal((await ordersOf(store.id)).length, 0)
      const notices = noticesOf(refused.text)
      assert.match(notices, /Tu pedido no se envió: el total cambió/)
      for (const line of says) assert.ok(notices.includes(line), `${line} in ${notices}`)
      assert.equal(notices.match(/(?:subió|bajó) de/g)!.length, says.length, notices)
      for (const submitted of ['value="Ana"', `value="${fields.phone}"`, 'Sin azúcar', 'value="HOLA10"'])
        assert.ok(refused.text.includes(submitted), submitted)

      const again = await send(path, { ...fields, ...hiddenIn(refused.text) })
      assert.equal(again.status, 303, again.text)
      const total = Number(/a Q ([\d.]+)\.$/.exec(says.at(-1)!)![1])
      assert.deepEqual((await ordersOf(store.id)).map((placed) => placed.total), [total]) // prettier-ignore
    })
  }

  test('another delivery than the one whose total was shown is not charged before its total was', async () => {
    const { store, fields, path } = await opened()
    const express = await aShippingOption(service, store, { name: 'Exprés', price: 60 })
    const refused = await send(path, { ...fields, shippingOptionId: express.id })
    assert.equal(refused.status, 409, refused.text)
    assert.match(noticesOf(refused.text), /El envío subió de Q 25\.00 a Q 60\.00\./)
    assert.equal((await ordersOf(store.id)).length, 0)
  })

  test('a new total of what was chosen anew is no change, and the form of an order that was placed leads to it', async () => {
    const { store, fields, path } = await opened()
    const { text } = await send(`${path}/total`, { ...fields, n: '1' })
    assert.doesNotMatch(noticesOf(text), /el total cambió/)
    const placed = await send(path, fields)
    assert.equal(placed.status, 303, placed.text)
    await sql`update products set price = 120 where store_id = ${store.id}`
    assert.equal((await send(path, fields)).headers.get('location'), placed.headers.get('location'))
    const other = await send(path, { ...fields, key: newKey() })
    assert.match(other.text, /Ya recibimos este mismo pedido/)
  })

  test('a total that is no number places nothing', async () => {
    const { store, fields, path } = await opened()
    for (const expectedTotal of ['abc', '-1', '1e999', ' ']) {
      const { status } = await send(path, { ...fields, expectedTotal, key: newKey() })
      assert.ok([409, 422].includes(status), `${expectedTotal}: ${status}`)
    }
    assert.equal((await ordersOf(store.id)).length, 0)
  })
})
