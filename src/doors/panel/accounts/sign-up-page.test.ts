import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aPerson, aStranger, codeTo, lastMailTo, mailsTo, PASSWORD } from '../../../../test/accounts.ts'
import { aVisitor } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'
import { newSecret } from '../../../core/values/id.ts'

const service = await startService()

const signUp = (email: string, visitor = aVisitor(service), password = PASSWORD) =>
  visitor.post('/panel/crear-cuenta', { email, password })

suite('/panel/crear-cuenta', () => {
  test('verifies a mailed code and continues to the first store, signed in', async () => {
    const [visitor, email] = [aVisitor(service), aStranger()]
    assert.equal((await visitor.get('/panel/crear-cuenta')).status, 200)
    const requested = await signUp(email, visitor)
    assert.deepEqual([requested.status, requested.location], [303, '/panel/crear-cuenta/codigo'])
    assert.match((await visitor.follow(requested)).text, new RegExp(email))
    const { code } = await codeTo(service, email)
    const done = await visitor.post('/panel/crear-cuenta/codigo', {
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    })
    assert.deepEqual([done.status, done.location], [303, '/panel/tiendas/nueva'])
    assert.equal((await visitor.get('/panel/cuenta')).status, 200)
    const events = (await mailsTo(service, email)).map(({ event }) => event)
    assert.deepEqual(events, ['account.sign_up'])
  })

  test('mails one code for a double tap, also on a resend, and it works with the second response', async () => {
    const [email, lost, visitor] = [aStranger(), aVisitor(service), aVisitor(service)]
    const twice = (path: string, fields: Record<string, string>) => {
      const submitted = { ...fields, _key: newSecret(24) }
      return Promise.all([lost.post(path, submitted), visitor.post(path, submitted)])
    }
    await twice('/panel/crear-cuenta', { email, password: PASSWORD })
    assert.equal((await mailsTo(service, email)).length, 1)
    await twice('/panel/crear-cuenta/codigo/otro', {})
    assert.equal((await mailsTo(service, email)).length, 2)
    const { code } = await codeTo(service, email)
    assert.equal((await visitor.post('/panel/crear-cuenta/codigo', { code })).status, 303)
  })

  test('takes the password that was typed last, also after going back to the form', async () => {
    const [email, visitor, _key] = [aStranger(), aVisitor(service), newSecret(24)]
    await visitor.post('/panel/crear-cuenta', { email, password: 'tres-tazas-azules', _key })
    await visitor.post('/panel/crear-cuenta', { email, password: PASSWORD, _key })
    const { code } = await codeTo(service, email)
    assert.equal((await visitor.post('/panel/crear-cuenta/codigo', { code })).status, 303)
    const signedIn = await aVisitor(service).post('/panel/entrar', { email, password: PASSWORD })
    assert.equal(signedIn.status, 303, signedIn.text)
  })

  test('has the same response for an address with an account, whose mail has no code', async () => {
    const [{ email }, stranger] = [await aPerson(service), aStranger()]
    const [a, b] = [aVisitor(service), aVisitor(service)]
    const [known, unknown] = [await signUp(email, a), await signUp(stranger, b)]
    assert.deepEqual([known.status, known.location], [unknown.status, unknown.location])
    const [pageA, pageB] = [await a.follow(known), await b.follow(unknown)]
    const plain = ({ text }: { text: string }, own: string) =>
      text.replaceAll(own, 'x').replaceAll(/name="_key" value="\w+"|value="\d{6}"/g, '')
    assert.equal(plain(pageA, email), plain(pageB, stranger))
    assert.deepEqual(await lastMailTo(service, email), { event: 'account.exists', payload: {} })
    const { wrong } = await codeTo(service, stranger)
    const [wrongA, wrongB] = await Promise.all(
      [a, b].map((one) => one.post('/panel/crear-cuenta/codigo', { code: wrong })),
    )
    assert.equal(wrongA!.status, 400)
    assert.equal(plain(wrongA!, email), plain(wrongB!, stranger))
  })

  test('shows errors at the password and the address, and keeps the input except the password', async () => {
    const cases = [
      { email: aStranger(), password: 'corta' },
      { email: aStranger(), password: 'password' },
      { email: 'ana.morales@panymiel.test', password: 'AnaMorales1' },
      { email: aStranger(), password: 'k'.repeat(201) },
      { email: 'ana', password: PASSWORD },
      { email: '', password: PASSWORD },
      { email: aStranger(), password: '' },
    ]
    for (const { email, password } of cases) {
      const { status, text } = await signUp(email, aVisitor(service), password)
      assert.equal(status, 400)
      assert.match(text, /aria-invalid="true" autofocus/)
      assert.ok(text.includes(`value="${email}"`), email)
      assert.ok(!password || !text.includes(`value="${password}"`), password)
    }
  })

  test('shows the errors of the address and the password together', async () => {
    for (const [email, password] of [
      ['ana', 'corta'],
      ['', 'password'],
      ['ana', ''],
      ['', ''],
    ] as const) {
      // prettier-ignore
      const { status, text } = await signUp(email, aVisitor(service), password)
      assert.equal(status, 400)
      const marked = [...text.matchAll(/ class="wrong" id="(\w+)-wrong">/g)].map(([, name]) => name)
      assert.deepEqual(marked, ['email', 'password'], `${email}, ${password}`)
      assert.equal(text.match(/ autofocus/g)?.length, 1)
    }
  })

  test('creates no account before the code, nor with a code of another browser, a wrong or a used one', async () => {
    const [email, visitor] = [aStranger(), aVisitor(service)]
    await signUp(email, visitor)
    const { code, wrong } = await codeTo(service, email)
    const post = (who: typeof visitor, submitted: string) =>
      who.post('/panel/crear-cuenta/codigo', { code: submitted })
    assert.equal((await post(aVisitor(service), code)).status, 400)
    assert.equal((await post(visitor, wrong)).status, 400)
    assert.match((await post(visitor, wrong)).text, /Te quedan 3 intentos/)
    const secret = visitor.cookies.get('vitrina-code')!
    const twice = await Promise.all([post(visitor, code), post(visitor, code)])
    assert.deepEqual(
      twice.map(({ status }) => status).toSorted((x, y) => x - y),
      [303, 400],
    )
    visitor.cookies.set('vitrina-code', secret)
    assert.equal((await post(visitor, code)).status, 400)
  })

  test('creates the account for a double tap on the code, with either response', async () => {
    const [email, lost] = [aStranger(), aVisitor(service)]
    await signUp(email, lost)
    const visitor = aVisitor(service, new Map(lost.cookies))
    const submitted = { code: (await codeTo(service, email)).code, _key: newSecret(24) }
    const both = [lost, visitor].map((one) => one.post('/panel/crear-cuenta/codigo', submitted))
    for (const { location } of await Promise.all(both)) assert.equal(location, '/panel/tiendas/nueva')
    for (const one of [lost, visitor]) {
      const { text } = await one.get('/panel/cuenta')
      assert.equal(text.match(/<b>Un navegador<\/b>/g)?.length, 1, 'devices')
    }
  })

  test('sends another code on request', async () => {
    const [email, visitor] = [aStranger(), aVisitor(service)]
    await signUp(email, visitor)
    const first = await codeTo(service, email)
    const again = await visitor.post('/panel/crear-cuenta/codigo/otro')
    assert.match((await visitor.follow(again)).text, /Enviamos otro código/)
    const second = await codeTo(service, email)
    if (first.code !== second.code) {
      assert.equal((await visitor.post('/panel/crear-cuenta/codigo', { code: first.code })).status, 400)
    }
    assert.equal((await visitor.post('/panel/crear-cuenta/codigo', { code: second.code })).status, 303)
  })

  test('is limited to ten attempts in three minutes per IP address', async () => {
    const visitor = aVisitor(service)
    for (let n = 0; n < 10; n++) assert.equal((await signUp(aStranger(), visitor, 'corta')).status, 400)
    const { status, headers } = await signUp(aStranger(), visitor)
    assert.equal(status, 429)
    assert.ok(Number(headers.get('retry-after')) <= 180)
    assert.equal((await signUp(aStranger())).status, 303)
  })

  test('returns to the previous page, if that is one of the panel', async () => {
    for (const [volver, expected] of [
      ['/panel/invitacion/abc', '/panel/invitacion/abc'],
      ['https://otro.test/panel', '/panel/tiendas/nueva'],
      ['//otro.test', '/panel/tiendas/nueva'],
      ['/panel/../api', '/panel/tiendas/nueva'],
    ] as const) {
      const [email, visitor] = [aStranger(), aVisitor(service)]
      await visitor.post('/panel/crear-cuenta', { email, password: PASSWORD, volver })
      const { code } = await codeTo(service, email)
      assert.equal((await visitor.post('/panel/crear-cuenta/codigo', { code })).location, expected)
    }
  })
})

suite('a page that is read without a session', () => {
  const paths = [
    '/panel/crear-cuenta',
    '/panel/entrar',
    '/panel/entrar/codigo',
    '/panel/entrar/passkey',
    '/panel/recuperar',
    '/panel/salir',
  ]

  test('is in the language of the browser, or the one that was chosen below it', async () => {
    for (const path of paths) {
      const visitor = aVisitor(service)
      const page = await visitor.get(path, { 'accept-language': 'pt-BR,en;q=0.5' })
      assert.match(page.text, /<html lang="pt-BR"/, path)
      assert.match(page.headers.get('vary')!, /accept-language/)
      const link = /href="([^"]+)" lang="en"/.exec(page.text)![1]!.replaceAll('&amp;', '&')
      assert.match((await visitor.get(link)).text, /<html lang="en"/)
      assert.match((await visitor.get(path, { 'accept-language': 'pt' })).text, /<html lang="en"/)
    }
  })

  test('gives its language to its mails, and to the account', async () => {
    const [visitor, email] = [aVisitor(service), aStranger()]
    await visitor.get('/panel/crear-cuenta?idioma=pt')
    await signUp(email, visitor)
    assert.equal((await lastMailTo(service, email)).payload['language'], 'pt')
    const { code } = await codeTo(service, email)
    await visitor.post('/panel/crear-cuenta/codigo', { code })
    assert.match((await visitor.get('/panel/cuenta', { 'accept-language': 'es' })).text, /<html lang="pt-BR"/)
    const [account] = await service.sql`select language from accounts where email = ${email}`
    assert.equal(account!['language'], 'pt')
  })
})
