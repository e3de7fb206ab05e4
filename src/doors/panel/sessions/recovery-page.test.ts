import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aPerson, aStranger, lastMailTo, mailsTo, PASSWORD } from '../../../../test/accounts.ts'
import { aVisitor, signedIn } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'
import { newSecret } from '../../../core/values/id.ts'

const service = await startService()
const { sql } = service
const NEW = 'una-bicicleta-roja'

async function aLinkTo(email: string) {
  await aVisitor(service).post('/panel/recuperar', { email })
  return `/panel/recuperar/${(await lastMailTo(service, email)).payload['token']!}`
}

suite('/panel/recuperar', () => {
  test('mails a link that sets another password, ends all sessions and signs nobody in', async () => {
    const { id, email } = await aPerson(service)
    const devices = [await signedIn(service, id), await signedIn(service, id)]
    const link = await aLinkTo(email)
    const visitor = aVisitor(service)
    const page = await visitor.get(link)
    assert.ok(page.status === 200 && page.text.includes(email))
    const rejected = await visitor.post(link, { password: 'password' })
    assert.equal(rejected.status, 400)
    const done = await visitor.post(link, { password: NEW })
    assert.deepEqual([done.status, done.location], [303, '/panel/entrar'])
    assert.ok(!visitor.cookies.has('vitrina'))
    for (const device of devices) assert.equal((await device.get('/panel/cuenta')).status, 303)
    assert.equal((await lastMailTo(service, email)).event, 'account.password_changed')
    assert.equal((await visitor.post('/panel/entrar', { email, password: PASSWORD })).status, 400)
    assert.equal((await visitor.post('/panel/entrar', { email, password: NEW })).status, 303)
    assert.equal((await visitor.get(link)).status, 400)
    assert.notEqual((await visitor.post(link, { password: NEW })).status, 303)
  })

  test('sets the password once for a double tap, and continues', async () => {
    const { email } = await aPerson(service)
    const [link, visitor, _key] = [await aLinkTo(email), aVisitor(service), newSecret(24)]
    const both = await Promise.all([1, 2].map(() => visitor.post(link, { password: NEW, _key })))
    for (const { status, location } of both) assert.deepEqual([status, location], [303, '/panel/entrar'])
    const events = (await mailsTo(service, email)).map(({ event }) => event)
    assert.deepEqual(events, ['account.recovery', 'account.password_changed'])
  })

  test('mails one link for a double tap', async () => {
    const { email } = await aPerson(service)
    const [visitor, _key] = [aVisitor(service), newSecret(24)]
    const [one, two] = await Promise.all([1, 2].map(() => visitor.post('/panel/recuperar', { email, _key })))
    assert.deepEqual([one!.status, one!.location], [two!.status, two!.location])
    assert.equal((await mailsTo(service, email)).length, 1)
  })

  test('has the same response for an unknown address', async () => {
    const [{ email }, stranger] = [await aPerson(service), aStranger()]
    const pages = await Promise.all(
      [email, stranger].map(async (address) => {
        const visitor = aVisitor(service)
        const requested = await visitor.post('/panel/recuperar', { email: address })
        const { text } = await visitor.follow(requested)
        return [requested.status, requested.location, text.replaceAll(/name="_key" value="\w+"/g, '')]
      }),
    )
    assert.deepEqual(pages[0], pages[1])
    assert.deepEqual(
      [(await mailsTo(service, email)).length, (await mailsTo(service, stranger)).length],
      [1, 1],
    )
  })

  test('does not get around a second step', async () => {
    const { id, email } = await aPerson(service)
    await sql`update accounts set totp_secret = 'MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK', totp_last_step = 0 where id = ${id}`
    const visitor = aVisitor(service)
    await visitor.post(await aLinkTo(email), { password: NEW })
    const reply = await visitor.post('/panel/entrar', { email, password: NEW })
    assert.equal(reply.location, '/panel/entrar/segundo-paso')
    assert.ok(!visitor.cookies.has('vitrina'))
  })

  test('is limited to ten attempts in three minutes per IP address', async () => {
    const visitor = aVisitor(service)
    const ask = () => visitor.post('/panel/recuperar', { email: aStranger() })
    for (let n = 0; n < 10; n++) assert.equal((await ask()).status, 303)
    assert.equal((await ask()).status, 429)
  })

  test('shows an invalid link as an expired one', async () => {
    for (const token of ['x', 'a'.repeat(43)]) {
      const { status, text } = await aVisitor(service).get(`/panel/recuperar/${token}`)
      assert.equal(status, 400)
      assert.match(text, /Este enlace ya no sirve/)
    }
  })
})
