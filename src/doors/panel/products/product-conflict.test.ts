import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { anAccount, aProduct } from '../../../../test/factories.ts'
import { aMember, signedIn, type Person } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'
import { newSecret } from '../../../core/values/id.ts'
import { addMember } from '../../../features/team/change.ts'

const service = await startService({ LOG_LEVEL: 'error' })

/** A product with two variants, and two people of its store who have its form open. */
async function twoPeople() {
  const { store, base, person: ana } = await aMember(service, 'OWNER')
  const { id: accountId } = await anAccount(service)
  await addMember(service.sql, store.id, accountId, 'STAFF')
  const bea = await signedIn(service, accountId)
  const { id, variants } = await aProduct(service, store, {
    name: 'Café',
    price: 80,
    description: `Cosecha de${' la misma'.repeat(9)} finca`,
    variants: [{ name: '250 g' }, { name: '1 kg', price: 200 }],
  })
  const path = `${base}/productos/${id}`
  const saved = async () => (await service.get(`/api/v1/products/${id}?variants=all`, store.key)).json.data
  return { store, path, variants, saved, ana: await openForm(ana, path), bea: await openForm(bea, path) }
}

type Fields = Record<string, string>

/** The form of a page as a browser has it: what it holds, and how it is sent with something typed in it. */
async function openForm(person: Person, path: string) {
  let held = fieldsOf((await person.get(path)).text, path)
  return {
    async save(submitted: Fields) {
      held = { ...held, ...submitted }
      const response = await person.post(path, held)
      if (response.status !== 303) held = fieldsOf(response.text, path)
      return { ...response, held }
    },
    discard: () => person.post(`${path}/descartar`, held),
  }
}

function fieldsOf(text: string, action: string): Fields {
  const page = text.replaceAll(/<template>.*?<\/template>/gs, '')
  const [, form = ''] = new RegExp(`<form method="post" action="${action}"(.*?)</form>`, 's').exec(page) ?? []
  const fields: Fields = {}
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const { name, type, value = '' } = attributesOf(input)
    const isOff = type === 'checkbox' && !input.includes(' checked')
    if (name && type !== 'file' && !isOff) fields[name] = value
  }
  for (const [, attributes, text] of form.matchAll(/<textarea([^>]*)>\n(.*?)<\/textarea>/gs))
    fields[attributesOf(attributes!)['name']!] = text!
  return fields
}

const attributesOf = (tag: string): Fields =>
  Object.fromEntries(
    [...tag.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value!.replaceAll('&quot;', '"'),
    ]),
  )

/** What the page says below its fields about what is saved now, by the fields' names. */
const savedNow = (text: string) =>
  [...text.matchAll(/<(?:p class="hint"|small) id="[\w-]+-([\w.]+)-now">([^<]*)</g)].map(
    ([, name, now]) => `${name}: ${now}`,
  )

const messageOf = (text: string) => /role="alert">(.*?)<\/div><\/div>/s.exec(text)?.[1]

suite('concurrent changes of a product by two people', () => {
  test("the second sees the first one's values by field, and keeps their own input", async () => {
    const { ana, bea, saved } = await twoPeople()
    assert.equal((await ana.save({ name: 'Café molido', price: '95', isActive: 'false' })).status, 303)
    const { status, text, held } = await bea.save({ price: '85', description: 'Nuevo' })
    assert.equal(status, 412)
    const message = messageOf(text)!
    assert.match(message, /Otra persona guardó cambios mientras escribías/)
    assert.deepEqual(savedNow(text), [
      'name: Ahora dice «Café molido».',
      'price: Ahora dice «95».',
      `description: Ahora dice «Cosecha de${' la misma'.repeat(9)} finca».`,
      'isActive: Ahora dice «no».',
    ])
    assert.deepEqual([held['price'], held['description'], held['name']], ['85', 'Nuevo', 'Café'])
    assert.equal((await saved()).price, 95)
  })

  test('the second can replace what the first saved', async () => {
    const { ana, bea, saved } = await twoPeople()
    await ana.save({ name: 'Café molido', price: '95', 'variants.1.name': '2 kg' })
    await bea.save({ price: '85' })
    assert.equal((await bea.save({})).status, 303)
    const { name, price, variants } = await saved()
    assert.deepEqual([name, price, variants.map((variant) => variant.name)], ['Café', 85, ['250 g', '1 kg']])
  })

  test("the second can keep the first one's values", async () => {
    const { ana, bea, saved } = await twoPeople()
    await ana.save({ price: '95' })
    await bea.save({ price: '85', name: 'Otro' })
    assert.equal((await bea.discard()).status, 303)
    const { name, price } = await saved()
    assert.deepEqual([name, price], ['Café', 95])
  })

  test('the conflict is shown again when the first saves once more before the second decides', async () => {
    const { ana, bea, saved, store, path } = await twoPeople()
    await ana.save({ price: '95' })
    await bea.save({ price: '85' })
    const id = path.split('/').at(-1)!
    await service.put(`/api/v1/products/${id}`, { key: store.key, body: { price: 99 } })
    const again = await bea.save({})
    assert.equal(again.status, 412)
    assert.deepEqual(savedNow(again.text), ['price: Ahora dice «99».'])
    assert.equal((await bea.save({})).status, 303)
    assert.equal((await saved()).price, 85)
  })

  test('a variant that one renamed and the other removed is kept', async () => {
    const { ana, bea, saved, variants } = await twoPeople()
    assert.equal((await ana.save({ 'variants.1._remove': 'true' })).status, 303)
    const { status, text, held } = await bea.save({ 'variants.1.name': '1 kilo' })
    assert.equal(status, 412)
    assert.match(text, /<p class="hint">Ahora: 250 g\.<\/p>/)
    assert.deepEqual([held['variants.0.id'], held['variants.1.id']], [variants[0]!.id, undefined])
    assert.equal((await bea.save({})).status, 303)
    const names = (await saved()).variants.map((variant) => variant.name)
    assert.deepEqual(names, ['250 g', '1 kilo'])
  })

  test('of six concurrent saves one succeeds, the others get a conflict', async () => {
    const { path, store, saved } = await twoPeople()
    const people = await Promise.all(
      Array.from({ length: 6 }, async () => openForm(await signedIn(service, store.ownerId), path)),
    )
    const responses = await Promise.all(people.map((one, n) => one.save({ price: String(10 + n) })))
    const won = responses.findIndex(({ status }) => status === 303)
    assert.deepEqual(
      responses.map(({ status }) => status),
      responses.map((_, n) => (n === won ? 303 : 412)),
    )
    assert.equal((await saved()).price, 10 + won)
  })
})

suite('a product that another person deletes while it is edited', () => {
  test('keeps the input, to create a new one or restore the deleted one', async () => {
    const { person, path, base, store } = await aDeletedProduct()
    const submitted = {
      name: 'Café nuevo',
      price: '85',
      description: 'Escrito ahora',
      'variants.2.name': '5 kg',
    }
    const { status, text } = await person.post(path, { ...person.held, ...submitted })
    assert.equal(status, 404)
    assert.match(messageOf(text)!, /Otra persona eliminó este producto mientras escribías/)
    const held = fieldsOf(text, `${base}/productos/nuevo`)
    assert.deepEqual(
      [held['name'], held['price'], held['description'], held['variants.0.name'], held['variants.2.name']],
      ['Café nuevo', '85', 'Escrito ahora', '250 g', '5 kg'],
    )
    const made = await person.post(`${base}/productos/nuevo`, held)
    assert.equal(made.status, 303, made.text)
    const [product] = (await service.get('/api/v1/products', store.key)).json.data
    assert.deepEqual([product!.name, product!.variants.length], ['Café nuevo', 3])

    const restored = await person.post(`${path}/restaurar`, {}, { referer: service.url + path })
    assert.equal(restored.location, path)
    const again = await person.follow(restored)
    assert.match(again.text, /Esto es lo que estabas escribiendo/)
    const kept = fieldsOf(again.text, path)
    assert.deepEqual([kept['name'], kept['variants.0.id'] !== undefined], ['Café nuevo', true])
    assert.equal((await person.post(path, kept)).status, 303)
  })

  test('can be restored, also at its own URL; an unknown one can not', async () => {
    const { person, path, base } = await aDeletedProduct()
    const { status, text } = await person.get(path)
    assert.equal(status, 404)
    assert.match(text, /está en la papelera/)
    assert.equal((await person.post(`${path}/restaurar`)).location, `${base}/productos`)
    const never = await person.post(`${base}/productos/nadie`, person.held)
    assert.equal(never.status, 404)
    assert.doesNotMatch(never.text, /papelera|Publicar/)
  })
})

/** Its form is open while it is deleted; `held` is what the form holds. */
async function aDeletedProduct() {
  const { store, path } = await twoPeople()
  const person = await signedIn(service, store.ownerId)
  const held = fieldsOf((await person.get(path)).text, path)
  const id = path.split('/').at(-1)!
  await service.delete(`/api/v1/products/${id}`, store.key)
  return { store, path, base: path.slice(0, path.indexOf('/productos')), person: { ...person, held } }
}

suite('one person who saves a product', () => {
  test('twice by the same form saves once, with a new variant too', async () => {
    const { path, store, saved } = await twoPeople()
    const person = await signedIn(service, store.ownerId)
    const held = fieldsOf((await person.get(path)).text, path)
    const fields = { ...held, _key: newSecret(24), price: '70', 'variants.2.name': '5 kg' }
    const send = () => person.post(path, Object.entries(fields))
    const responses = [...(await Promise.all([send(), send()])), await send()]
    assert.deepEqual(
      responses.map(({ status }) => status),
      [303, 303, 303],
    )
    assert.equal((await saved()).variants.length, 3)
  })

  test('sees a validation error first, and the conflict once it is corrected', async () => {
    const { ana, bea } = await twoPeople()
    assert.equal((await bea.save({ price: 'caro' })).status, 400)
    await ana.save({ name: 'Café molido' })
    const { status, text } = await bea.save({ price: '85' })
    assert.equal(status, 412)
    assert.deepEqual(savedNow(text), ['name: Ahora dice «Café molido».', 'price: Ahora dice «80».'])
  })

  test('sees in a draft what another saved since', async () => {
    const { bea, path, store } = await twoPeople()
    const person = await signedIn(service, store.ownerId)
    const held = fieldsOf((await person.get(path)).text, path)
    const base = path.slice(0, path.indexOf('/productos'))
    const { _key, ...kept } = held
    const draft = await person.post(`${base}/borrador`, { ...kept, _form: path, name: 'A medias' })
    assert.equal(draft.status, 204)
    await bea.save({ price: '95' })
    const offer = await person.get(path)
    assert.match(offer.text, /desde entonces el producto cambió/)
    assert.equal(fieldsOf(offer.text, path)['name'], 'Café')
    assert.ok(offer.text.includes(`href="${path}?borrador=1"`))
    const shown = fieldsOf((await person.get(`${path}?borrador=1`)).text, path)
    const { status, text } = await person.post(path, shown)
    const submitted = fieldsOf(text, path)
    assert.equal(status, 412)
    assert.deepEqual(savedNow(text), ['name: Ahora dice «Café».', 'price: Ahora dice «95».'])
    assert.deepEqual([submitted['name'], submitted['price']], ['A medias', '80'])
  })

  test('with a forged version gets an error, and nothing is saved', async () => {
    const { path, store } = await twoPeople()
    const person = await signedIn(service, store.ownerId)
    const { status } = await person.post(path, { name: 'X', price: '1', _version: '"nada"' })
    assert.equal(status, 412)
  })
})
