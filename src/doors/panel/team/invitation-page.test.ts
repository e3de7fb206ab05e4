import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { assertIncludes } from '../../../../test/assert-includes.ts'
import { aPerson, aStranger, codeTo, PASSWORD } from '../../../../test/accounts.ts'
import { aStore } from '../../../../test/factories.ts'
import { aVisitor, signedIn } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'
import { inviteMember } from '../../../features/team/invite.ts'

const service = await startService()
const { sql } = service

async function anInvitation(email: string) {
  const store = await aStore(service)
  const { token } = await inviteMember(sql, store.id, { email, role: 'STAFF', inviterId: store.ownerId })
  return { store, path: `/panel/invitacion/${token}` }
}

suite('/panel/invitacion/{token}', () => {
  test('shows the inviter and the role, and accepts by a form', async () => {
    const { id, email } = await aPerson(service)
    const { store, path } = await anInvitation(email)
    const person = await signedIn(service, id)
    const { status, text } = await person.get(path)
    assert.equal(status, 200)
    assertIncludes(text, [store.name, `${store.ownerId}@ejemplo.test`, 'como ayudante, que atiende pedidos'])
    assert.equal((await person.get(`/panel/t/${store.slug}/envios`)).status, 404) // looking accepts nothing
    assert.match(text, /¿Cómo te llamas\?/)
    const done = await person.post(path, { name: 'Ana Morales' })
    assert.deepEqual([done.status, done.location], [303, `/panel/t/${store.slug}`])
    assert.match((await person.get('/panel/cuenta')).text, /name="name"[^>]* value="Ana Morales"/)
    assert.equal((await person.get(`/panel/t/${store.slug}/envios`)).status, 200)
    assert.equal((await person.get(path)).status, 404)
  })

  test('of another address is 403 for the page and the form, with a sign-out that returns to it', async () => {
    const { path } = await anInvitation(aStranger())
    const person = await signedIn(service, (await aPerson(service)).id)
    const { status, text } = await person.get(path)
    assert.equal(status, 403)
    assert.match(text, /action="\/panel\/salir"/)
    assert.ok(text.includes(`name="volver" value="${path}"`))
    assert.equal((await person.post(path)).status, 403)
    const out = await person.post('/panel/salir', { volver: path })
    assert.deepEqual([out.location, (await person.follow(out)).status], [path, 200])
  })

  test('redirects through the sign-up and back without an account', async () => {
    const email = aStranger()
    const { store, path } = await anInvitation(email)
    const visitor = aVisitor(service)
    const [, signUp = ''] = /href="(\/panel\/crear-cuenta\?volver=[^"]*)"/.exec(
      (await visitor.get(path)).text,
    )!
    const form = (await visitor.get(signUp.replaceAll('&amp;', '&'))).text
    assert.ok(form.includes(` value="${email}"`), 'the e-mail is in place')
    assert.equal((await visitor.post(path)).location, `/panel/entrar?volver=${encodeURIComponent(path)}`)
    await visitor.post('/panel/crear-cuenta', { email, password: PASSWORD, volver: path })
    const made = await visitor.post('/panel/crear-cuenta/codigo', {
      code: (await codeTo(service, email)).code,
    })
    assert.equal(made.location, path)
    assert.equal((await visitor.post(path)).location, `/panel/t/${store.slug}`)
  })

  test('that is unknown or expired is 404', async () => {
    const { id, email } = await aPerson(service)
    const { store, path } = await anInvitation(email)
    await sql`update invitations set expires_at = now() where store_id = ${store.id}`
    const person = await signedIn(service, id)
    for (const address of [path, '/panel/invitacion/nada']) {
      assert.deepEqual([(await person.get(address)).status, (await person.post(address)).status], [404, 404])
    }
  })
})
