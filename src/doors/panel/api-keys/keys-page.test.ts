import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aPerson, PASSWORD } from '../../../../test/accounts.ts'
import { aStore } from '../../../../test/factories.ts'
import { aMember, signedIn, type Person } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'
import { STORE_SCOPES } from '../../../core/auth/scopes.ts'
import { addMember } from '../../../features/team/change.ts'
import { sentenceOfScope } from '../parts/scope-sentences.ts'

const service = await startService({ LOG_LEVEL: 'error' })
const { sql } = service

const tokenIn = (text: string) => /vit_[0-9A-Za-z]{46}/.exec(text)?.[0]

async function aPanelKey(person: Person, base: string, scopes: string[] = ['products:read']) {
  const { text, status } = await person.post(`${base}/claves/nueva`, { name: 'Inventario', scopes })
  const token = tokenIn(text)
  assert.ok(token, `${status} ${text.slice(-2000)}`)
  return { token, id: /claves\/([a-z0-9]{24})"/.exec(text)![1]! }
}
const products = async (token: string) => (await service.get('/api/v1/products', token)).status

suite('the pages of the keys', () => {
  test('describe every scope', () => {
    for (const scope of STORE_SCOPES) assert.notEqual(sentenceOfScope(scope), scope)
  })

  test('create a key that works within its scopes, show it once, and list it', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    assert.match((await person.get(`${base}/claves/nueva`)).text, /Ver los productos/)
    const { token, id } = await aPanelKey(person, base)
    assert.equal(await products(token), 200)
    assert.equal((await service.get('/api/v1/orders', token)).status, 403)
    for (const path of ['/claves', `/claves/${id}`]) {
      const { text } = await person.get(base + path)
      assert.ok(text.includes(token.slice(0, 12)))
      assert.ok(!text.includes(token), path)
    }
  })

  test('show the same key for the same form sent twice, also concurrently', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const fields = { name: 'Doble', scopes: 'products:read', _key: 'unamismallave' }
    const twice = await Promise.all([1, 2].map(() => person.post(`${base}/claves/nueva`, fields)))
    const [first, second] = twice.map(({ text }) => tokenIn(text))
    assert.ok(first && first === second)
    const [{ count }] = await sql<[{ count: number }]>`
      select count(*) from api_keys where store_id = ${store.id} and name = 'Doble'`
    assert.equal(count, 1)
    const other = await signedIn(service, person.accountId) // another session
    assert.notEqual(tokenIn((await other.post(`${base}/claves/nueva`, fields)).text), first)
  })

  test('show errors, keep the selection, and reject account scopes', async () => {
    const { base, person } = await aMember(service, 'ADMIN')
    const none = await person.post(`${base}/claves/nueva`, { name: 'Nada' })
    assert.equal(none.status, 400)
    assert.match(none.text, /value="Nada"/)
    assert.match(none.text, /class="wrong" id="scopes-wrong">Marca al menos una casilla</)
    const nameless = await person.post(`${base}/claves/nueva`, { name: '', scopes: 'orders:read' })
    assert.match(nameless.text, /value="orders:read" checked/)
    const foreign = await person.post(`${base}/claves/nueva`, { name: 'x', scopes: 'stores:write' })
    assert.equal(foreign.status, 400)
  })

  test('expire at the chosen time', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    const made = await person.post(`${base}/claves/nueva`, {
      name: 'Corta',
      scopes: 'products:read',
      days: '30',
    })
    const token = tokenIn(made.text)!
    assert.match((await person.get(`${base}/claves`)).text, /Activa/)
    await sql`update api_keys set expires_at = now() where prefix = ${token.slice(0, 12)}`
    assert.equal(await products(token), 401)
    assert.match((await person.get(`${base}/claves`)).text, /Vencida/)
  })

  test('rotate with overlap: both keys work, and a third rotation ends the first', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    const first = await aPanelKey(person, base)
    const rotated = await person.post(`${base}/claves/${first.id}/cambiar`, { old: '24' })
    const second = tokenIn(rotated.text)!
    const secondId = /claves\/([a-z0-9]{24})"/.exec(rotated.text)![1]!
    assert.deepEqual([await products(first.token), await products(second)], [200, 200])
    assert.match((await person.get(`${base}/claves/${first.id}`)).text, /Reemplazada.*Funciona hasta/s)
    assert.equal((await person.post(`${base}/claves/${first.id}/cambiar`, { old: '24' })).status, 409)
    const third = tokenIn((await person.post(`${base}/claves/${secondId}/cambiar`, { old: '24' })).text)!
    assert.deepEqual(
      [await products(first.token), await products(second), await products(third)],
      [401, 200, 200],
    )
  })

  test('rotate with immediate revocation; the same form twice creates one key', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const first = await aPanelKey(person, base)
    const fields = { old: '0', _key: 'unamismallave' }
    const path = `${base}/claves/${first.id}/cambiar`
    const tokens = (await Promise.all([person.post(path, fields), person.post(path, fields)])).map(
      ({ text }) => tokenIn(text),
    )
    assert.ok(tokens[0] && tokens[0] === tokens[1])
    assert.deepEqual([await products(first.token), await products(tokens[0])], [401, 200])
    const [{ count }] = await sql<[{ count: number }]>`
      select count(*) from api_keys where store_id = ${store.id} and name = 'Inventario'`
    assert.equal(count, 2)
  })

  test('revoke, but not keys of another store', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    const { token, id } = await aPanelKey(person, base)
    const other = await aMember(service, 'OWNER')
    for (const path of [`/claves/${id}/revocar`, `/claves/${id}/cambiar`]) {
      assert.equal((await other.person.post(other.base + path, { old: '0' })).status, 404)
    }
    assert.equal((await other.person.get(`${other.base}/claves/${id}`)).status, 404)
    assert.equal(await products(token), 200)
    await person.post(`${base}/claves/${id}/revocar`)
    assert.equal(await products(token), 401)
    assert.match((await person.get(`${base}/claves/${id}`)).text, /Revocada/)
  })

  test('list the allowed origins, and show the error of one at its field', async () => {
    const { store, base, person } = await aMember(service, 'ADMIN')
    const path = `${base}/claves`
    const saved = await person.post(path, {
      'allowedOrigins.0': 'https://una.example/',
      'allowedOrigins.1': '',
      'allowedOrigins.2': 'https://otra.example',
    })
    assert.equal(saved.status, 303)
    assert.match(
      (await person.get(path)).text,
      /value="https:\/\/una\.example".*value="https:\/\/otra\.example"/s,
    )
    const wrong = await person.post(path, { 'allowedOrigins.0': '', 'allowedOrigins.1': 'una.example' })
    assert.equal(wrong.status, 400)
    assert.match(wrong.text, /id="allowedOrigins\.1-wrong"|name="allowedOrigins\.1"[^>]*aria-invalid/)
    await person.post(path, { 'allowedOrigins.0': '', 'allowedOrigins.1': '' })
    const { allowedOrigins } = (await service.get('/api/v1/store', store.key)).json.data
    assert.deepEqual(allowedOrigins, [])
  })

  test('respect the cap of the plan, also concurrently', async () => {
    const { store, base, person } = await aMember(service, 'OWNER', { plan: 'free' }) // has one key already
    const outcomes = await Promise.all(
      ['a', 'b', 'c'].map((name) => person.post(`${base}/claves/nueva`, { name, scopes: 'products:read' })),
    )
    assert.deepEqual(
      outcomes.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 403, 403],
    )
    assert.match(outcomes.find(({ status }) => status === 403)!.text, /El plan permite hasta 2 claves/)
    const [{ id }] = await sql<[{ id: string }]>`
      select id from api_keys where store_id = ${store.id} order by created_at desc limit 1`
    assert.equal((await person.post(`${base}/claves/${id}/cambiar`, { old: '24' })).status, 200) // one for one
  })

  test('show that a key is rejected because its creator is no longer an administrator', async () => {
    const { store, base, person } = await aMember(service, 'ADMIN')
    const { token, id } = await aPanelKey(person, base)
    await addMember(sql, store.id, person.accountId, 'STAFF')
    assert.equal(await products(token), 403)
    const owner = await signedIn(service, store.ownerId)
    assert.match((await owner.get(`${base}/claves/${id}`)).text, /Sin efecto.*No abre nada/s)
    assert.equal((await person.get(`${base}/claves`)).status, 403)
    assert.equal((await person.post(`${base}/claves/nueva`, { name: 'x', scopes: 'store:read' })).status, 403)
  })

  test('request the password when the authentication is old, and keep the selection', async () => {
    const { id } = await aPerson(service)
    const store = await aStore(service, { ownerId: id })
    const person = await signedIn(service, id)
    await sql`update sessions set proved_at = now() - interval '11 minutes' where id = ${person.sessionId}`
    const path = `/panel/t/${store.slug}/claves/nueva`
    const fields = { name: 'Tarde', scopes: ['orders:read', 'products:read'] }
    const question = await person.post(path, fields)
    assert.match(question.text, /Confirma que eres tú/)
    assert.equal(question.text.match(/name="scopes" value="/g)?.length, 2)
    assert.ok(tokenIn((await person.post(path, { ...fields, _password: PASSWORD })).text))
  })
})
