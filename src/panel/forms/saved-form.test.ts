import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aPerson, PASSWORD } from '../../../test/accounts.ts'
import { aPlacedOrder, aProduct, aStore } from '../../../test/factories.ts'
import { aVisitor } from '../../../test/panel.ts'
import { startService } from '../../../test/service.ts'
import { removeKnownDevices } from '../../accounts/known-device.ts'
import { eraseCustomer } from '../../customers/erase.ts'
import { addMember } from '../../team/change.ts'
import { newFormKey } from './form.ts'

const service = await startService({ LOG_LEVEL: 'error' })

/** An owner whose session ended while a page was open in the browser. */
async function anExpiredOwner() {
  const { id: ownerId, email } = await aPerson(service)
  const store = await aStore(service, { ownerId })
  const person = aVisitor(service)
  const signIn = (volver: string) => person.post('/panel/entrar', { email, password: PASSWORD, volver })
  /** As if it had been 90 days. */
  const expire = () => service.sql`update sessions set expires_at = now() where account_id = ${ownerId}`
  await signIn('/panel')
  await expire()
  /** The fields of a form that was rendered for the owner. */
  const typed = (fields: Record<string, string>) => ({ _key: newFormKey(ownerId), ...fields })
  return { ownerId, store, base: `/panel/t/${store.slug}`, person, signIn, typed, expire }
}

const draftsOf = async ({ ownerId }: { ownerId: string }) => [
  ...(await service.sql<{ form: string }[]>`select form from panel_drafts where account_id = ${ownerId}`),
]

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
    assert.match(text, /Esto es lo que estabas escribiendo\. Todavía no está guardado/)
    for (const value of ['Taza «azul»', '95', 'Grande']) assert.ok(text.includes(`value="${value}"`), value)
    assert.ok(text.includes(description))
    const { data } = (await service.get(`/api/v1/products/${id}`, store.key)).json
    assert.equal(data.name, 'Taza', 'nothing was saved yet')
    await person.post(path, { name: 'Taza azul', price: '95' })
    assert.doesNotMatch((await person.get(path)).text, /estabas escribiendo/)
  })

  test('is kept whole, whatever its length: 100 variants, 100 lines, a long text', async () => {
    const { base, person, signIn, typed } = await anExpiredOwner()
    const random = () => Math.random().toString(36).slice(2, 10)
    const variants = Array.from({ length: 100 }, (_, n): [string, string][] => [
      [`variants.${n}.name`, `Talla ${n} ${random()}`],
      [`variants.${n}.price`, String(n + 100)],
      [`variants.${n}.stock`, String(n)],
      [`variants.${n}.sku`, random() + random()],
    ])
    const path = `${base}/productos/nuevo`
    const product = Object.fromEntries([['name', 'Camisa'], ['price', '100'], ...variants.flat()])
    const sent = await person.post(path, typed({ ...product, description: 'Tejida a mano. '.repeat(300) }))
    assert.equal(volverOf(sent.location), path)
    const lines = Array.from({ length: 100 }, (_, n) => [`items.${n}.quantity`, `1${n}`])
    await person.post(`${base}/pedidos/nuevo`, typed({ name: 'Edgar', ...Object.fromEntries(lines) }))
    await signIn(path)
    const { text } = await person.get(path)
    for (const [[, name]] of variants as [[string, string]][])
      assert.ok(text.includes(`value="${name}"`), name)
    assert.match((await person.get(`${base}/pedidos/nuevo`)).text, /value="Edgar"/)
  })

  test('with photos, and of an account, is kept too, and the photos are named', async () => {
    const { base, person, signIn, typed, expire } = await anExpiredOwner()
    const photo = new File([new Uint8Array(100_000)], 'foto.jpg', { type: 'image/jpeg' })
    const sent = await person.postPhotos(`${base}/productos/nuevo`, typed({ name: 'Plato', price: '5' }), [
      photo,
    ])
    assert.equal(sent.status, 303)
    await signIn(volverOf(sent.location))
    const { text } = await person.get(`${base}/productos/nuevo`)
    assert.match(text, /value="Plato"/)
    assert.match(text, /Elige otra vez «foto\.jpg»: no llegó a subir\./)
    await expire()
    await person.post('/panel/tiendas/nueva', typed({ name: 'Flores Añil' }))
    await signIn('/panel/tiendas/nueva')
    assert.match(
      (await person.get('/panel/tiendas/nueva')).text,
      /Lo que escribiste sigue aquí[^]*value="Flores Añil"/,
    )
    assert.doesNotMatch((await person.get('/panel/tiendas/nueva')).text, /Flores Añil/, 'once')
  })

  test('leaves no password behind, and no way to it after signing out', async () => {
    const { ownerId, person, signIn, base, typed, expire } = await anExpiredOwner()
    const secrets = { currentPassword: 'oculta-1', password: 'oculta-2', _password: 'oculta-3', name: 'Ana' }
    await person.post('/panel/cuenta', typed(secrets))
    const [draft] = await service.sql<
      { fields: object }[]
    >`select fields from panel_drafts where account_id = ${ownerId}`
    assert.deepEqual(draft!.fields, { name: ['Ana'] })
    const page = await signIn('/panel/cuenta').then(() => person.get('/panel/cuenta'))
    assert.doesNotMatch(page.text, /oculta/)
    assert.match(page.text, /value="Ana"/)
    await expire()
    await person.post(`${base}/categorias`, typed({ name: 'De otra persona' }))
    assert.ok(person.cookies.has('vitrina-form'))
    await person.post('/panel/salir')
    assert.equal(person.cookies.has('vitrina-form'), false)
  })

  test('is not shown to another member who signs in, but to its author afterwards', async () => {
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
    assert.match((await person.get(path)).text, /value="Regalos de boda"/)
  })

  test('is kept only for who has signed in from this browser, and is a member of the store', async () => {
    const owner = await anExpiredOwner()
    const { base, person, typed, ownerId } = owner
    const path = `${base}/categorias`
    const stranger = aVisitor(service)
    const other = await anExpiredOwner()
    for (const [who, fields] of [
      [stranger, typed({ name: 'De nadie' })],
      [other.person, typed({ name: 'Con la marca de otra cuenta' })],
      [other.person, other.typed({ name: 'De otra tienda' })],
      [person, { name: 'Sin marca' }],
    ] as const) {
      const sent = await who.post(path, fields)
      assert.match(
        (await who.follow(sent)).text,
        /Tu sesión venció, y lo que escribiste no se pudo conservar/,
      )
    }
    await removeKnownDevices(service.sql, ownerId)
    await person.post(path, typed({ name: 'De un navegador que se cerró' }))
    assert.deepEqual([await draftsOf(owner), await draftsOf(other)].flat(), [])
  })

  test('is kept within its size, and so often', async () => {
    const owner = await anExpiredOwner()
    const { base, person, typed, signIn } = owner
    const long = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`text${n}`, 'x'.repeat(5_000)]))
    await person.post(`${base}/tienda`, typed(long))
    assert.deepEqual(await draftsOf(owner), [])
    for (let n = 0; n < 32; n++)
      await person.post(`${base}/categorias/c${n % 3}`, typed({ name: `Vez ${n}.` }))
    const kept = await service.sql<{ name: string }[]>`
      select fields #>> '{name,0}' as name from panel_drafts where account_id = ${owner.ownerId} order by form`
    assert.deepEqual(
      kept.map(({ name }) => name),
      ['Vez 27.', 'Vez 28.', 'Vez 29.'],
    )
    await signIn(`${base}/categorias`)
    for (const cookie of ['-', 'x', '%', '/panel/t/x/categorias', `${base}/categorias`]) {
      person.cookies.set('vitrina-form', cookie)
      assert.equal((await person.get(`${base}/categorias`)).status, 200, cookie)
    }
  })

  test('goes with the erasure of a customer, where it is about orders or customers', async () => {
    const owner = await anExpiredOwner()
    const { base, person, typed, store } = owner
    await person.post(`${base}/pedidos/nuevo`, typed({ name: 'Edgar', phone: '+50255551234' }))
    await person.post(`${base}/categorias`, typed({ name: 'Panes' }))
    await aPlacedOrder(service, store)
    const [customer] = (await service.get('/api/v1/customers', store.key)).json.data
    await eraseCustomer(service.sql, store.id, customer!.id)
    assert.deepEqual(await draftsOf(owner), [{ form: '/categorias' }])
  })
})
