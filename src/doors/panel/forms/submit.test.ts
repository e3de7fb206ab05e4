import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aMember } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'
import { aCategory, aPlacedOrder } from '../../../../test/factories.ts'
import { newSecret } from '../../../core/values/id.ts'

const service = await startService()

const countOf = async (store: { key: string }) =>
  (await service.get('/api/v1/categories', store.key)).json.total

suite('the same form twice', () => {
  test('concurrently creates one resource, and both responses redirect to it', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const send = () => person.post(`${base}/categorias`, [['_key', key], ['name', 'Té']]) // prettier-ignore
    const key = newSecret(24)
    const replies = await Promise.all([send(), send(), send()])
    assert.deepEqual(
      replies.map(({ status, location }) => [status, location]),
      replies.map(() => [303, `${base}/categorias`]),
    )
    assert.equal((await send()).status, 303)
    assert.equal(await countOf(store), 1)
  })

  test('with other values is another submission', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const key = newSecret(24)
    for (const name of ['Té', 'Mate']) await person.post(`${base}/categorias`, [['_key', key], ['name', name]]) // prettier-ignore
    assert.equal(await countOf(store), 2)
  })

  test('deletes once, with the same response both times', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const { id } = await aCategory(service, store)
    const key = newSecret(24)
    const send = () => person.post(`${base}/categorias/${id}/eliminar`, [['_key', key]])
    const replies = await Promise.all([send(), send()])
    assert.deepEqual(
      replies.map(({ status }) => status),
      [303, 303],
    )
    assert.equal((await person.post(`${base}/categorias/${id}/eliminar`)).status, 404)
  })

  test('is applied again after another change', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const { id } = await aCategory(service, store, { name: 'A' })
    const key = newSecret(24)
    const rename = (name: string) => person.post(`${base}/categorias/${id}`, [['_key', key], ['name', name]]) // prettier-ignore
    for (const name of ['B', 'C', 'B']) assert.equal((await rename(name)).status, 303)
    assert.equal((await service.get(`/api/v1/categories/${id}`, store.key)).json.data.name, 'B')
  })

  test('has a new key after an error', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    await aCategory(service, store, { name: 'Té', slug: 'te' })
    const keyIn = (text: string) =>
      /action="[^"]*\/categorias"[^>]*><input type="hidden" name="_key" value="(\w+)"/.exec(text)![1]!
    const page = await person.get(`${base}/categorias`)
    const send = (key: string) => person.post(`${base}/categorias`, [['_key', key], ['name', 'Té']]) // prettier-ignore
    const rejected = await send(keyIn(page.text))
    assert.equal(rejected.status, 409)
    await service.sql`delete from categories where store_id = ${store.id}`
    assert.equal((await send(keyIn(rejected.text))).status, 303)
  })
})

suite('what a form does', () => {
  test('is authorized by the session, without counting towards the limits of keys', async () => {
    const { store, base, person } = await aMember(service, 'STAFF')
    const { id } = await aCategory(service, store)
    const [hits] = await service.sql`select 1 from rate_hits where key like 'key:account%'`
    assert.equal((await person.post(`${base}/categorias/${id}`, { name: 'x' })).status, 303)
    assert.equal(hits, undefined)
    assert.ok(await aPlacedOrder(service, store))
  })

  test('is validated as by the API: unknown fields and invalid values', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    const unknown = await person.post(`${base}/categorias`, { name: 'A', dueño: 'yo' })
    assert.equal(unknown.status, 400)
    assert.match(unknown.text, /role="alert"><p>Este campo no existe \(dueño\)/)
    const wrong = await person.post(`${base}/envios`, { name: 'A', price: 'mucho' })
    assert.equal(wrong.status, 400)
    assert.match(wrong.text, /value="mucho"/)
    assert.match(wrong.text, /id="envios-price-wrong">Debe ser un número/)
    const fine = await person.post(`${base}/envios`, { name: 'A', price: '1.250,5055' })
    assert.equal(fine.status, 400)
    assert.match(fine.text, /como máximo 2 decimales/)
  })

  test('fails past a cap, with the message on the page', async () => {
    const { store, base, person } = await aMember(service, 'OWNER', { plan: 'free' })
    for (let n = 0; n < 10; n++) await aCategory(service, store)
    const { status, text } = await person.post(`${base}/categorias`, { name: 'Once' })
    assert.equal(status, 403)
    assert.match(text, /El plan permite hasta 10 categorías/)
    assert.match(text, /value="Once"/)
  })

  test('accepts multipart forms, and no JSON', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    const body = new FormData()
    body.set('name', 'Con partes')
    const send = (body: FormData | string, type?: string) =>
      fetch(`${service.url}${base}/categorias`, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          cookie: `vitrina=${person.token}`,
          'sec-fetch-site': 'same-origin',
          ...(type && { 'content-type': type }),
        },
        body,
      })
    assert.equal((await send(body)).status, 303)
    assert.equal((await send('{"name":"x"}', 'application/json')).status, 415)
    assert.equal((await send('x', 'multipart/form-data')).status, 400)
    assert.equal((await send('x', 'text/plain')).status, 415)
    assert.equal((await send(`name=${'x'.repeat(2 ** 20)}`, 'application/x-www-form-urlencoded')).status, 413)
  })
})

/** The collapsed parts of a page, with their fields by the first parts of their names. One in another belongs to both. */
function foldsOf(page: string) {
  const folds: { isOpen: boolean; fields: Map<string, string> }[] = []
  const around: typeof folds = []
  const tags = /<(\/?)details([^>]*)>|<(?:input|select|textarea)\b[^>]* name="([^"]+)"/g
  for (const [, end, attributes, name] of page.matchAll(tags)) {
    if (name) for (const { fields } of around) fields.set(name.split('.')[0]!, name)
    else if (end) around.pop()
    else {
      const part = { isOpen: attributes!.includes(' open'), fields: new Map<string, string>() }
      around.push(part)
      if (attributes!.includes('class="fold"')) folds.push(part)
    }
  }
  return folds
}

suite('the collapsed parts of a form', () => {
  test('are expanded only where there is an error', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    await aCategory(service, store)
    for (const [path, count] of [
      ['/productos/nuevo', 3],
      ['/descuentos', 1],
      ['/tienda', 3],
    ] as const) {
      // prettier-ignore
      const folds = foldsOf((await person.get(base + path)).text)
      assert.deepEqual(folds.map(({ isOpen }) => isOpen), Array.from({ length: count }, () => false)) // prettier-ignore
      const fields = new Map(folds.flatMap((fold) => [...fold.fields]))
      for (const [part, name] of fields) {
        if (part.startsWith('_')) continue
        const { status, text } = await person.post(base + path, { [name]: 'x'.repeat(6000) })
        assert.equal(status, 400, name)
        const isOpen = foldsOf(text).map((fold) => fold.isOpen)
        assert.deepEqual(isOpen, folds.map((fold) => fold.fields.has(part)), name) // prettier-ignore
      }
    }
  })
})
