import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aPerson, PASSWORD } from '../../../test/accounts.ts'
import { aProduct, aStore } from '../../../test/factories.ts'
import { signedIn } from '../../../test/panel.ts'
import { startService } from '../../../test/service.ts'
import { addMember } from '../../team/change.ts'
import { newFormKey } from './form-key.ts'

const service = await startService({ LOG_LEVEL: 'error' })

/** An owner with a password whose session ended while a page was open. */
async function anExpiredOwner() {
  const { id: ownerId, email } = await aPerson(service)
  const store = await aStore(service, { ownerId })
  const person = await signedIn(service, ownerId)
  await service.sql`delete from sessions where id = ${person.sessionId}`
  const signIn = (volver: string) => person.post('/panel/entrar', { email, password: PASSWORD, volver })
  /** The fields of a form that was rendered for the owner. */
  const typed = (fields: Record<string, string>) => ({ _key: newFormKey(ownerId), ...fields })
  return { store, base: `/panel/t/${store.slug}`, person, signIn, typed }
}

const volverOf = (location: string | null) => new URL(location!, service.url).searchParams.get('volver')!

suite('a form that is sent after the session ended', () => {
  test('is filled in on its page after signing in, once', async () => {
    const { store, base, person, signIn, typed } = await anExpiredOwner()
    const { id } = await aProduct(service, store, { name: 'Taza', price: 80 })
    const path = `${base}/productos/${id}`
    const description = 'Hecha a mano en Antigua. '.repeat(40)
    const sent = await person.post(
      path,
      typed({ name: 'Taza «azul»', price: '95', description, 'variants.0.name': 'Grande' }),
    )
    assert.deepEqual([sent.status, volverOf(sent.location)], [303, path])
    assert.match(
      (await person.follow(sent)).text,
      /Tu sesión venció\. Entra otra vez: lo que escribiste te espera/,
    )

    assert.equal((await person.get(path)).status, 303, 'still without a session')
    const { location } = await signIn(path)
    assert.equal(location, path)
    const { text } = await person.get(path)
    assert.match(text, /Tu sesión venció antes de guardar\. Lo que escribiste sigue aquí/)
    for (const value of ['Taza «azul»', '95', 'Grande']) assert.ok(text.includes(`value="${value}"`), value)
    assert.ok(text.includes(description))
    assert.doesNotMatch((await person.get(path)).text, /Tu sesión venció/)
    const { data } = (await service.get(`/api/v1/products/${id}`, store.key)).json
    assert.equal(data.name, 'Taza', 'nothing was saved yet')
  })

  test('with photos, of an account and of a row of a list is kept too', async () => {
    const { base, person, signIn, typed } = await anExpiredOwner()
    const photo = new File([new Uint8Array(100_000)], 'foto.jpg', { type: 'image/jpeg' })
    const sent = await person.postPhotos(`${base}/productos/nuevo`, typed({ name: 'Plato', price: '5' }), [
      photo,
    ])
    assert.equal(sent.status, 303)
    await signIn(volverOf(sent.location))
    assert.match((await person.get(`${base}/productos/nuevo`)).text, /value="Plato"/)
    await service.sql`delete from sessions`
    await person.post('/panel/tiendas/nueva', typed({ name: 'Flores Añil' }))
    await signIn('/panel/tiendas/nueva')
    assert.match((await person.get('/panel/tiendas/nueva')).text, /value="Flores Añil"/)
  })

  test('leaves no password in the browser, and no form behind after signing out', async () => {
    const { person, signIn, base, typed } = await anExpiredOwner()
    const secrets = { currentPassword: 'oculta-1', password: 'oculta-2', _password: 'oculta-3', name: 'Ana' }
    await person.post('/panel/cuenta', typed(secrets))
    const page = await signIn('/panel/cuenta').then(() => person.get('/panel/cuenta'))
    assert.doesNotMatch(page.text, /oculta/)
    assert.match(page.text, /value="Ana"/)
    await service.sql`delete from sessions`
    await person.post(`${base}/categorias`, { name: 'De otra persona' })
    assert.ok(person.cookies.has('vitrina-form'))
    await person.post('/panel/salir')
    assert.equal(person.cookies.has('vitrina-form'), false)
  })

  test('is not shown to another member who signs in, and is gone then', async () => {
    const { store, base, person, signIn, typed } = await anExpiredOwner()
    const colleague = await aPerson(service)
    await addMember(service.sql, store.id, colleague.id, 'ADMIN')
    const path = `${base}/categorias`
    await person.post(path, typed({ name: 'Regalos de boda' }))
    await person.post('/panel/entrar', { email: colleague.email, password: PASSWORD, volver: path })
    const { status, text } = await person.get(path)
    assert.equal(status, 200)
    assert.doesNotMatch(text, /Regalos de boda|Tu sesión venció antes/)
    await signIn(path)
    assert.doesNotMatch((await person.get(path)).text, /Regalos de boda/)
  })

  test('that is too long says so, and a forged cookie is ignored', async () => {
    const { person, base, signIn } = await anExpiredOwner()
    const random = Array.from({ length: 6000 }, () => Math.random().toString(36)[3]).join('')
    const sent = await person.post(`${base}/categorias`, { name: random })
    assert.equal(sent.status, 303)
    assert.match((await person.follow(sent)).text, /demasiado largo para conservarlo/)
    await signIn(`${base}/categorias`)
    for (const cookie of ['-', 'x', Buffer.from('[]').toString('base64url')]) {
      person.cookies.set('vitrina-form', cookie)
      assert.equal((await person.get(`${base}/categorias`)).status, 200, cookie)
    }
  })
})
