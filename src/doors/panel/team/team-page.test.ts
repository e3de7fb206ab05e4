import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { assertIncludes } from '../../../../test/assert-includes.ts'
import { aPerson, PASSWORD } from '../../../../test/accounts.ts'
import { anAccount, aStore } from '../../../../test/factories.ts'
import { aMember, signedIn } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'
import { addMember } from '../../../features/team/change.ts'

const service = await startService({ LOG_LEVEL: 'error' })
const { sql } = service

async function invitationsOf(store: { id: string }) {
  return [
    ...(await sql<{ id: string; email: string; role: string; hash: string }[]>`
    select id, email, role, encode(token_hash, 'hex') as hash from invitations where store_id = ${store.id}`),
  ]
}

suite('the page of the team', () => {
  test('lists members and invitations with their roles', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const { id, email } = await anAccount(service)
    await addMember(sql, store.id, id, 'STAFF')
    const sent = await person.post(`${base}/equipo`, { email: ' Nueva@Ejemplo.test ', role: 'ADMIN' })
    assert.deepEqual([sent.status, sent.location], [303, `${base}/equipo`])
    const text = (await person.follow(sent)).text.replaceAll('<wbr>', '')
    assertIncludes(text, [email, 'Ayudante', 'Tú', 'nueva@ejemplo.test', 'vence en 7 días'])
  })

  test('sends an invitation once for a double tap, resends and cancels it', async () => {
    const { store, base, person } = await aMember(service, 'ADMIN')
    const fields = { email: 'doble@ejemplo.test', role: 'STAFF', _key: 'unamismallave' }
    await Promise.all([person.post(`${base}/equipo`, fields), person.post(`${base}/equipo`, fields)])
    const [first] = await invitationsOf(store)
    const [{ count }] = await sql<[{ count: number }]>`
      select count(*) from deliveries where store_id = ${store.id} and event = 'team.invited'`
    assert.equal(count, 1)
    await person.post(`${base}/equipo/invitaciones/${first!.id}/reenviar`)
    const [second] = await invitationsOf(store)
    assert.notEqual(second!.hash, first!.hash)
    const other = await aMember(service, 'OWNER')
    const across = await other.person.post(`${other.base}/equipo/invitaciones/${first!.id}/cancelar`)
    assert.equal(across.status, 404)
    await person.post(`${base}/equipo/invitaciones/${first!.id}/cancelar`)
    assert.deepEqual(await invitationsOf(store), [])
  })

  test('shows the error of an address, and that the cap is reached', async () => {
    const { base, person } = await aMember(service, 'OWNER', { plan: 'free' })
    const wrong = await person.post(`${base}/equipo`, { email: 'sin-arroba', role: 'STAFF' })
    assert.equal(wrong.status, 400)
    assert.match(wrong.text, /value="sin-arroba"/)
    await person.post(`${base}/equipo`, { email: 'una@ejemplo.test', role: 'STAFF' })
    const full = await person.post(`${base}/equipo`, { email: 'dos@ejemplo.test', role: 'STAFF' })
    assert.equal(full.status, 403)
    assert.match(full.text, /El plan permite hasta 2 personas/)
  })

  test('is limited to thirty invitations per day', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    await sql`
      insert into long_rate_hits (key, hits, ends_at)
      values (${`invitation:${store.id}`}, 29, now() + interval '1 day')`
    const invite = (email: string) => person.post(`${base}/equipo`, { email, role: 'STAFF' })
    assert.equal((await invite('treinta@ejemplo.test')).status, 303)
    assert.equal((await invite('treinta-y-una@ejemplo.test')).status, 429)
    assert.deepEqual(
      (await invitationsOf(store)).map(({ email }) => email),
      ['treinta@ejemplo.test'],
    )
  })

  test('changes a role, transfers the store and removes members; ids of another store are 404', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const { id: accountId } = await anAccount(service)
    const { id } = await addMember(sql, store.id, accountId, 'STAFF')
    await person.post(`${base}/equipo/${id}`, { role: 'ADMIN' })
    assert.match(
      (await person.get(`${base}/equipo/${id}`)).text,
      /Encargado\/a<\/span>\s*Puede todo menos el plan/,
    )

    const other = await aMember(service, 'OWNER')
    for (const path of ['', '/quitar', '/entregar']) {
      const { status } = await other.person.post(`${other.base}/equipo/${id}${path}`, { role: 'STAFF' })
      assert.ok([400, 404].includes(status), `${path} ${status}`)
    }
    assert.equal((await other.person.get(`${other.base}/equipo/${id}`)).status, 404)

    await person.post(`${base}/equipo/${id}/entregar`)
    assert.equal((await person.post(`${base}/equipo/${id}/entregar`)).status, 403) // no owner any more
    const theirs = await signedIn(service, accountId)
    const [{ mine }] = await sql<[{ mine: string }]>`
      select id as mine from members where store_id = ${store.id} and account_id = ${store.ownerId}`
    await theirs.post(`${base}/equipo/${mine}/quitar`)
    assert.equal((await person.get(base)).status, 404)
  })

  test('adds another owner, by an owner only', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const [admin, staff] = [await anAccount(service), await anAccount(service)]
    const { id: adminId } = await addMember(sql, store.id, admin.id, 'ADMIN')
    const { id: staffId } = await addMember(sql, store.id, staff.id, 'STAFF')
    const administrator = await signedIn(service, admin.id)
    assert.doesNotMatch((await administrator.get(`${base}/equipo/${staffId}`)).text, /value="OWNER"/)
    const rejected = await administrator.post(`${base}/equipo/${staffId}`, { role: 'OWNER' })
    assert.equal(rejected.status, 403)
    assert.match((await person.get(`${base}/equipo/${adminId}`)).text, /value="OWNER"/)
    await person.post(`${base}/equipo/${adminId}`, { role: 'OWNER' })
    assert.match((await person.get(`${base}/equipo/${adminId}`)).text, /value="OWNER" selected/)
    assert.equal((await administrator.get(`${base}/plan`)).status, 200)
    const mails = await sql`
      select 1 from deliveries where store_id = ${store.id} and event = 'team.owner_added'`
    assert.equal(mails.length, 2)
    assert.equal((await person.post(`${base}/salir-del-equipo`)).status, 303)
  })

  test('does not let the only owner leave, and says why', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const [own] = await sql<{ id: string }[]>`select id from members where store_id = ${store.id}`
    const offers = async (path: string) => {
      const { text } = await person.get(base + path)
      return { link: text.includes('/salir-del-equipo"'), reason: text.includes('La tienda es solo tuya') }
    }
    const paths = ['/equipo', `/equipo/${own!.id}`, '/mas']
    assert.deepEqual(await Promise.all(paths.map(offers)), [
      { link: false, reason: true },
      { link: false, reason: true },
      { link: false, reason: false },
    ])
    await addMember(sql, store.id, (await anAccount(service)).id, 'OWNER')
    for (const path of paths) assert.deepEqual(await offers(path), { link: true, reason: false }, path)
  })

  test('lets a member leave, but not the last owner', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const rejected = await person.post(`${base}/salir-del-equipo`)
    assert.equal(rejected.status, 409)
    assert.match(rejected.text, /se quedaría sin/)
    const { id } = await anAccount(service)
    await addMember(sql, store.id, id, 'STAFF')
    const member = await signedIn(service, id)
    assert.equal((await member.get(`${base}/salir-del-equipo`)).status, 200)
    const left = await member.post(`${base}/salir-del-equipo`)
    assert.deepEqual([left.status, left.location], [303, '/panel/tiendas'])
    assert.equal((await member.get(base)).status, 404)
  })

  test('asks for the password when the authentication is old, and keeps the input', async () => {
    const { id } = await aPerson(service)
    const store = await aStore(service, { ownerId: id })
    const person = await signedIn(service, id)
    await sql`update sessions set proved_at = now() - interval '11 minutes' where id = ${person.sessionId}`
    const path = `/panel/t/${store.slug}/equipo`
    const fields = { email: 'tarde@ejemplo.test', role: 'STAFF' }
    const question = await person.post(path, fields)
    assert.match(question.text, /Confirma que eres tú.*name="email" value="tarde@ejemplo.test"/s)
    assert.deepEqual(await invitationsOf(store), [])
    await person.post(path, { ...fields, _password: PASSWORD })
    assert.equal((await invitationsOf(store))[0]?.email, 'tarde@ejemplo.test')
  })

  test('is not for staff', async () => {
    const { base, person } = await aMember(service, 'STAFF')
    assert.equal((await person.get(`${base}/equipo`)).status, 403)
    assert.equal((await person.post(`${base}/equipo`, { email: 'a@b.test', role: 'STAFF' })).status, 403)
  })
})
