import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { PASSWORD, aPerson } from '../../../test/accounts.ts'
import {
  aClient,
  aConnector,
  authorizationPath,
  aVerifier,
  consentPage,
  followToClient,
} from '../../../test/connector.ts'
import { aStore } from '../../../test/factories.ts'
import { aMember, signedIn, type Person } from '../../../test/panel.ts'
import { startService } from '../../../test/service.ts'

const service = await startService()
const { sql } = service
const chosen = ['store:read', 'products:read'] as const

suite('the consent page', () => {
  const ask = async (person: Person, params: Record<string, string> = {}) =>
    consentPage(
      person,
      authorizationPath(
        await aClient(aConnector(service), params['redirect_uri']),
        aVerifier().challenge,
        params,
      ),
    )
  const grants = async (storeId: string) =>
    (await sql`select id from oauth_grants where store_id = ${storeId}`).length

  test('the consent page shows the client, the redirect host and the scopes, each of which can be deselected', async () => {
    const { store, person } = await aMember(service, 'OWNER')
    const { text, headers } = await ask(person, { scope: 'orders:read orders:write' })
    assert.match(text, /¿Conectar Claude con tu tienda\?/)
    assert.match(text, /claude\.ai/)
    assert.match(text, /nadie lo comprobó/)
    assert.match(text, new RegExp(`value="${store.id}"`))
    assert.equal([...text.matchAll(/name="scopes" value="[^"]+" checked/g)].length, 2)
    assert.match(text, /Ver los pedidos, con nombre, teléfono y dirección/)
    assert.doesNotMatch(text, /mismo aparato/)
    assert.match(headers.get('content-security-policy')!, /frame-ancestors 'none'/)
    assert.equal(headers.get('cross-origin-opener-policy'), 'unsafe-none')
  })

  test('the consent page warns of a client on the loopback interface', async () => {
    const { person } = await aMember(service, 'OWNER')
    assert.match((await ask(person, { redirect_uri: 'http://127.0.0.1:8765/cb' })).text, /mismo aparato/)
  })

  test("the consent page names the scheme of an app's own address, not the host that the app made up", async () => {
    const { person } = await aMember(service, 'OWNER')
    const { text } = await ask(person, { redirect_uri: 'cursor://claude.ai/oauth/callback' })
    assert.match(text, /vuelves, con el acceso, a <b>cursor:\/\/<\/b>/)
    assert.doesNotMatch(text, /claude\.ai/)
    assert.match(text, /mismo aparato/)
  })

  test('the consent page requires signing in, and returns', async () => {
    const { store, person } = await aMember(service, 'OWNER')
    const { path } = await ask(person)
    const { cookies } = person
    const session = cookies.get('vitrina')!
    cookies.delete('vitrina')
    assert.equal((await person.get(path)).location, `/panel/entrar?volver=${encodeURIComponent(path)}`)
    cookies.set('vitrina', session)
    assert.match((await person.get(path)).text, new RegExp(store.name))
  })

  test("the consent page grants no more than the role's permissions", async () => {
    const { store, person } = await aMember(service, 'STAFF')
    const { path, text } = await ask(person)
    assert.match(text, /value="orders:read"/)
    assert.doesNotMatch(text, /value="webhooks:write"/)
    const none = await person.post(path, { storeId: store.id, scopes: ['webhooks:write'] })
    assert.deepEqual([none.status, await grants(store.id)], [400, 0])
    await followToClient(
      person,
      await person.post(path, { storeId: store.id, scopes: ['webhooks:write', 'orders:read'] }),
    )
    const [grant] = await sql`select scopes from oauth_grants where store_id = ${store.id}`
    assert.deepEqual(grant!['scopes'], ['orders:read'])
  })

  test('the consent page grants only requested scopes, and at least one', async () => {
    const { store, person } = await aMember(service, 'OWNER')
    const { path } = await ask(person, { scope: 'orders:read' })
    for (const scopes of [[], ['store:write'], ['todo']]) {
      const { status } = await person.post(path, { storeId: store.id, scopes })
      assert.deepEqual([status, await grants(store.id)], [400, 0])
    }
  })

  test("the consent page grants no access to another account's store", async () => {
    const [{ person }, victim] = [await aMember(service, 'OWNER'), await aStore(service)]
    const { path } = await ask(person)
    const { status } = await person.post(path, { storeId: victim.id, scopes: chosen })
    assert.deepEqual([status, await grants(victim.id)], [400, 0])
  })

  test('the consent page is bound to the browser that requested it, and its form to our own origin', async () => {
    const [{ store, person }, other] = [await aMember(service, 'OWNER'), await aMember(service, 'OWNER')]
    const { path } = await ask(person)
    assert.equal((await other.person.get(path)).status, 400)
    await other.person.post(path, { storeId: other.store.id, scopes: chosen })
    const foreign = { 'sec-fetch-site': 'cross-site' }
    assert.equal((await person.post(path, { storeId: store.id, scopes: chosen }, foreign)).status, 403)
    assert.equal((await person.post(`${path}/rechazar`, {}, foreign)).status, 403)
    assert.deepEqual([await grants(store.id), await grants(other.store.id)], [0, 0])
    const page = await person.get(path)
    assert.equal(page.status, 200)
    // Who would resume another one's request gets no code of it.
    const resumed = await other.person.get(path.replace('/permisos', ''))
    assert.deepEqual([resumed.status, resumed.location], [400, null])
  })

  test('the consent page takes one consent, also from a double tap', async () => {
    const { store, person } = await aMember(service, 'OWNER')
    const { path } = await ask(person)
    const responses = await Promise.all(
      [1, 2, 3].map(() => person.post(path, { storeId: store.id, scopes: chosen })),
    )
    assert.deepEqual(
      responses.map(({ status }) => status),
      [303, 303, 303],
    )
    assert.equal(await grants(store.id), 1)
  })

  test('the consent page can be denied', async () => {
    const { store, person } = await aMember(service, 'OWNER')
    const { path } = await ask(person)
    const back = await followToClient(person, await person.post(`${path}/rechazar`))
    assert.deepEqual([back.searchParams.get('error'), back.searchParams.get('code')], ['access_denied', null])
    assert.equal(await grants(store.id), 0)
  })

  test('the consent page asks for the password when the last authentication is old, and continues', async () => {
    const store = await aStore(service, { ownerId: (await aPerson(service)).id })
    const person = await signedIn(service, store.ownerId)
    await sql`update sessions set proved_at = now() - interval '11 minutes' where id = ${person.sessionId}`
    const { path } = await ask(person)
    const fields = { storeId: store.id, scopes: chosen }
    const question = await person.post(path, fields)
    assert.match(question.text, /Confirma que eres tú/)
    assert.equal(await grants(store.id), 0)
    await followToClient(person, await person.post(path, { ...fields, _password: PASSWORD }))
    assert.equal(await grants(store.id), 1)
  })
})
