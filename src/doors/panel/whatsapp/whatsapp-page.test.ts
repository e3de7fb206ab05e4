import assert from 'node:assert/strict'
import { beforeEach, suite, test } from 'node:test'
import { aPhone, aPlacedOrder } from '../../../../test/factories.ts'
import { startMeta } from '../../../../test/meta.ts'
import { aMember, signedIn } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'
import { addMember } from '../../../features/team/change.ts'

const meta = await startMeta()
const service = await startService({ ...meta.env, WORKER: 'off' })
const silent = await startService()

beforeEach(() => meta.always('accept'))

/** An owner whose number is not confirmed. */
async function anOwner(number = aPhone(), overrides: Parameters<typeof aMember>[2] = {}) {
  const { store, base, person } = await aMember(service, 'OWNER', overrides)
  await service.put('/api/v1/store', { key: store.key, body: { whatsappNumber: number } })
  const page = `${base}/conexiones/whatsapp`
  const send = () => person.post(`${page}/codigo`)
  const confirm = (code: string) => person.post(page, { code })
  const codes = () => meta.to(number).map(({ parameters }) => parameters[0]!)
  const stateOf = async () => {
    const { id } = await aPlacedOrder(service, store)
    return (await service.get(`/api/v1/orders/${id}`, store.key)).json.data.notification.state
  }
  return { store, base, person, page, number, send, confirm, codes, stateOf }
}

const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')

suite('the confirmation of the WhatsApp number', () => {
  test('takes the code that is sent to it, once', async () => {
    const { base, person, page, number, send, confirm, codes, stateOf } = await anOwner()
    assert.match((await person.get(base)).text, /Confirma tu número de WhatsApp/)
    assert.match((await person.get(`${base}/conexiones`)).text, /Confirma que el número es tuyo/)
    assert.doesNotMatch((await person.get(page)).text, /name="code"/)
    assert.match((await person.follow(await send())).text, /Enviamos un código al .*name="code"/s)
    const [message] = meta.to(number)
    assert.deepEqual(message!.template, { name: 'codigo_de_confirmacion', language: { code: 'es' } })
    assert.match(message!.parameters[0]!, /^\d{6}$/)
    assert.deepEqual([message!.parameters.length, message!.button], [1, message!.parameters[0]])

    const [code] = codes()
    const wrong = await confirm(otherThan(code!))
    assert.equal(wrong.status, 400)
    assert.match(wrong.text, /name="code" [^>]*aria-invalid="true"/)
    assert.match(wrong.text, /Te quedan 4 intentos/)
    assert.equal(await stateOf(), 'NOT_CONFIGURED')
    assert.match((await person.follow(await confirm(` ${code!} `))).text, /Tu número está confirmado/)
    assert.equal(await stateOf(), 'QUEUED')
    assert.match((await person.get(page)).text, /Cada pedido te llega como mensaje/)
    assert.doesNotMatch((await person.get(base)).text, /Confirma tu número de WhatsApp/)
    assert.equal((await confirm(code!)).status, 400)
    assert.equal((await send()).status, 409)
  })

  test('ends after five wrong tries, or ten minutes', async () => {
    const { person, page, send, confirm, codes, stateOf } = await anOwner()
    await send()
    for (let n = 0; n < 5; n++) assert.equal((await confirm(otherThan(codes()[0]!))).status, 400)
    const tried = await confirm(codes()[0]!)
    assert.equal(tried.status, 400)
    assert.match(tried.text, /Este código ya no sirve: pide otro.*Enviar otro código/s)
    assert.doesNotMatch((await person.get(page)).text, /name="code"/)

    await send()
    await service.sql`update account_challenges set expires_at = expires_at - interval '10 minutes'`
    assert.match((await confirm(codes()[1]!)).text, /Este código ya no sirve/)
    assert.equal(await stateOf(), 'NOT_CONFIGURED')
  })

  test('sends a number three codes a day, whichever stores request them; only the last one of a browser works', async () => {
    const first = await anOwner()
    const second = await anOwner(first.number)
    for (const { send } of [first, first, second]) assert.equal((await send()).status, 303)
    for (const { send } of [first, second]) {
      const { status, text } = await send()
      assert.equal(status, 429)
      assert.match(text, /A este número ya le enviamos 3 códigos en un día/)
    }
    const [former, code, others] = first.codes()
    assert.equal(first.codes().length, 3)
    if (former !== code) assert.equal((await first.confirm(former!)).status, 400)
    if (others !== code) assert.equal((await first.confirm(others!)).status, 400)
    assert.equal((await first.confirm(code!)).status, 303)
    assert.equal(await second.stateOf(), 'NOT_CONFIGURED')
  })

  test('sends an account ten codes a day, for whichever numbers', async () => {
    const { person, page, store } = await anOwner()
    const responses = []
    for (let n = 0; n < 11; n++) {
      await service.put('/api/v1/store', { key: store.key, body: { whatsappNumber: aPhone() } })
      responses.push((await person.post(`${page}/codigo`)).status)
    }
    assert.deepEqual(responses, [...Array.from({ length: 10 }, () => 303), 429])
  })

  test('is of the number that the code was sent to, and of the browser that requested it', async () => {
    const { store, page, send, confirm, codes, stateOf } = await anOwner()
    await send()
    const [code] = codes()
    const other = await signedIn(service, store.ownerId)
    assert.equal((await other.post(page, { code: code! })).status, 400)
    await service.put('/api/v1/store', { key: store.key, body: { whatsappNumber: aPhone() } })
    assert.equal((await confirm(code!)).status, 400)
    assert.equal(await stateOf(), 'NOT_CONFIGURED')
  })

  test('shows why WhatsApp rejects a code, which does not count', async () => {
    const { person, page, send, codes } = await anOwner()
    meta.next({ status: 400, code: 132_001 })
    const rejected = await send()
    assert.equal(rejected.status, 409)
    assert.match(rejected.text, /La plantilla del aviso no está disponible/)
    assert.doesNotMatch((await person.get(page)).text, /name="code"/)
    for (let n = 0; n < 3; n++) assert.equal((await send()).status, 303)
    assert.equal(codes().length, 4)
  })

  test('sends one code for a form that is sent twice', async () => {
    const { person, page, codes } = await anOwner()
    const fields = { _key: 'unaclavedeformulario1234' }
    for (let n = 0; n < 2; n++) await person.post(`${page}/codigo`, Object.entries(fields))
    assert.equal(codes().length, 1)
  })

  test('is shown to roles that manage connections, on the order too', async () => {
    const { store, base, person } = await anOwner()
    const { id } = await aPlacedOrder(service, store)
    const link = /href="[^"]*\/conexiones\/whatsapp">Confirmar el número/
    assert.match((await person.get(`${base}/pedidos/${id}`)).text, link)
    const { accountId } = await aMember(service, 'STAFF').then(({ person: staff }) => staff)
    await addMember(service.sql, store.id, accountId, 'STAFF')
    const staff = await signedIn(service, accountId)
    assert.doesNotMatch((await staff.get(`${base}/pedidos/${id}`)).text, link)
    assert.match((await staff.get(`${base}/pedidos/${id}`)).text, /Confirma el número de WhatsApp/)
    assert.equal((await staff.post(`${base}/conexiones/whatsapp/codigo`)).status, 403)
  })
})

test('where the service has no provider, the page says so, and leads to the notices of this device', async () => {
  const { base, person } = await aMember(silent, 'OWNER')
  for (const path of ['/conexiones', '/conexiones/whatsapp']) {
    const { text } = await person.get(base + path)
    assert.match(text, /Este servicio no envía avisos por WhatsApp/)
    assert.doesNotMatch(text, /Cada pedido te llega como mensaje|name="code"/)
  }
  const { text } = await person.get(`${base}/conexiones/whatsapp`)
  assert.match(text, /href="[^"]*\/avisos">Avisos en este dispositivo/)
  assert.match(text, /quien compra te abre además un chat/)
  assert.equal((await person.post(`${base}/conexiones/whatsapp/codigo`)).status, 409)
})
