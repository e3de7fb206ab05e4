import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aMember } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'
import { aCategory } from '../../../../test/factories.ts'

const service = await startService({ LOG_LEVEL: 'error' })

const namesOf = async (store: { key: string }) =>
  (await service.get('/api/v1/categories', store.key)).json.data.map(({ name }: { name: string }) => name)

suite('the page of the categories', () => {
  test('creates one, confirms it once, and shows it', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    assert.match((await person.get(`${base}/categorias`)).text, /Todavía no hay categorías/)
    const made = await person.post(`${base}/categorias`, { name: ' Bebidas frías ' })
    assert.deepEqual([made.status, made.location], [303, `${base}/categorias`])
    const page = await person.follow(made)
    assert.match(
      page.text,
      /<div id="status" role="status"><dialog class="flash".*Creaste la categoría Bebidas frías/,
    )
    assert.match(page.text, /<b>Bebidas frías<\/b>/)
    assert.doesNotMatch((await person.follow(made)).text, /Creaste/)
    assert.deepEqual(await namesOf(store), ['Bebidas frías'])
  })

  test("shows the API's error at its field, with the input", async () => {
    const { base, person } = await aMember(service, 'OWNER')
    const long = 'a"b'.repeat(40)
    const { status, text } = await person.post(`${base}/categorias`, { name: long })
    assert.equal(status, 400)
    assert.ok(text.includes(`value="${long.replaceAll('"', '&quot;')}"`))
    assert.match(text, /aria-invalid="true" autofocus aria-describedby="categorias-name-wrong"/)
    assert.match(text, /id="categorias-name-wrong">Debe tener como máximo 80 caracteres</)
    assert.match((await person.post(`${base}/categorias`, { name: ' ' })).text, /Este campo es obligatorio/)
  })

  test('changes and deletes one', async () => {
    const { store, base, person } = await aMember(service, 'STAFF')
    const { id, slug } = await aCategory(service, store, { name: 'Té' })
    const page = `${base}/categorias/${id}`
    assert.match((await person.get(page)).text, new RegExp(`value="${slug}"`))
    const saved = await person.post(page, { name: 'Tés', isActive: ['false'], slug: ' Tés ' })
    assert.deepEqual([saved.status, saved.location], [303, `${base}/categorias`])
    const { data } = (await service.get(`/api/v1/categories/${id}`, store.key)).json
    assert.deepEqual([data.name, data.isActive, data.slug], ['Tés', false, 'tes'])
    assert.equal((await person.post(`${page}/eliminar`)).status, 303)
    assert.deepEqual(await namesOf(store), [])
    assert.equal((await person.get(page)).status, 404)
    assert.equal((await person.post(page, { name: 'x' })).status, 404)
  })

  test('shows at the slug that it is taken', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    await aCategory(service, store, { name: 'Té', slug: 'te' })
    const { id } = await aCategory(service, store, { name: 'Mate' })
    const { status, text } = await person.post(`${base}/categorias/${id}`, { name: 'Mates', slug: 'te' })
    assert.equal(status, 409)
    assert.match(text, /-slug-wrong">Ya hay otra categoría con la dirección te; te-2 está libre/)
    assert.match(text, /value="Mates"/)
  })

  test('reorders them', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const ids: string[] = []
    for (const name of ['A', 'B', 'C']) ids.push((await aCategory(service, store, { name, position: 5 })).id)
    const move = (n: number, fields: Record<string, string>) =>
      person.post(`${base}/categorias/${ids[n]}/mover`, fields)
    const moved = await move(2, { direction: 'up' })
    assert.deepEqual([moved.status, moved.location], [303, `${base}/categorias?ordenar=1`])
    assert.deepEqual(await namesOf(store), ['A', 'C', 'B'])
    await move(0, { direction: 'down' })
    assert.deepEqual(await namesOf(store), ['C', 'A', 'B'])
    await move(1, { to: '0' })
    assert.deepEqual(await namesOf(store), ['B', 'C', 'A'])
    await move(1, { direction: 'up' })
    assert.deepEqual(await namesOf(store), ['B', 'C', 'A'])
    assert.equal((await person.post(`${base}/categorias/ninguna/mover`, { direction: 'up' })).status, 404)
  })
})
