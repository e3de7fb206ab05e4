import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aPerson, codeTo, mailsTo, PASSWORD } from '../../../../test/accounts.ts'
import { aStore } from '../../../../test/factories.ts'
import { aVisitor, signedIn } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'
import { eraseDeletedAccounts } from '../../../features/accounts/deletion.ts'
import { createApiKey } from '../../../features/api-keys/create.ts'
import { addMember } from '../../../features/team/change.ts'

const service = await startService()
const { sql } = service
const DELETE = '/panel/cuenta/eliminar'

/** Somebody of the staff of a store, with a key. */
async function aColleague() {
  const account = await aPerson(service)
  const store = await aStore(service)
  await addMember(sql, store.id, account.id, 'ADMIN')
  await createApiKey(sql, { accountId: account.id, storeId: store.id, name: 'Caja', scopes: ['orders:read'] })
  return { ...account, store, ...(await signedIn(service, account.id)) }
}

const daysPass = (id: string, days: number) =>
  sql`update accounts set deleted_at = deleted_at - make_interval(days => ${days}) where id = ${id}`

const accountOf = async (id: string) => {
  const [row] = await sql<{ email: string; name: string | null; isErased: boolean }[]>`
    select email, name, erased_at is not null as is_erased from accounts where id = ${id}`
  return row!
}

suite('deleting the own account', () => {
  test('asks for the password where the last proof is old, ends sessions, keys and membership, and mails the person', async () => {
    const person = await aColleague()
    const other = await signedIn(service, person.id)
    await sql`update sessions set proved_at = now() - interval '1 hour' where id = ${person.sessionId}`
    assert.equal(
      (await person.post(DELETE, { _password: 'no-es-esta', confirmation: person.email })).status,
      400,
    )
    assert.equal((await person.get('/panel/cuenta')).status, 200)
    const mistaken = await person.post(DELETE, { _password: PASSWORD, confirmation: 'otra@ejemplo.gt' })
    assert.equal(mistaken.status, 400)
    assert.match(mistaken.text, new RegExp(`No es tu correo: escribe ${person.email}`))
    const reply = await person.post(DELETE, { _password: PASSWORD, confirmation: person.email })
    assert.deepEqual([reply.status, reply.location], [303, '/panel/entrar'])
    for (const { status } of [await person.get('/panel/cuenta'), await other.get('/panel/cuenta')])
      assert.equal(status, 303)
    const [left] = await sql<[{ members: number; keys: number }]>`
      select
        (select count(*) from members where account_id = ${person.id}) as members,
        (select count(*) from api_keys where account_id = ${person.id} and revoked_at is null) as keys`
    assert.deepEqual(left, { members: 0, keys: 0 })
    assert.equal((await mailsTo(service, person.email)).at(-1)!.event, 'account.deleted')
    const signIn = await aVisitor(service).post('/panel/entrar', { email: person.email, password: PASSWORD })
    assert.equal(signIn.status, 400)
  })

  test('is 409 for the only owner of a store, and the page leads to what to do', async () => {
    const person = await aPerson(service)
    const { slug, id } = await aStore(service, { ownerId: person.id })
    const owner = await signedIn(service, person.id)
    const { status, text } = await owner.post(DELETE, { confirmation: person.email })
    assert.equal(status, 409)
    assert.match(text, new RegExp(`/panel/t/${slug}/equipo.*/panel/t/${slug}/eliminar-tienda`, 's'))
    await addMember(sql, id, (await aPerson(service)).id, 'OWNER')
    assert.equal((await owner.post(DELETE, { confirmation: person.email })).status, 303)
  })

  test('is taken back by signing in with a code within 30 days, and erases the person after them', async () => {
    const [kept, gone] = [await aColleague(), await aColleague()]
    for (const person of [kept, gone]) {
      await person.post(DELETE, { confirmation: person.email })
      await daysPass(person.id, 29)
    }
    const visitor = aVisitor(service)
    await visitor.post('/panel/entrar/codigo', { email: kept.email })
    const { code } = await codeTo(service, kept.email)
    assert.equal((await visitor.post('/panel/entrar/codigo', { code })).status, 303)
    await eraseDeletedAccounts(sql)
    assert.equal((await accountOf(gone.id)).email, gone.email)
    for (const { id } of [kept, gone]) await daysPass(id, 2)
    await eraseDeletedAccounts(sql)
    assert.deepEqual(await accountOf(gone.id), {
      email: `${gone.id}@erased.invalid`,
      name: null,
      isErased: true,
    })
    assert.deepEqual(
      [(await accountOf(kept.id)).email, (await accountOf(kept.id)).isErased],
      [kept.email, false],
    )
  })
})

suite('the data of the own account', () => {
  test('are one JSON file, after the password where the last proof is old', async () => {
    const person = await aColleague()
    const { headers, text } = await person.post('/panel/cuenta/datos')
    assert.match(headers.get('content-disposition')!, /attachment; filename="mi-cuenta\.json"/)
    const data = JSON.parse(text)
    assert.deepEqual(
      [
        data.account.email,
        data.stores[0].slug,
        data.stores[0].role,
        data.apiKeys[0].name,
        data.sessions[0].device,
      ],
      [person.email, person.store.slug, 'ADMIN', 'Caja', 'Chrome en Android'],
    )
    assert.doesNotMatch(text, /hash|secret"/i)
    await sql`update sessions set proved_at = now() - interval '1 hour' where id = ${person.sessionId}`
    assert.match((await person.post('/panel/cuenta/datos')).text, /Confirma que eres tú/)
    const proved = await person.post('/panel/cuenta/datos', { _password: PASSWORD })
    assert.equal(JSON.parse(proved.text).account.email, person.email)
  })
})
