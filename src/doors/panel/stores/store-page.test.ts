import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { assertIncludes } from '../../../../test/assert-includes.ts'
import { aPerson, PASSWORD } from '../../../../test/accounts.ts'
import { aMember } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'
import { aPlacedOrder } from '../../../../test/factories.ts'
import { newId } from '../../../core/values/id.ts'
import { findStore } from '../../../features/stores/find.ts'

const service = await startService()

suite('the settings of a store', () => {
  test('are six, and redirect to the new slug when that changes', async () => {
    const { store, base, person } = await aMember(service, 'ADMIN')
    const slug = `otra-${newId().slice(0, 10)}`
    const wanted = {
      name: 'Otra', description: 'Dos\r\nlíneas', whatsappNumber: '', slug, currency: 'MXN', messageTemplate: 'Hola {{pedido}}',
    } // prettier-ignore
    const saved = await person.post(`${base}/tienda`, wanted)
    assert.deepEqual([saved.status, saved.location], [303, `/panel/t/${slug}/tienda`])
    const { name, description, whatsappNumber, currency, messageTemplate } = await findStore(
      service.sql,
      store.id,
    )
    assert.deepEqual(
      { name, description, whatsappNumber, slug, currency, messageTemplate },
      { ...wanted, description: 'Dos\nlíneas', whatsappNumber: null },
    )
    assert.match((await person.follow(saved)).text, /Guardado/)
  })

  test('include hours, address, payment instructions and closures, in form encoding', async () => {
    const { store, base, person } = await aMember(service, 'ADMIN')
    const wanted = {
      address: '5a avenida 3',
      instagram: '@cafe',
      paymentInstructions: 'Banco\r\n123-456789-0',
      minimumOrder: '1,250.50',
      freeShippingFrom: '',
      ...hoursFields('mon', ['09:00', '13:00'], ['', '']),
      ...hoursFields('tue', ['', ''], ['20:00', '02:00']),
      timeZone: 'America/Tijuana',
      closedUntil: '2026-12-26T09:00',
      closedMessage: 'Vacaciones',
      ordersWhileClosed: 'false',
    }
    const saved = await person.post(`${base}/tienda`, wanted)
    assert.equal(saved.status, 303, saved.text)
    const row = await findStore(service.sql, store.id)
    assert.deepEqual(row.hours, { mon: [['09:00', '13:00']], tue: [['20:00', '02:00']] })
    assert.deepEqual(
      [row.address, row.instagram, row.minimumOrder, row.freeShippingFrom, row.ordersWhileClosed],
      ['5a avenida 3', 'cafe', 1250.5, null, false],
    )
    assert.equal(row.closedUntil, '2026-12-26T15:00:00.000Z') // as the form was shown: by the currency's zone

    const { text } = await person.get(`${base}/tienda`)
    assert.match(text, /name="hours\.tue\.0\.0"[^>]*value="20:00"/)
    assert.match(text, /<option value="America\/Tijuana" selected>Tijuana/)
    assert.match(text, /name="closedUntil"[^>]*value="2026-12-26T07:00"/)
    const none = Object.fromEntries(Object.keys(wanted).map((name) => [name, '']))
    await person.post(`${base}/tienda`, { ...none, ordersWhileClosed: 'true' })
    const cleared = await findStore(service.sql, store.id)
    assert.deepEqual(
      [cleared.hours, cleared.timeZone, cleared.closedUntil, cleared.ordersWhileClosed],
      [null, null, null, true],
    )
  })

  test('copy the hours of Monday to the following days on request', async () => {
    const { store, base, person } = await aMember(service, 'ADMIN')
    const monday = hoursFields('mon', ['07:00', '19:00'])
    const rest = { 'hours.tue.1.0': '01:00', 'hours.sun.0.0': '08:00', 'hours.sun.0.1': '12:00' }
    const saved = await person.post(`${base}/tienda`, { ...monday, ...rest, _repeat: 'sat' })
    assert.equal(saved.status, 303, saved.text)
    const span = ['07:00', '19:00']
    const { hours } = await findStore(service.sql, store.id)
    assert.deepEqual(hours, {
      ...Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat'].map((day) => [day, [span]])),
      sun: [['08:00', '12:00']],
    })
  })

  test('show overlapping hours at the day, with the input', async () => {
    const { base, person } = await aMember(service, 'ADMIN')
    const crossing = hoursFields('fri', ['09:00', '14:00'], ['13:00', '18:00'])
    const { status, text } = await person.post(`${base}/tienda`, crossing)
    assert.equal(status, 400)
    assert.match(text, /id="hours\.fri\.1-wrong">El horario se cruza con otro \(viernes\)/)
    assert.match(text, /name="hours\.fri\.1\.1"[^>]*value="18:00"/)
  })

  test('show overlapping hours of copied days once, at Monday', async () => {
    const { base, person } = await aMember(service, 'ADMIN')
    const monday = hoursFields('mon', ['06:00', '12:00'], ['14:00', '08:00'])
    const { status, text } = await person.post(`${base}/tienda`, { ...monday, _repeat: 'fri' })
    assert.equal(status, 400)
    assert.equal(text.match(/El horario se cruza/g)?.length, 1)
    assert.match(text, /id="hours\.mon\.0-wrong">El horario se cruza con otro \(martes\)/)
    assert.match(text, /name="hours\.mon\.0\.0"[^>]* autofocus/)
  })

  test('keep the input when the message has an unknown placeholder', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    const { status, text } = await person.post(`${base}/tienda`, {
      name: 'Nuevo nombre',
      messageTemplate: '{{nada}}',
    })
    assert.equal(status, 400)
    assert.match(text, /tienda-messageTemplate-wrong">El mensaje no puede llevar \{\{nada\}\}/)
    assert.match(text, /value="Nuevo nombre"/)
  })

  test('make a link of what is typed as one', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    const word = newId().slice(0, 6)
    const saved = await person.post(`${base}/tienda`, { slug: `Café Ñandú ${word}` })
    assert.equal(saved.location, `/panel/t/cafe-nandu-${word}/tienda`)
  })

  test('keep the currency once there are orders', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    await aPlacedOrder(service, store)
    const { status, text } = await person.post(`${base}/tienda`, { currency: 'CLP' })
    assert.equal(status, 409)
    assert.match(text, /tienda-currency-wrong">La moneda no puede cambiar/)
  })

  test('preview the message with the last order, or with an example', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    assert.match((await person.get(`${base}/tienda`)).text, /con el pedido PED-7K3QXM/)
    const { orderNumber, customerName } = await aPlacedOrder(service, store)
    const template = encodeURIComponent('Soy <b>{{cliente}}</b>, *hoy* 2 * 3 * 4')
    const { text } = await person.get(`${base}/tienda/mensaje?messageTemplate=${template}`)
    assert.ok(text.includes(orderNumber))
    assert.ok(
      text.includes(`<blockquote>Soy &lt;b&gt;${customerName}&lt;/b&gt;, <b>hoy</b> 2 * 3 * 4</blockquote>`),
    )
  })

  test('request a recent password before the number, the payment or the origins change, also by an undo', async () => {
    const { store, base, person } = await aMember(service, 'OWNER', {
      ownerId: (await aPerson(service)).id,
    })
    const page = `${base}/tienda`
    const current = {
      name: store.name,
      whatsappNumber: '+502 5555 1234',
      paymentInstructions: 'Banco\r\n1-2',
    }
    const proveAgo = (minutes: number) => service.sql`
      update sessions set proved_at = now() - make_interval(mins => ${minutes}) where id = ${person.sessionId}`
    assert.equal((await person.post(page, current)).status, 303)
    const { id } = (await service.get('/api/v1/changes', store.key)).json.data[0]!
    await proveAgo(11)
    assert.equal(
      (await person.post(page, { ...current, whatsappNumber: '5555 1234', name: 'Otra' })).status,
      303,
    )
    for (const [path, fields] of [
      [page, { ...current, whatsappNumber: '+502 5555 9999' }],
      [page, { ...current, paymentInstructions: 'Banco 3-4' }],
      [page, { ...current, 'allowedOrigins.0': 'https://otra.example' }],
      [`${base}/pagos`, { whatsappNumber: '+502 5555 9999' }],
      [`${base}/whatsapp`, { paymentInstructions: 'Banco 3-4' }],
      [page, { ...current, messageTemplate: 'Paga a 3-4' }],
      [`${base}/whatsapp`, { messageTemplate: 'Paga a 3-4' }],
      [`${base}/pagos/nada/activo`, { isActive: 'true', 'accounts.0.value': '3-4' }],
      [`${base}/pagos/nada/activo`, { isActive: 'true', name: 'Banco 3-4' }],
      [`${base}/pagos/nada/eliminar`, {}],
      [`${base}/actividad/${id}/deshacer`, {}],
    ] as const) {
      assert.match((await person.post(path, fields)).text, /Confirma que eres tú/)
    }
    const { whatsappNumber, paymentInstructions, allowedOrigins } = await findStore(service.sql, store.id)
    assert.deepEqual(
      [whatsappNumber, paymentInstructions, allowedOrigins],
      ['+50255551234', 'Banco\n1-2', []],
    )
    const changed = { ...current, whatsappNumber: '+502 5555 9999', _password: PASSWORD }
    assert.equal((await person.post(page, changed)).status, 303)
    assert.equal((await findStore(service.sql, store.id)).whatsappNumber, '+50255559999')
  })

  test('are 403 for staff: the page says who may change them', async () => {
    const { store, base, person } = await aMember(service, 'STAFF')
    for (const response of [
      await person.get(`${base}/tienda`),
      await person.post(`${base}/tienda`, { name: 'x' }),
    ]) {
      assert.equal(response.status, 403)
      assertIncludes(response.text, [
        'eres ayudante, que atiende pedidos, clientes y productos; no ve el reporte ni cambia los ajustes.',
        'Pídeselo a un dueño/a o encargado/a.',
      ])
    }
    assert.equal((await findStore(service.sql, store.id)).name, store.name)
    assert.doesNotMatch((await person.get(`${base}/mas`)).text, /Datos de la tienda/)
  })
})

suite('deleting a store', () => {
  test('is for owners, who type its name and authenticate again; the panel is closed at once', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const page = `${base}/eliminar-tienda`
    const rejected = await person.post(page, { confirmation: 'Otra' })
    assert.equal(rejected.status, 400)
    assert.match(rejected.text, /name="confirmation"[^>]*aria-invalid/)
    await service.sql`update sessions set proved_at = now() - interval '1 hour' where id = ${person.sessionId}`
    const name = { confirmation: ` ${store.name.toUpperCase()} ` }
    assert.match((await person.post(page, name)).text, /Confirma que eres tú/)
    await service.sql`update sessions set proved_at = now() where id = ${person.sessionId}`
    const done = await person.post(page, name)
    assert.equal(done.location, '/panel/tiendas')
    assert.match((await person.follow(done)).text, new RegExp(`${store.name} se eliminó`))
    assert.equal((await person.get(base)).status, 404)
    assert.equal((await service.get('/api/v1/store', store.key)).status, 401)
    const admin = await aMember(service, 'ADMIN')
    assert.equal((await admin.person.get(`${admin.base}/eliminar-tienda`)).status, 403)
    assert.doesNotMatch((await admin.person.get(`${admin.base}/tienda`)).text, /eliminar-tienda/)
  })
})

suite('sharing', () => {
  test('has the link, texts with it and a poster to print', async () => {
    const { store, base, person } = await aMember(service, 'STAFF')
    const link = `${service.app.publicUrl}/${store.slug}`
    const { text } = await person.get(`${base}/compartir`)
    assert.ok(text.includes(`data-copy="${link}"`))
    assert.ok(text.includes(`/${store.slug}/qr.svg`))
    const poster = await person.get(`${base}/compartir/cartel`)
    assert.equal(poster.status, 200)
    assert.doesNotMatch(poster.text, /class="bottom"/)
  })
})

/** The form fields of a day's opening and closing times. */
function hoursFields(day: string, ...intervals: [opens: string, closes: string][]): Record<string, string> {
  return Object.fromEntries(
    intervals.flatMap((times, i) => times.map((time, j) => [`hours.${day}.${i}.${j}`, time])),
  )
}
