import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { signedIn } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'
import { anAccount, aStore } from '../../../../test/factories.ts'
import { newId } from '../../../core/values/id.ts'
import { findStore } from '../../../features/stores/find.ts'

const service = await startService()
const path = '/panel/tiendas/nueva'

async function aNewcomer() {
  const account = await anAccount(service)
  return signedIn(service, account.id)
}

const slugIn = (location: string | null) => /^\/panel\/t\/([^/]+)\//.exec(location ?? '')![1]!

suite('a first shop', () => {
  test('is created from a name, a country and a national phone number', async () => {
    const person = await aNewcomer()
    assert.match((await person.get('/panel/tiendas')).text, /Todavía no tienes tienda/)
    const name = `Panadería ${newId().slice(0, 8)}`
    const opened = await person.post(path, { name, slug: '', _country: 'GT', whatsappNumber: '5555 1234' })
    assert.equal(opened.status, 303)
    const store = await findStore(service.sql, slugIn(opened.location))
    assert.deepEqual([store.name, store.currency, store.whatsappNumber], [name, 'GTQ', '+50255551234'])
    assert.match(store.slug, /^panaderia-/)
    const list = await person.get('/panel/tiendas')
    assert.match(list.text, new RegExp(`href="/panel/t/${store.slug}"`))
    assert.match(list.text, /está abierta/)
  })

  test('gets the next available slug, and shows it', async () => {
    const person = await aNewcomer()
    const taken = await aStore(service)
    const state = await person.get(`/panel/tiendas/direccion?slug=${taken.slug}`)
    assert.match(state.text, new RegExp(`ocupado; ${taken.slug}-2 está libre`))
    const opened = await person.post(path, { name: taken.slug, _country: 'CL', whatsappNumber: '' })
    assert.equal(slugIn(opened.location), `${taken.slug}-2`)
  })

  test('shows errors, with the input kept', async () => {
    const person = await aNewcomer()
    const { slug } = await aStore(service)
    const taken = await person.post(path, { name: 'Mi <tienda>', slug, _country: 'MX', whatsappNumber: '' })
    assert.equal(taken.status, 409)
    assert.match(taken.text, /id="slug-wrong">Esta dirección ya está en uso/)
    assert.match(taken.text, /value="Mi &lt;tienda&gt;"/)
    assert.match(taken.text, /value="MX" selected/)
    const phone = await person.post(path, { name: 'Mi tienda', _country: 'MX', whatsappNumber: '12' })
    assert.equal(phone.status, 400)
    assert.match(phone.text, /Debe ser un teléfono válido/)
    assert.match(phone.text, /value="12"/)
    assert.equal((await person.post(path, { _country: 'MX' })).status, 400)
  })
})
