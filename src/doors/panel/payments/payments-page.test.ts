import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aMethod, anAddress, anOrder, aProduct } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'

const service = await startService()

/** Somebody of a store, and what places an order there. */
async function aShop(role: 'OWNER' | 'STAFF' = 'OWNER') {
  const { person, store, base } = await aMember(service, role)
  const { variants } = await aProduct(service, store, { price: 100 })
  const place = async (paymentMethodId: string) => {
    const body = { ...anOrder(store, [{ variantId: variants[0]!.id, quantity: 1 }]), paymentMethodId }
    const { status, text, json } = await service.post('/api/orders', { headers: anAddress(), body })
    assert.equal(status, 201, text)
    return json
  }
  const methods = async () => (await service.get('/api/v1/payment-methods', store.key)).json.data
  const payment = async (id: string) =>
    (await service.get(`/api/v1/orders/${id}`, store.key)).json.data.payment!
  return { person, store, base, place, methods, payment }
}

suite('Cómo te pagan', () => {
  test('creates a method with its accounts, switches it in the list, moves and deletes it', async () => {
    const { person, base, methods } = await aShop()
    const made = await person.post(`${base}/pagos/nuevo`, {
      kind: 'transfer',
      name: 'Transferencia',
      instructions: '',
      'accounts.0.label': 'Banrural',
      'accounts.0.value': '3-144',
      'accounts.1.label': '',
      'accounts.1.value': '',
    })
    assert.deepEqual([made.status, made.location], [303, `${base}/pagos`], made.text)
    await person.post(`${base}/pagos/nuevo`, { kind: 'cash', name: 'Efectivo' })
    const [transfer, cash] = await methods()
    assert.deepEqual(transfer!.accounts, [{ label: 'Banrural', value: '3-144' }])
    const off = await person.post(`${base}/pagos/${cash!.id}/activo`, { isActive: 'false' })
    assert.equal(off.status, 303)
    await person.post(`${base}/pagos/${cash!.id}/mover`, { direction: 'up' })
    assert.deepEqual((await methods()).map(({ name, isActive }) => [name, isActive]), [
      ['Efectivo', false],
      ['Transferencia', true],
    ]) // prettier-ignore
    assert.match((await person.get(`${base}/pagos`)).text, /Efectivo[^]*Apagada[^]*Transferencia/)
    assert.match((await person.get(`${base}/pagos/${transfer!.id}`)).text, /value="3-144"/)
    await person.post(`${base}/pagos/${transfer!.id}/eliminar`)
    assert.equal((await methods()).length, 1)
  })

  test('shows what is wrong with a Pix key at its field, with all that was typed', async () => {
    const { person, base } = await aShop()
    const submitted = {
      kind: 'pix',
      name: 'Pix',
      pixKey: 'loja',
      merchantName: 'Loja',
      merchantCity: 'Recife',
    }
    const wrong = await person.post(`${base}/pagos/nuevo`, submitted)
    assert.equal(wrong.status, 400)
    assert.match(wrong.text, /name="pixKey"[^>]*aria-invalid="true"/)
    assert.match(wrong.text, /value="Recife"/)
    assert.match(wrong.text, /name="kind" value="pix"/)
  })

  test('sets what follows from a payment and from none', async () => {
    const { person, store, base } = await aShop()
    await person.post(`${base}/pagos`, { confirmPaidOrders: ['false', 'true'], unpaidHours: '48' })
    const read = async () => (await service.get('/api/v1/store', store.key)).json.data
    assert.deepEqual([(await read()).confirmPaidOrders, (await read()).unpaidHours], [true, 48])
    await person.post(`${base}/pagos`, { confirmPaidOrders: 'false', unpaidHours: '' })
    assert.deepEqual([(await read()).confirmPaidOrders, (await read()).unpaidHours], [false, null])
    assert.equal((await person.post(`${base}/pagos`, { unpaidHours: '169' })).status, 400)
  })

  test('is read by STAFF, who changes nothing there', async () => {
    const { person, store, base } = await aShop('STAFF')
    const method = await aMethod(service, store)
    const page = await person.get(`${base}/pagos`)
    assert.equal(page.status, 200)
    assert.doesNotMatch(page.text, /role="switch"|pagos\/nuevo/)
    assert.equal((await person.post(`${base}/pagos/${method.id}`, { name: 'Otra' })).status, 403)
  })
})

suite('an order in the panel', () => {
  test('is marked as paid by STAFF too, with an undo, and its history says who and by what proof', async () => {
    const { person, store, base, place, payment } = await aShop('STAFF')
    const { id } = await place((await aMethod(service, store)).id)
    const before = (await person.get(`${base}/pedidos/${id}`)).text
    assert.ok(before.indexOf('Ya lo vi en mi banco') < before.indexOf('Confirmar pedido'))
    const paid = await person.post(`${base}/pedidos/${id}/pago`, { state: 'PAID', reference: 'T-4471' })
    assert.equal(paid.location, `${base}/pedidos/${id}`)
    const page = (await person.get(paid.location)).text
    assert.match(page, /Pedido pagado(?:(?!<section)[^])*Deshacer/)
    assert.match(page, /Pago: pagado[^]*Referencia: T-4471/)
    assert.deepEqual([(await payment(id)).state, (await payment(id)).by], ['PAID', 'panel'])
    await person.post(`${base}/pedidos/${id}/pago`, { state: 'PENDING' })
    assert.equal((await payment(id)).state, 'PENDING')
  })

  test('says that a provider confirms its payment, which no bank shows', async () => {
    const { person, store, base, place } = await aShop()
    const { id } = await place((await aMethod(service, store)).id)
    await service.sql`update orders set payment = payment || '{"kind": "mercadopago"}' where id = ${id}`
    const { text } = await person.get(`${base}/pedidos/${id}`)
    assert.match(text, /Cuando se pague, se marca solo/)
    assert.doesNotMatch(text, /Ya lo vi en mi banco/)
  })

  test('of a payment that was given back has the way back to paid', async () => {
    const { person, store, base, place, payment } = await aShop()
    const { id } = await place((await aMethod(service, store)).id)
    for (const state of ['PAID', 'REFUNDED']) await person.post(`${base}/pedidos/${id}/pago`, { state })
    assert.match((await person.get(`${base}/pedidos/${id}`)).text, /value="PAID"[^]*No lo devolví/)
    await person.post(`${base}/pedidos/${id}/pago`, { state: 'PAID' })
    assert.equal((await payment(id)).state, 'PAID')
  })

  test('has a mark and a filter in the list, a line on paper and columns in the download', async () => {
    const { person, store, base, place } = await aShop()
    const method = await aMethod(service, store, { name: 'SINPE Móvil' })
    const [first, second] = [await place(method.id), await place(method.id)]
    await person.post(`${base}/pedidos/${first.id}/pago`, { state: 'PAID', reference: 'T-1' })
    const paid = (await person.get(`${base}/pedidos?pago=PAID`)).text
    assert.ok(paid.includes(`/pedidos/${first.id}`) && !paid.includes(`/pedidos/${second.id}`))
    assert.match(paid, /class="badge good">Pagado/)
    assert.match((await person.get(`${base}/pedidos/${second.id}/imprimir`)).text, /SINPE Móvil: por pagar/)
    const report = (await person.get(`${base}/reporte`)).text
    assert.match(report, /SINPE Móvil: pagado<\/th><td>1 pedido<\/td><td>Q\s100\.00</)
    assert.match(report, /SINPE Móvil: por pagar/)
    const { text } = await person.get(`${base}/reporte/pedidos.csv`)
    assert.match(text, /Forma de pago.Pago.Comprobante/)
    assert.match(text, /SINPE Móvil.Pagado.T-1/)
  })
})
