import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { TOTP } from 'otpauth'
import { aPerson, aStranger, codeTo, lastMailTo, mailsTo, PASSWORD } from '../../../../test/accounts.ts'
import { anAuthenticator } from '../../../../test/authenticator.ts'
import { aVisitor, signedIn } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'

const service = await startService()
const { sql } = service
const NEW = 'una-bicicleta-roja'

async function anOwner() {
  const account = await aPerson(service)
  return { ...account, ...(await signedIn(service, account.id)) }
}
type Owner = Awaited<ReturnType<typeof anOwner>>

const expireAuthentication = ({ sessionId }: Owner) =>
  sql`update sessions set proved_at = now() - interval '10 minutes' where id = ${sessionId}`
const signIn = (email: string, password: string, visitor = aVisitor(service)) =>
  visitor.post('/panel/entrar', { email, password })
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
/** What a form of a page would send, hidden fields included. */
const hiddenOf = (text: string) =>
  [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
    ([, name, value]): [string, string] => [name!, value!.replaceAll('&quot;', '"')],
  )

suite('/panel/cuenta', () => {
  test('changes the name, which is a single line', async () => {
    const owner = await anOwner()
    assert.equal((await owner.post('/panel/cuenta', { name: ' Ana Morales ' })).status, 303)
    assert.match((await owner.get('/panel/cuenta')).text, /value="Ana Morales"/)
    assert.equal((await owner.post('/panel/cuenta', { name: 'x'.repeat(81) })).status, 400)
    assert.equal((await owner.post('/panel/cuenta', { name: '' })).status, 303)
  })

  test('changes the password, which ends the other sessions and mails the owner', async () => {
    const owner = await anOwner()
    const other = await signedIn(service, owner.id)
    assert.equal((await owner.post('/panel/cuenta/contrasena', { password: 'password' })).status, 400)
    assert.equal((await other.get('/panel/cuenta')).status, 200)
    assert.equal((await owner.post('/panel/cuenta/contrasena', { password: NEW })).status, 303)
    assert.equal((await other.get('/panel/cuenta')).status, 303)
    assert.equal((await owner.get('/panel/cuenta')).status, 200)
    assert.equal((await lastMailTo(service, owner.email)).event, 'account.password_changed')
    assert.equal((await signIn(owner.email, PASSWORD)).status, 400)
    assert.equal((await signIn(owner.email, NEW)).status, 303)
  })

  test('changes the e-mail once a code has verified the new one, and mails the previous one', async () => {
    const [owner, email] = [await anOwner(), aStranger()]
    const requested = await owner.post('/panel/cuenta/correo', { email })
    assert.match((await owner.follow(requested)).text, new RegExp(email))
    const { code, wrong } = await codeTo(service, email)
    assert.equal((await owner.post('/panel/cuenta/correo/codigo', { code: wrong })).status, 400)
    assert.equal((await signIn(owner.email, PASSWORD)).status, 303)
    assert.equal((await owner.post('/panel/cuenta/correo/codigo', { code })).status, 303)
    assert.equal((await lastMailTo(service, owner.email)).payload['email'], email)
    assert.equal((await signIn(email, PASSWORD)).status, 303)
    assert.equal((await signIn(owner.email, PASSWORD)).status, 400)
  })

  test('does not reveal whether an e-mail has an account', async () => {
    const [owner, { email }] = [await anOwner(), await aPerson(service)]
    const requested = await owner.post('/panel/cuenta/correo', { email })
    assert.deepEqual([requested.status, requested.location], [303, '/panel/cuenta/correo'])
    assert.deepEqual(await lastMailTo(service, email), { event: 'account.exists', payload: {} })
  })

  test('ends one device, and all others', async () => {
    const owner = await anOwner()
    const [a, b, c] = [
      await signedIn(service, owner.id),
      await signedIn(service, owner.id),
      await signedIn(service, owner.id),
    ]
    const stranger = await anOwner()
    assert.equal((await stranger.post(`/panel/cuenta/dispositivos/${a.sessionId}/cerrar`)).status, 404)
    assert.equal((await owner.post(`/panel/cuenta/dispositivos/${a.sessionId}/cerrar`)).status, 303)
    assert.deepEqual(
      [(await a.get('/panel/cuenta')).status, (await b.get('/panel/cuenta')).status],
      [303, 200],
    )
    const all = await owner.post('/panel/cuenta/dispositivos/cerrar')
    assert.match((await owner.follow(all)).text, /Se cerraron 2 sesiones/)
    assert.equal((await c.get('/panel/cuenta')).status, 303)
  })
})

suite('an authentication older than ten minutes', () => {
  test("asks for the password and continues with the form's input", async () => {
    const [owner, email] = [await anOwner(), aStranger()]
    await expireAuthentication(owner)
    const question = await owner.post('/panel/cuenta/correo', { email })
    assert.equal(question.status, 200)
    assert.match(question.text, /Confirma que eres tú/)
    assert.deepEqual(await mailsTo(service, email), [])
    const submitted = hiddenOf(question.text)
    assert.ok(submitted.some(([name, value]) => name === 'email' && value === email))
    const wrong = await owner.post('/panel/cuenta/correo', [
      ...submitted,
      ['_password', 'otra-clave-distinta'],
    ])
    assert.equal(wrong.status, 400)
    assert.match(wrong.text, /La contraseña no es correcta/)
    assert.ok(!wrong.text.includes('otra-clave-distinta') && wrong.text.includes(email))
    const right = await owner.post('/panel/cuenta/correo', [...hiddenOf(wrong.text), ['_password', PASSWORD]])
    assert.deepEqual([right.status, right.location], [303, '/panel/cuenta/correo'])
    assert.equal((await mailsTo(service, email)).length, 1)
    assert.equal((await owner.post('/panel/cuenta/contrasena', { password: NEW })).status, 303) // fresh again
  })

  test('never shows the new password again: it is entered again', async () => {
    const owner = await anOwner()
    await expireAuthentication(owner)
    const { text } = await owner.post('/panel/cuenta/contrasena', { password: NEW })
    assert.ok(!text.includes(NEW))
    const done = await owner.post('/panel/cuenta/contrasena', [
      ...hiddenOf(text),
      ['_password', PASSWORD],
      ['password', NEW],
    ])
    assert.equal(done.status, 303)
    assert.equal((await signIn(owner.email, NEW)).status, 303)
  })

  test('must be renewed for every change of credentials', async () => {
    const owner = await anOwner()
    await expireAuthentication(owner)
    for (const path of [
      'correo',
      'contrasena',
      'passkeys/nueva',
      'passkeys',
      'passkeys/abc/quitar',
      'segundo-paso',
      'segundo-paso/nuevo',
      'segundo-paso/codigos',
      'segundo-paso/quitar',
    ]) {
      const { status, text } = await owner.post(`/panel/cuenta/${path}`, {
        email: aStranger(),
        password: NEW,
      })
      assert.equal(status, 200)
      assert.match(text, /Confirma que eres tú/, path)
    }
  })

  test('allows five failures, then locks; other sessions are not locked', async () => {
    const owner = await anOwner()
    const other = { ...owner, ...(await signedIn(service, owner.id)) }
    const guess = (who: Owner, submitted: string) =>
      who.post('/panel/cuenta/contrasena', { _password: submitted, password: NEW })
    for (let n = 0; n < 5; n++) assert.equal((await guess(owner, 'otra-clave-distinta')).status, 400)
    const held = await guess(owner, PASSWORD)
    assert.equal(held.status, 429)
    assert.ok(Number(held.headers.get('retry-after')) > 0)
    assert.equal((await guess(other, PASSWORD)).status, 303)
  })
})

suite('the second step', () => {
  test('is enabled with a code, required at the sign-in, and disabled with its recovery codes', async () => {
    const owner = await anOwner()
    const setUp = await owner.post('/panel/cuenta/segundo-paso/nuevo')
    const [, secret] = /name="secret" value="([A-Z2-7]{32})"/.exec(setUp.text)!
    const rejected = await owner.post('/panel/cuenta/segundo-paso', { secret: secret!, code: '000000' })
    assert.equal(rejected.status, 400)
    assert.ok(rejected.text.includes(`name="secret" value="${secret}"`) && rejected.text.includes('<svg'))
    const done = await owner.post('/panel/cuenta/segundo-paso', {
      secret: secret!,
      code: codeOf(secret!, -1),
    })
    const codes = [...done.text.matchAll(/<code>([\w-]{11})<\/code>/g)].map(([, code]) => code!)
    assert.equal(codes.length, 10)
    const [, file = ''] = /download="[^"]*" href="data:text\/plain;charset=utf-8,([^"]*)"/.exec(done.text)!
    for (const text of [decodeURIComponent(file), /data-copy="([^"]*)"/.exec(done.text)![1]!])
      assert.ok(codes.every((code) => text.includes(`${code}\n`)))

    const visitor = aVisitor(service)
    const first = await visitor.post('/panel/entrar', {
      email: owner.email,
      password: PASSWORD,
      volver: '/panel/cuenta',
    })
    assert.deepEqual([first.status, first.location], [303, '/panel/entrar/segundo-paso'])
    assert.ok(!visitor.cookies.has('vitrina'))
    assert.equal((await visitor.get('/panel/cuenta')).status, 303)
    assert.equal((await visitor.post('/panel/entrar/segundo-paso', { code: '000000' })).status, 400)
    const second = await visitor.post('/panel/entrar/segundo-paso', { code: codeOf(secret!) })
    assert.deepEqual([second.status, second.location], [303, '/panel/cuenta'])

    const lost = aVisitor(service)
    await signIn(owner.email, PASSWORD, lost)
    assert.equal((await lost.post('/panel/entrar/segundo-paso', { code: codes[0]! })).status, 303)
    const again = aVisitor(service)
    await signIn(owner.email, PASSWORD, again)
    assert.equal((await again.post('/panel/entrar/segundo-paso', { code: codes[0]! })).status, 400)
    assert.equal((await owner.post('/panel/cuenta/segundo-paso/quitar')).status, 303)
    assert.equal((await signIn(owner.email, PASSWORD)).location, '/panel')
  })

  test('is bound to the browser of the first step', async () => {
    const { status, text } = await aVisitor(service).get('/panel/entrar/segundo-paso')
    assert.equal(status, 400)
    assert.match(text, /Vuelve a entrar/)
    assert.equal((await aVisitor(service).post('/panel/entrar/segundo-paso', { code: '123456' })).status, 400)
  })
})

suite('a passkey', () => {
  const optionsIn = (text: string, kind: 'get' | 'create') =>
    JSON.parse(new RegExp(`data-${kind}="([^"]+)"`).exec(text)![1]!.replaceAll('&quot;', '"')) as {
      challenge: string
    }

  async function aPasskeyOwner() {
    const owner = await anOwner()
    const device = anAuthenticator(service.app.panelUrl)
    const { challenge } = optionsIn((await owner.post('/panel/cuenta/passkeys/nueva')).text, 'create')
    const made = await owner.post('/panel/cuenta/passkeys', {
      passkey: JSON.stringify(device.create({ challenge })),
    })
    assert.deepEqual([made.status, made.location], [303, '/panel/cuenta'])
    return { owner, device }
  }

  test('is created on the account page and signs in, without a second step', async () => {
    const { owner, device } = await aPasskeyOwner()
    await sql`update accounts set totp_secret = 'MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK' where id = ${owner.id}`
    const visitor = aVisitor(service)
    const question = await visitor.post('/panel/entrar/passkey', { volver: '/panel/cuenta' })
    assert.equal(question.status, 200)
    const passkey = JSON.stringify(device.get(optionsIn(question.text, 'get')))
    const secret = visitor.cookies.get('vitrina-passkey')!
    const done = await visitor.post('/panel/entrar/passkey', { passkey, volver: '/panel/cuenta' })
    assert.deepEqual([done.status, done.location], [303, '/panel/cuenta'])
    const replayed = aVisitor(service, new Map([['vitrina-passkey', secret]]))
    assert.equal((await replayed.post('/panel/entrar/passkey', { passkey })).status, 400)
  })

  test('does not sign in from another browser, nor with an invalid response', async () => {
    const { device } = await aPasskeyOwner()
    const visitor = aVisitor(service)
    const { text } = await visitor.post('/panel/entrar/passkey')
    const passkey = JSON.stringify(device.get(optionsIn(text, 'get')))
    assert.equal((await aVisitor(service).post('/panel/entrar/passkey', { passkey })).status, 400)
    for (const odd of ['x', 'null', '{}', '[]', '{"id":"a"}']) {
      await visitor.post('/panel/entrar/passkey')
      const { status } = await visitor.post('/panel/entrar/passkey', { passkey: odd })
      assert.ok(status === 400 || status === 429)
    }
  })

  test('that was created for one account can not be saved by another', async () => {
    const [a, b] = [await anOwner(), await anOwner()]
    const { challenge } = optionsIn((await a.post('/panel/cuenta/passkeys/nueva')).text, 'create')
    b.cookies.set('vitrina-passkey', a.cookies.get('vitrina-passkey')!)
    const passkey = JSON.stringify(anAuthenticator(service.app.panelUrl).create({ challenge }))
    assert.equal((await b.post('/panel/cuenta/passkeys', { passkey })).status, 400)
  })
})
