import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aCategory, aProduct } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { formsOf } from '../../../../test/panel-forms.ts'
import { startService } from '../../../../test/service.ts'

const service = await startService()
const { sql } = service

async function anOwner() {
  const { store, base, person } = await aMember(service, 'OWNER')
  await sql`update accounts set name = 'Ana' where id = ${person.accountId}`
  const changes = async () => (await service.get('/api/v1/changes', store.key)).json.data
  const price = async (id: string) => (await service.get(`/api/v1/products/${id}`, store.key)).json.data.price
  return { store, base, person, changes, price }
}

suite('the page of activity', () => {
  test('lists by day who changed what, with undo', async () => {
    const { store, base, person, changes, price } = await anOwner()
    const product = await aProduct(service, store, { name: 'Café', price: 100 })
    await person.post(`${base}/productos/${product.id}`, { price: '120' })
    const { text } = await person.get(`${base}/actividad`)
    assert.match(text, /<h2>Hoy<\/h2>/)
    assert.ok(text.includes('Ana cambió el precio de Café de 100 a 120'), text)

    const { id } = (await changes())[0]!
    const detail = await person.get(`${base}/actividad/${id}`)
    assert.match(detail.text, /<th scope="row">Precio<\/th><td>Q\s?100.00<\/td><td>Q\s?120.00<\/td>/)
    const undone = await person.post(`${base}/actividad/${id}/deshacer`)
    assert.equal(undone.status, 303)
    assert.match((await person.follow(undone)).text, /Listo: quedó como estaba antes.*Rehacer/)
    assert.equal(await price(product.id), 100)
  })

  test('wraps a long e-mail address at its parts', async () => {
    const { store, base, person } = await anOwner()
    const email = `maria.fernanda@${store.slug}.ejemplo.test`
    await sql`update accounts set name = null, email = ${email} where id = ${person.accountId}`
    const { id } = await aProduct(service, store, { name: 'Café', price: 100 })
    await person.post(`${base}/productos/${id}`, { price: '120' })
    const { text } = await person.get(`${base}/actividad`)
    const shown = `maria.<wbr>fernanda<wbr>@${store.slug}.<wbr>ejemplo.<wbr>test cambió el precio`
    assert.ok(text.includes(`<b>${shown}`), text)
  })

  test('shows a name that looks like a time unchanged', async () => {
    const { store, base, person, changes } = await anOwner()
    const { id } = await aProduct(service, store, { name: 'Otro' })
    await person.post(`${base}/productos/${id}`, { name: '2026-13-99Tomate' })
    const { status, text } = await person.get(`${base}/actividad/${(await changes())[0]!.id}`)
    assert.equal(status, 200)
    assert.match(text, /<td>2026-13-99Tomate<\/td>/)
  })

  test('shows later changes instead of overwriting them', async () => {
    const { store, base, person, changes, price } = await anOwner()
    const product = await aProduct(service, store, { name: 'Café', price: 100 })
    await person.post(`${base}/productos/${product.id}`, { price: '120' })
    const { id } = (await changes())[0]!
    await person.post(`${base}/productos/${product.id}`, { price: '130' })
    const { status, text } = await person.post(`${base}/actividad/${id}/deshacer`)
    assert.equal(status, 409)
    assert.match(
      text,
      /<b>Café<\/b>, el precio: era Q\s?100.00, el cambio dejó Q\s?120.00 y ahora es Q\s?130.00/,
    )
    assert.equal(await price(product.id), 130)
  })

  test('is linked from the message after a change, and returns', async () => {
    const { store, base, person } = await anOwner()
    const category = await aCategory(service, store)
    const deleted = await person.post(`${base}/categorias/${category.id}/eliminar`)
    const { text } = await person.follow(deleted)
    const [, action = ''] = /action="([^"]+\/deshacer)"/.exec(text) ?? []
    const [, next = ''] = /name="next" value="([^"]+)"/.exec(text) ?? []
    const undone = await person.post(action, { next })
    assert.equal(undone.location, `${base}/categorias`)
    assert.equal((await service.get('/api/v1/categories', store.key)).json.total, 1)
  })

  test('returns to the filtered list', async () => {
    const { store, base, person } = await anOwner()
    const { id } = await aProduct(service, store, { name: 'Café de olla' })
    const list = `${base}/productos?q=caf%C3%A9+de`
    const hidden = await person.post(list.replace('?', `/${id}/visible?`), { isActive: 'false' })
    const form = formsOf((await person.follow(hidden)).text).find(({ action }) =>
      action.endsWith('/deshacer'),
    )!
    const fields = form.fields.map(({ name, value }): [string, string] => [name, value])
    assert.equal((await person.post(form.action, fields)).location, list)
  })

  test('undoes a bulk change of products as a whole', async () => {
    const { store, base, person, changes } = await anOwner()
    const ids = [(await aProduct(service, store)).id, (await aProduct(service, store)).id]
    await person.post(`${base}/productos/varios`, { ids, action: 'hide' })
    const { id, summary } = (await changes())[0]!
    assert.equal(summary, 'Ana cambió 2 productos')
    await person.post(`${base}/actividad/${id}/deshacer`)
    assert.equal((await service.get('/api/v1/products', store.key)).json.total, 2)
  })

  test('is 403 for staff, who get no undo button', async () => {
    const { store, base, person } = await aMember(service, 'STAFF')
    const category = await aCategory(service, store)
    const { text } = await person.follow(await person.post(`${base}/categorias/${category.id}/eliminar`))
    assert.ok(text.includes('Eliminaste la categoría'))
    assert.ok(!text.includes('deshacer'))
    assert.equal((await person.get(`${base}/actividad`)).status, 403)
  })

  test('has an empty state, and filters by kind', async () => {
    const { store, base, person } = await anOwner()
    assert.match((await person.get(`${base}/actividad`)).text, /Todavía no hay cambios/)
    await service.post('/api/v1/shipping', { key: store.key, body: { name: 'Moto', price: 5 } })
    assert.match(
      (await person.get(`${base}/actividad?de=envios`)).text,
      /Una clave de Ana creó el envío Moto/,
    )
    assert.match((await person.get(`${base}/actividad?de=productos`)).text, /Todavía no hay cambios/)
    await person.post(`${base}/claves/nueva`, { name: 'Hoja', scopes: ['products:read'] })
    assert.match((await person.get(`${base}/actividad?de=claves`)).text, /creó la clave de API Hoja/)
  })
})
