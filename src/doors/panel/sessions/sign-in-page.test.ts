import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aPerson, aStranger, codeTo, mailsTo, PASSWORD } from '../../../../test/accounts.ts'
import { aVisitor, signedIn, type Page } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'
import { aKey, anAddress, aStore } from '../../../../test/factories.ts'
import { newSecret } from '../../../core/values/id.ts'

const service = await startService()
const secure = await startService(
  { PUBLIC_URL: 'https://vitrina.test', PANEL_URL: 'https://panel.vitrina.test' },
  service,
)
const { sql } = service

type Visitor = ReturnType<typeof aVisitor>
const signIn = (visitor: Visitor, email: string, password = PASSWORD) =>
  visitor.post('/panel/entrar', { email, password })
/** A page without what differs from one showing to the next. */
const plain = ({ text }: Page, email: string) =>
  text
    .replaceAll(email, 'x')
    .replaceAll(/name="_key" value="\w+"/g, '')
    .replaceAll(/value="\d{6}"|\d+ segundos?/g, 'n')

suite('/panel/entrar', () => {
  test('signs in with the password, each time with a new 256-bit session token that is stored as a hash', async () => {
    const { id, email } = await aPerson(service)
    const visitor = aVisitor(service)
    const first = await signIn(visitor, email)
    assert.deepEqual([first.status, first.location], [303, '/panel'])
    const token = visitor.cookies.get('vitrina')!
    assert.equal(Buffer.from(token, 'base64url').length, 32)
    const again = await signIn(visitor, email)
    assert.equal(again.status, 303)
    assert.notEqual(visitor.cookies.get('vitrina'), token)
    const rows = await sql<
      { line: string }[]
    >`select sessions::text as line from sessions where account_id = ${id}`
    assert.equal(rows.length, 1) // the one of before ended
    assert.ok(!rows[0]!.line.includes(visitor.cookies.get('vitrina')!))
    assert.equal((await visitor.get('/panel/cuenta')).status, 200)
  })

  test('sets HttpOnly cookies for this host only, with the __Host- prefix over HTTPS', async () => {
    const { email } = await aPerson(service)
    const { headers } = await signIn(aVisitor(service), email)
    for (const line of headers.getSetCookie()) assert.match(line, /Path=\/; HttpOnly; SameSite=Lax$/)
    const from = { ...anAddress(), 'x-forwarded-proto': 'https', host: 'panel.vitrina.test' }
    const reply = await signIn(aVisitor(secure, new Map(), from), email)
    const names = reply.headers.getSetCookie().map((line) => {
      assert.match(line, /Path=\/; HttpOnly; Secure; SameSite=Lax$/)
      return line.split('=')[0]
    })
    assert.deepEqual(
      names.toSorted((a, b) => a!.localeCompare(b!)),
      ['__Host-vitrina', '__Host-vitrina-device', '__Host-vitrina-flash'],
    )
  })

  test('records one device and sends one mail and one code for a double tap', async () => {
    const { email } = await aPerson(service)
    const [lost, visitor] = [aVisitor(service), aVisitor(service)]
    const twice = (path: string, fields: Record<string, string>) => {
      const submitted = { ...fields, _key: newSecret(24) }
      return Promise.all([lost.post(path, submitted), visitor.post(path, submitted)])
    }
    for (const { status } of await twice('/panel/entrar', { email, password: PASSWORD }))
      assert.equal(status, 303)
    assert.deepEqual((await mailsTo(service, email)).map(({ event }) => event), ['account.new_device']) // prettier-ignore
    const { text } = await visitor.get('/panel/cuenta')
    assert.equal(text.match(/<b>Un navegador<\/b>/g)?.length, 1, 'devices')
    await visitor.post('/panel/salir')
    assert.equal((await lost.get('/panel/cuenta')).status, 303)
    for (const one of [lost, visitor]) one.cookies.delete('vitrina')
    await twice('/panel/entrar/codigo', { email })
    await twice('/panel/entrar/codigo/otro', {})
    assert.equal((await mailsTo(service, email)).length, 3)
    const { code } = await codeTo(service, email)
    for (const reply of await twice('/panel/entrar/codigo', { code })) assert.equal(reply.location, '/panel')
    for (const one of [lost, visitor]) assert.equal((await one.get('/panel/cuenta')).status, 200)
    const saved = visitor.cookies.get('vitrina-code')!
    await visitor.post('/panel/salir')
    assert.ok(saved && !visitor.cookies.has('vitrina-code'))
  })

  test('offers a passkey after a password sign-in, and a second step to owners, until there is one', async () => {
    const { id, email } = await aPerson(service)
    const offerText = async () => {
      const visitor = aVisitor(service)
      return (
        (await visitor.follow(await signIn(visitor, email))).text + (await visitor.get('/panel/tiendas')).text
      )
    }
    assert.match(await offerText(), /La próxima vez.*href="\/panel\/cuenta#passkeys"/)
    await aStore(service, { ownerId: id })
    assert.match(await offerText(), /href="\/panel\/cuenta\/segundo-paso">Agregar un segundo paso/)
    await sql`
      insert into passkeys (id, account_id, name, public_key, counter, transports)
      values (${id}, ${id}, 'Teléfono', '', 0, '{}')`
    assert.doesNotMatch(await offerText(), /Entraste/)
  })

  test('has the same response for an unknown address as for a wrong password', async () => {
    const [{ email }, stranger] = [await aPerson(service), aStranger()]
    const [known, unknown] = [
      await signIn(aVisitor(service), email, 'otra-clave-distinta'),
      await signIn(aVisitor(service), stranger, 'otra-clave-distinta'),
    ]
    assert.equal(known.status, 400)
    assert.equal(plain(known, email), plain(unknown, stranger))
    assert.match(known.text, /El correo o la contraseña no son correctos/)
    assert.ok(known.text.includes(`value="${email}"`) && !known.text.includes('otra-clave'))
  })

  test('is limited to ten attempts in three minutes per IP address, for unknown addresses too', async () => {
    const { email } = await aPerson(service)
    for (const address of [email, aStranger()]) {
      const visitor = aVisitor(service)
      const tries = await Promise.all(
        Array.from({ length: 14 }, () => signIn(visitor, address, 'otra-clave-distinta')),
      )
      const held = tries.filter(({ status }) => status === 429)
      assert.equal(tries.filter(({ status }) => status === 400).length, 5)
      assert.equal(held.length, 9)
      for (const { headers } of held) assert.ok(Number(headers.get('retry-after')) > 0)
    }
    const visitor = aVisitor(service)
    for (let n = 0; n < 10; n++) assert.equal((await signIn(visitor, aStranger(), 'x')).status, 400)
    const { email: mine } = await aPerson(service)
    const { status, text, headers } = await signIn(visitor, mine)
    assert.equal(status, 429)
    assert.ok(Number(headers.get('retry-after')) > 0)
    assert.match(text, /<h1>Entra a tu tienda<\/h1>/)
    assert.match(text, /role="alert"><p>Demasiados intentos/)
    assert.ok(text.includes(`value="${mine}"`) && !text.includes(PASSWORD))
  })

  test('locks unknown browsers after five failures from anywhere, but not a known one', async () => {
    const { email } = await aPerson(service)
    const owner = aVisitor(service)
    await signIn(owner, email)
    await owner.post('/panel/salir')
    assert.ok(!owner.cookies.has('vitrina') && owner.cookies.has('vitrina-device'))
    for (let n = 0; n < 5; n++) await signIn(aVisitor(service), email, 'otra-clave-distinta')
    assert.equal((await signIn(aVisitor(service), email)).status, 429)
    assert.equal((await signIn(owner, email)).status, 303)
  })

  test('returns to the requested page of the panel, and no other site', async () => {
    const { email } = await aPerson(service)
    const visitor = aVisitor(service)
    const turned = await visitor.get('/panel/cuenta?x=1')
    assert.equal(turned.location, `/panel/entrar?volver=${encodeURIComponent('/panel/cuenta?x=1')}`)
    assert.match((await visitor.follow(turned)).text, /name="volver" value="\/panel\/cuenta\?x=1"/)
    const cases = [
      '/panel/cuenta?x=1',
      'https://otro.test',
      '//otro.test',
      '/\\otro.test',
      '/otra',
      '/panel/entrar',
      '/panel\n',
      '/panel/../docs',
      '/panel/%2e%2e/docs',
      '/panel/cuenta/.%2E/%2e./docs',
      '/panel/%2e%2e/panelista',
    ]
    const places: (string | null)[] = []
    for (const volver of cases) {
      const reply = await aVisitor(service).post('/panel/entrar', { email, password: PASSWORD, volver })
      places.push(reply.location)
    }
    assert.deepEqual(places, [
      '/panel/cuenta?x=1',
      ...Array.from({ length: cases.length - 1 }, () => '/panel'),
    ])
  })

  test('rejects forms from another site', async () => {
    const { email } = await aPerson(service)
    const post = (headers: Record<string, string>) =>
      aVisitor(service).post('/panel/entrar', { email, password: PASSWORD }, headers)
    const without = { 'sec-fetch-site': '' }
    assert.equal((await post({ 'sec-fetch-site': 'cross-site' })).status, 403)
    assert.equal((await post({ 'sec-fetch-site': 'same-site' })).status, 403)
    assert.equal((await post({ ...without, origin: 'https://otro.test' })).status, 403)
  })

  test('reports a new browser by mail, and lists it among the devices', async () => {
    const { email } = await aPerson(service)
    const visitor = aVisitor(service)
    const agent = {
      'user-agent':
        'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
    }
    await visitor.post('/panel/entrar', { email, password: PASSWORD }, agent)
    await visitor.post('/panel/entrar', { email, password: PASSWORD }, agent)
    const mails = await mailsTo(service, email)
    assert.deepEqual(mails.map(({ event, payload }) => [event, payload['device']]), [
      ['account.new_device', 'Chrome en Android'],
    ]) // prettier-ignore
    assert.match((await visitor.get('/panel/cuenta')).text, /Chrome en Android<\/b><small>este dispositivo/)
  })
})

suite('a code by mail', () => {
  test('signs in, in the browser that requested it', async () => {
    const { email } = await aPerson(service)
    const visitor = aVisitor(service)
    const requests = await visitor.post('/panel/entrar/codigo', {
      email,
      password: '',
      volver: '/panel/cuenta',
    })
    assert.deepEqual([requests.status, requests.location], [303, '/panel/entrar/codigo'])
    assert.match((await visitor.follow(requests)).text, /autocomplete="one-time-code"/)
    const { code, wrong } = await codeTo(service, email)
    assert.equal((await aVisitor(service).post('/panel/entrar/codigo', { code })).status, 400)
    assert.equal((await visitor.post('/panel/entrar/codigo', { code: wrong })).status, 400)
    const done = await visitor.post('/panel/entrar/codigo', { code })
    assert.deepEqual([done.status, done.location], [303, '/panel/cuenta'])
  })

  test('of an unknown address has the same responses', async () => {
    const [{ email }, stranger] = [await aPerson(service), aStranger()]
    const pages = await Promise.all(
      [email, stranger].map(async (address) => {
        const visitor = aVisitor(service)
        const requests = await visitor.post('/panel/entrar/codigo', { email: address })
        const shown = await visitor.follow(requests)
        const { wrong } = address === email ? await codeTo(service, email) : { wrong: '123456' }
        const replies = [requests, shown]
        for (let n = 0; n < 6; n++) replies.push(await visitor.post('/panel/entrar/codigo', { code: wrong }))
        return replies.map((page) => [page.status, plain(page, address)])
      }),
    )
    assert.deepEqual(pages[0], pages[1])
  })

  test('requested with neither address nor code is an error', async () => {
    assert.equal((await aVisitor(service).post('/panel/entrar/codigo')).status, 400)
  })
})

suite('a session', () => {
  test('ends by signing out, with Clear-Site-Data', async () => {
    const { id } = await aPerson(service)
    const person = await signedIn(service, id)
    const saved = new Map(person.cookies)
    const out = await person.post('/panel/salir')
    assert.deepEqual([out.status, out.location], [303, '/panel/entrar'])
    assert.equal(out.headers.get('clear-site-data'), '"storage"')
    assert.equal((await aVisitor(service, saved).get('/panel/cuenta')).status, 303)
  })

  test('that is ended is rejected on the next request', async () => {
    const { id } = await aPerson(service)
    const [used, other] = [await signedIn(service, id), await signedIn(service, id)]
    const replies = await Promise.all([
      ...Array.from({ length: 20 }, () => used.get('/panel/cuenta')),
      other.post('/panel/cuenta/dispositivos/cerrar'),
    ])
    for (const { status } of replies) assert.ok(status === 200 || status === 303)
    assert.equal((await used.get('/panel/cuenta')).status, 303)
    assert.equal((await other.get('/panel/cuenta')).status, 200)
  })

  test('is not accepted by the API, nor a key by the panel', async () => {
    const store = await aStore(service)
    const { cookies } = await signedIn(service, store.ownerId)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    assert.equal((await service.get('/api/v1/products', undefined, { cookie })).status, 401)
    const key = await aKey(service, { storeId: store.id, accountId: store.ownerId })
    const page = await aVisitor(service).get('/panel/cuenta', { authorization: `Bearer ${key}` })
    assert.equal(page.status, 303)
  })

  test('has pages that are not cached and can not be framed', async () => {
    const { headers } = await aVisitor(service).get('/panel/entrar')
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.match(headers.get('content-security-policy')!, /default-src 'none'.*frame-ancestors 'none'/)
  })
})
