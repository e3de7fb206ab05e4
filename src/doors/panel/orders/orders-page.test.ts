import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aPhone, aPlacedOrder, aProduct, aShippingOption } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { formsOf } from '../../../../test/panel-forms.ts'
import { startService } from '../../../../test/service.ts'

const service = await startService({ LOG_LEVEL: 'error' })
const messaging = await startService({
  WHATSAPP_API_URL: 'http://127.0.0.1:9',
  WHATSAPP_PHONE_NUMBER_ID: '1',
  WHATSAPP_ACCESS_TOKEN: 'x',
})

async function withOrder(role: 'OWNER' | 'STAFF' = 'OWNER', fields = {}) {
  const member = await aMember(service, role)
  await aProduct(service, member.store)
  const { id } = await aPlacedOrder(service, member.store, { name: 'Ana <b>Morales', ...fields })
  return { ...member, id, page: `${member.base}/pedidos/${id}` }
}

const orderOf = async ({ key }: { key: string }, id: string) =>
  (await service.get(`/api/v1/orders/${id}`, key)).json.data

suite('the orders of the panel', () => {
  test('older than a week are listed by their date, which fits its column, with the time behind it', async () => {
    const { base, person, id } = await withOrder()
    await service.sql`update orders set created_at = '2026-01-15T20:30:00Z' where id = ${id}`
    const { text } = await person.get(`${base}/pedidos`)
    assert.match(text, /<time datetime="2026-01-15[^"]*" title="15 ene 2026, [^"]+">15 ene 2026<\/time>/)
  })

  test("show customers and statuses, only of the store's orders", async () => {
    const { base, person, store } = await withOrder()
    const list = await person.get(`${base}/pedidos`)
    assert.match(list.text, /<b>Ana &lt;b&gt;Morales<\/b>/)
    assert.match(list.text, /class="facts"><span><time/, 'no room for a delivery that there is none of')
    assert.match(list.text, /Nuevos <span class="count">1</)
    assert.match((await person.get(`${base}/pedidos?estado=confirmed`)).text, /No encontramos pedidos así/)
    assert.match((await person.get(`${base}/pedidos?q=morales`)).text, /Ana &lt;b&gt;/)
    assert.match((await person.get(`${base}/pedidos?q=%00&estado=nada&offset=x`)).text, /Ana &lt;b&gt;/)
    const stranger = await withOrder()
    assert.equal((await stranger.person.get(`${base}/pedidos`)).status, 404)
    const foreign = await orderOf(store, (await service.get('/api/v1/orders', store.key)).json.data[0]!.id)
    assert.equal((await stranger.person.get(`${stranger.base}/pedidos/${foreign.id}`)).status, 404)
    assert.equal(
      (await stranger.person.post(`${stranger.base}/pedidos/${foreign.id}`, { status: 'confirmed' })).status,
      404,
    )
  })

  test('advance their status with one tap, with the panel as actor', async () => {
    const { store, person, page, id } = await withOrder('STAFF')
    for (const [status, done] of [
      ['confirmed', 'Pedido confirmado'],
      ['shipped', 'Pedido enviado'],
      ['delivered', 'Pedido entregado'],
    ] as const) {
      const moved = await person.post(page, { status })
      assert.deepEqual([moved.status, moved.location], [303, page])
      assert.match((await person.follow(moved)).text, new RegExp(done))
    }
    const order = await orderOf(store, id)
    assert.deepEqual(
      order.timeline.map(({ by }: { by: string }) => by),
      ['shopper', 'panel', 'panel', 'panel'],
    )
  })

  test('say once why a step is rejected, also where no button for it is left', async () => {
    const { store, person, page, id } = await withOrder()
    const rejected = async (status: string) => {
      const { status: code, text } = await person.post(page, { status, confirmed: '1' })
      assert.equal(code, 409)
      assert.equal(
        [...text.matchAll(/<div class="notice bad" role="alert">\s*<p>[^<]+<\/p>/g)].length,
        1,
        text,
      )
    }
    await person.post(page, { status: 'confirmed' })
    await person.post(page, { status: 'shipped' })
    await rejected('confirmed')
    await person.post(page, { status: 'delivered' })
    await rejected('cancelled')
    assert.equal((await orderOf(store, id)).status, 'delivered')
  })

  test('call a pickup order ready, not sent', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const { id: shippingOptionId } = await aShippingOption(service, store, { kind: 'pickup' })
    const { id } = await aPlacedOrder(service, store, { shippingOptionId })
    const page = `${base}/pedidos/${id}`
    await person.post(page, { status: 'confirmed' })
    assert.match((await person.get(page)).text, />Marcar listo</)
    const moved = await person.follow(await person.post(page, { status: 'shipped' }))
    assert.match(moved.text, /Pedido listo para recoger/)
    assert.match(moved.text, /<b>Listo para recoger<\/b> <small>/)
    assert.match((await person.get(`${base}/pedidos`)).text, />Listo para recoger</)
    assert.doesNotMatch(moved.text, /[Ee]nviado</)
  })

  test('change status in bulk, and keep the filter of the list', async () => {
    const { store, base, person, id: one } = await withOrder('STAFF')
    const { id: two } = await aPlacedOrder(service, store)
    const { text } = await person.get(`${base}/pedidos?estado=pending&elegir=1`)
    const form = formsOf(text).find(({ action }) => action.startsWith(`${base}/pedidos/varios`))!
    assert.deepEqual(form.fields.filter(({ type }) => type === 'button').map(({ value }) => value), ['confirmed']) // prettier-ignore
    const all = (await person.get(`${base}/pedidos?estado=pending&elegir=todos`)).text
    assert.equal(all.match(/ name="ids" [^>]* checked/g)?.length, 2)
    const rejected = await person.post(form.action, { status: 'confirmed' })
    assert.equal(rejected.status, 400)
    assert.match(rejected.text, /Elige al menos un pedido/)
    const moved = await person.post(form.action, { ids: [one, two], status: 'confirmed' })
    assert.equal(moved.location, `${base}/pedidos?estado=pending`)
    assert.match((await person.follow(moved)).text, /2 pedidos: confirmados\./)
    await person.post(`${base}/pedidos/${one}`, { status: 'shipped' })
    const some = await person.post(`${base}/pedidos/varios`, { ids: [one, two], status: 'delivered' })
    assert.match(
      (await person.follow(some)).text,
      /1 pedido: entregado\. 1 quedó como estaba: Un pedido confirmado no puede pasar a entregado/,
    )
    const [first, second] = [await orderOf(store, one), await orderOf(store, two)]
    assert.deepEqual([first.status, second.status], ['delivered', 'confirmed'])
    assert.doesNotMatch((await person.get(`${base}/pedidos?estado=delivered`)).text, /elegir=1/)
    const movable = (await person.get(`${base}/pedidos?elegir=todos`)).text
    assert.deepEqual(
      [...movable.matchAll(/ value="([^"]*)" form="many" checked/g)].map(([, id]) => id),
      [two],
    )
    assert.match(movable, /Elegir los de esta página/)
  })

  test('ask for confirmation before cancelling', async () => {
    const { store, person, page, id } = await withOrder()
    const asked = await person.post(page, { status: 'cancelled' })
    assert.equal(asked.status, 200)
    assert.match(asked.text, /¿Cancelar PED-/)
    assert.equal((await orderOf(store, id)).status, 'pending')
    assert.equal((await person.post(page, { status: 'cancelled', confirmed: '1' })).status, 303)
    assert.equal((await orderOf(store, id)).status, 'cancelled')
  })

  test('are cancelled with a reason, which is written to the customer and kept nowhere', async () => {
    const { store, person, page, id } = await withOrder()
    const asked = (await person.post(page, { status: 'cancelled' })).text
    const names = [...asked.matchAll(/type="radio" name="_reason" value="([^"]+)"/g)].map(([, name]) => name!)
    assert.deepEqual(names, ['sin-existencias', 'cerrado', 'lejos', 'lo-pidio'])
    const sent = await person.post(page, { status: 'cancelled', confirmed: '1', _reason: 'lejos' })
    assert.match(
      (await person.follow(sent)).text,
      new RegExp(`href="${page}/whatsapp/lejos">Escribírselo por`),
    )
    const { status, orderNumber } = await orderOf(store, id)
    assert.equal(status, 'cancelled')
    const { location } = await person.get(`${page}/whatsapp/lejos`)
    const text = new URL(location!).searchParams.get('text')
    assert.equal(
      text,
      `Hola Ana, te escribe Café de la Antigua: no podemos atender tu pedido ${orderNumber}: no llegamos hasta esa dirección. Disculpa.`,
    )
    for (const unknown of ['otro', 'constructor'])
      assert.equal((await person.get(`${page}/whatsapp/${unknown}`)).location, page)
  })

  test('have a message to the customer by status, and a print view', async () => {
    const { person, page } = await withOrder('OWNER', { address: '4a Calle 12, Antigua' })
    const open = (await person.get(page)).text
    assert.match(open, /Sin aviso por WhatsApp.*href="[^"]*\/avisos">Activa los de este dispositivo/s)
    assert.match(open, /href="https:\/\/wa\.me\/502\d+\?text=Hola%20Ana/)
    assert.match(open, /maps\/search\/\?api=1&amp;query=4a%20Calle/)
    await person.post(page, { status: 'confirmed' })
    assert.match((await person.get(page)).text, /text=[^"]*confirmamos/)
    for (const paper of ['58', '80', 'a4']) {
      assert.match(
        (await person.get(`${page}/imprimir?papel=${paper}`)).text,
        new RegExp(`class="receipt paper-${paper}"`),
      )
    }
    assert.match((await person.get(`${page}/imprimir?papel=__proto__`)).text, /paper-80/)
  })

  test("can resend a failed notice, to the store's current number", async () => {
    const { base, person, store } = await aMember(messaging, 'STAFF', { whatsappNumber: aPhone() })
    const { id } = await aPlacedOrder(messaging, store)
    const page = `${base}/pedidos/${id}`
    const noticeOf = async () =>
      (await messaging.get(`/api/v1/orders/${id}`, store.key)).json.data.notification.state
    const again = () => person.post(`${page}/aviso`)
    assert.doesNotMatch((await person.get(page)).text, /Enviarlo otra vez/)
    assert.equal((await again()).status, 409)
    const number = aPhone()
    await messaging.sql`update deliveries set state = 'failed', attempts = 3 where subject_id = ${id}`
    await messaging.sql`
      update orders set notification_state = 'FAILED', notification_reason = 'Ese número no tiene WhatsApp' where id = ${id}`
    await messaging.sql`update stores set whatsapp_number = null where id = ${store.id}`
    assert.match((await again()).text, /no tiene número de WhatsApp/)
    await messaging.sql`update stores set whatsapp_number = ${number} where id = ${store.id}`
    assert.match((await again()).text, /confirma antes el número/)
    await messaging.sql`update stores set confirmed_number = ${number}, confirmed_by = 'operator' where id = ${store.id}`
    assert.match((await person.get(page)).text, /Ese número no tiene WhatsApp.*Enviarlo otra vez/s)
    await messaging.sql`
      insert into deliveries (store_id, id, kind, recipient, event, payload_id)
      select 'another', id, kind, recipient, event, payload_id from deliveries where subject_id = ${id}`
    await messaging.sql.begin(async (tx) => {
      await tx`select from deliveries where store_id = 'another' for update` // no matter of this store
      assert.match((await person.follow(await again())).text, /El aviso va otra vez en camino/)
    })
    assert.equal(await noticeOf(), 'QUEUED')
    const [delivery] = await messaging.sql`
      select recipient, state, attempts_before from deliveries where subject_id = ${id}`
    assert.deepEqual({ ...delivery }, { recipient: number, state: 'waiting', attemptsBefore: 3 })
    assert.equal((await again()).status, 409)
    await messaging.sql`update orders set notification_state = 'FAILED' where id = ${id}`
    await messaging.sql`delete from deliveries where subject_id = ${id}`
    assert.match((await again()).text, /más de 30 días/)
    assert.equal((await person.post(`${base}/pedidos/nada/aviso`)).status, 404)
  })
})

suite('the dashboard', () => {
  test('shows open tasks first, and the sales of the week', async () => {
    const { base, person, page } = await withOrder()
    assert.match((await person.get(base)).text, /1 pedido nuevo/)
    await person.post(page, { status: 'confirmed' })
    const { text } = await person.get(base)
    assert.match(text, /Ningún pedido espera respuesta/)
    assert.match(
      text,
      /<dt>Hoy<\/dt><dd><b>Q 100\.00<\/b><small>1 pedido<.*Últimos 7 días<\/dt><dd><b>Q 100\.00</s,
    )
    assert.match(text, /Prepara tu tienda: \d de 7\b/)
  })

  test('shows staff no sales', async () => {
    const { base, person } = await withOrder('STAFF')
    assert.doesNotMatch((await person.get(base)).text, /Ventas confirmadas/)
  })
})
