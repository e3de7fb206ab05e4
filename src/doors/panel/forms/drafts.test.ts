import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { runPurge } from '../../../../test/purge.ts'
import { aProduct } from '../../../../test/factories.ts'
import { aMember, signedIn } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'

const service = await startService({ LOG_LEVEL: 'error' })

suite('the draft of a product', () => {
  test('keeps the input, on another device too, until the form is submitted', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const path = `${base}/productos/nuevo`
    const submitted = { _form: path, name: 'Taza\0', price: '8', 'images.0.url': 'https://fotos.test/a.jpg' }
    assert.equal((await person.post(`${base}/borrador`, submitted)).status, 204)
    const phone = await signedIn(service, store.ownerId)
    const { text } = await phone.get(path)
    assert.match(text, /Esto es lo que estabas escribiendo/)
    for (const value of ['Taza', '8', 'https://fotos.test/a.jpg'])
      assert.ok(text.includes(`value="${value}"`))
    assert.equal((await phone.post(path, { name: '', price: '8' })).status, 400)
    assert.match((await phone.get(path)).text, /estabas escribiendo/)
    assert.equal((await phone.post(path, { name: 'Taza', price: '8' })).status, 303)
    assert.doesNotMatch((await phone.get(path)).text, /estabas escribiendo/)
  })

  test('of a saved product can be discarded, and is private to its author', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const { id } = await aProduct(service, store, { name: 'Plato' })
    const path = `${base}/productos/${id}`
    await person.post(`${base}/borrador`, { _form: path, name: 'Plato hondo' })
    assert.match((await person.get(path)).text, /value="Plato hondo"/)
    const other = await aMember(service, 'OWNER')
    assert.equal((await other.person.post(`${base}/borrador`, { _form: path, name: 'X' })).status, 404)
    assert.doesNotMatch((await other.person.get(`${other.base}/productos/nuevo`)).text, /estabas escribiendo/)
    const page = await person.follow(await person.post(`${path}/descartar`))
    assert.match(page.text, /value="Plato"/)
  })

  test('is limited to a form of its store, in size, and to 7 days', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    for (const _form of ['/otra', `${base}/equipo`, '']) {
      assert.equal((await person.post(`${base}/borrador`, { _form, name: 'X' })).status, 400)
    }
    const _form = `${base}/productos/nuevo`
    assert.equal((await person.post(`${base}/borrador`, { _form, name: 'x'.repeat(70_000) })).status, 413)
    for (let n = 0; n < 22; n++)
      await person.post(`${base}/borrador`, { _form: `${base}/productos/p${n}`, name: 'X' })
    const drafts = () => service.sql<{ form: string }[]>`
      select form from panel_drafts where store_id = ${store.id} order by updated_at`
    const forms = await drafts()
    assert.deepEqual([forms.length, forms[0]!.form], [20, '/productos/p2'])
    await service.sql`
      update panel_drafts
      set updated_at = now() - interval '8 days'
      where store_id = ${store.id} and form <> '/productos/p21'`
    await runPurge(service.sql, 'old drafts')
    assert.deepEqual(
      (await drafts()).map(({ form }) => form),
      ['/productos/p21'],
    )
  })
})
