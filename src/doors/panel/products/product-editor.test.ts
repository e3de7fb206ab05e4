import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aCategory, anOrder, aProduct } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { formsOf } from '../../../../test/panel-forms.ts'
import { startService } from '../../../../test/service.ts'
import { newSecret } from '../../../core/values/id.ts'

const service = await startService({ LOG_LEVEL: 'error' })

type Store = { key: string }
type Fields = Record<string, string>
const productsOf = async (store: Store) =>
  (await service.get('/api/v1/products?status=all', store.key)).json.data
const productOf = async (store: Store, id: string) =>
  (await service.get(`/api/v1/products/${id}?variants=all`, store.key)).json.data
const categoriesOf = async (store: Store) =>
  (await service.get('/api/v1/categories', store.key)).json.data as { id: string; name: string }[]

/** The fields of a form in a page, as they are shown, without its switches. */
function fieldsIn(text: string, path: string): Fields {
  const form = formsOf(text).find(({ action }) => action === path)!
  const sent = form.fields.filter(
    ({ name, type }) =>
      !/^(?:button|file|checkbox)$/.test(type) && !/isActive$|^_photo$|^_makeTable$/.test(name),
  )
  return Object.fromEntries(sent.map(({ name, value }) => [name, value]))
}

suite('a category that is created in the form of a product', () => {
  const submitted = { name: 'Camisa', price: '350', newCategory: 'Ropa de niños' }

  test('is saved with the new product, and shown in it', async () => {
    const { store, base, person } = await aMember(service, 'STAFF')
    const path = `${base}/productos/nuevo`
    assert.match((await person.get(path)).text, /name="newCategory"/)
    const made = await person.post(path, submitted)
    assert.equal(made.status, 303, made.text)
    const [category] = await categoriesOf(store)
    assert.equal(category!.name, 'Ropa de niños')
    assert.equal((await productsOf(store))[0]!.categoryId, category!.id)
    assert.match((await person.follow(made)).text, new RegExp(`<option value="${category!.id}" selected>`))
  })

  test('is not created when the product is rejected, nor the product when the category is', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const path = `${base}/productos/nuevo`
    const rejected = await person.post(path, { ...submitted, price: 'caro' })
    assert.equal(rejected.status, 400)
    assert.match(rejected.text, /value="Ropa de niños"/)
    const sku = { sku: 'A-1' }
    await aProduct(service, store, sku)
    assert.equal((await person.post(path, { ...submitted, ...sku })).status, 409)
    const long = await person.post(path, { ...submitted, newCategory: 'x'.repeat(81) })
    assert.equal(long.status, 400)
    assert.match(long.text, /name="newCategory"[^>]* aria-invalid="true"/)
    assert.deepEqual([await categoriesOf(store), (await productsOf(store)).length], [[], 1])
  })

  test('is the one that has this name already, also for two forms at once', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const forms = ['Cafés', 'CAFES', 'cafés '].map((newCategory, n) =>
      person.post(`${base}/productos/nuevo`, { name: `Taza ${n}`, price: '8', newCategory }),
    )
    for (const { status, text } of await Promise.all(forms)) assert.equal(status, 303, text)
    const [category, ...others] = await categoriesOf(store)
    assert.deepEqual(others, [])
    const products = await productsOf(store)
    assert.deepEqual(products.map(({ categoryId }) => categoryId), Array(3).fill(category!.id)) // prettier-ignore
  })

  test('gets another address where its own is taken by one of another name', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    await aCategory(service, store, { name: 'Té y café', slug: 'ropa-de-ninos' })
    assert.equal((await person.post(`${base}/productos/nuevo`, submitted)).status, 303)
    assert.equal((await categoriesOf(store)).length, 2)
  })

  test('of a saved product is created once, though the form is sent twice', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    await aCategory(service, store)
    const { id } = await aProduct(service, store)
    const path = `${base}/productos/${id}`
    const held = { ...fieldsIn((await person.get(path)).text, path), newCategory: 'Tés' }
    const responses = await Promise.all([1, 2].map(() => person.post(path, held)))
    assert.deepEqual(responses.map(({ status }) => status), [303, 303]) // prettier-ignore
    const added = (await categoriesOf(store)).filter(({ name }) => name === 'Tés')
    assert.equal(added.length, 1)
    assert.equal((await productOf(store, id)).categoryId, added[0]!.id)
  })
})

suite('the stock of a new product', () => {
  test('is saved with it, and rejected at its field', async () => {
    const { store, base, person } = await aMember(service, 'STAFF')
    const path = `${base}/productos/nuevo`
    const fields = { name: 'Taza', price: '80' }
    const rejected = await person.post(path, { ...fields, 'default.stock': 'doce' })
    assert.equal(rejected.status, 400)
    assert.match(rejected.text, /name="default.stock"[^>]* aria-invalid="true"/)
    assert.equal((await person.post(path, { ...fields, 'default.stock': '12' })).status, 303)
    const [product] = await productsOf(store)
    assert.deepEqual(product!.variants.map(({ name, stock }) => [name, stock]), [['Única', 12]]) // prettier-ignore
  })

  test('is 0 for variants that are written in its place', async () => {
    const { store, base, person } = await aMember(service, 'STAFF')
    const options = {
      'options.0.name': 'Talla',
      'options.0.values': 'S, M',
      'variants.5.optionValues.0': 'M',
    }
    const fields = { name: 'Camisa', price: '80', 'default.stock': '12', ...options }
    assert.equal((await person.post(`${base}/productos/nuevo`, fields)).status, 303)
    const [product] = await productsOf(store)
    assert.deepEqual(product!.variants.map(({ name, stock }) => [name, stock]), [['M', 0]]) // prettier-ignore
  })
})

suite('the buttons of the form of a product', () => {
  test('put a photo in another place, and save nothing', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const images = ['a', 'b', 'c'].map((name) => ({ url: `https://fotos.test/${name}.jpg`, alt: name }))
    const { id } = await aProduct(service, store, { images })
    const path = `${base}/productos/${id}`
    const held = { ...fieldsIn((await person.get(path)).text, path), name: 'A medias' }
    const order = (text: string) =>
      [...text.matchAll(/name="images\.\d\.alt" value="(\w)"/g)].map(([, name]) => name).join('')
    const moves = {
      '2 first': 'cab',
      '2 before': 'acb',
      '0 after': 'bac',
      '0 before': 'abc',
      '9 first': 'abc',
      x: 'abc',
    }
    for (const [move, expected] of Object.entries(moves)) {
      const { status, text } = await person.post(path, { ...held, _photo: move })
      assert.deepEqual([status, order(text)], [200, expected], move)
      assert.match(text, /value="A medias"/)
    }
    assert.deepEqual((await productOf(store, id)).images.map(({ alt }) => alt).join(''), 'abc')
  })

  test('make a row for each combination, also of a value that was added, and keep those that were left out', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const path = `${base}/productos/nuevo`
    const namesIn = (text: string) =>
      [...text.matchAll(/<legend class="hidden">([^<]*)<\/legend><div class="variant-line/g)].map(
        ([, name]) => name,
      )
    const table = async (fields: Fields, at = path) => {
      const { status, text } = await person.post(at, { ...fields, _makeTable: 'true' })
      assert.equal(status, 200, text)
      return { names: namesIn(text), fields: fieldsIn(text, at) }
    }
    const shirt = { name: 'Camisa', price: '50', 'options.0.name': 'Talla', 'options.0.values': 'S, M' }
    const first = await table(shirt)
    assert.deepEqual(first.names, ['S', 'M'])
    const priced = { ...first.fields, 'variants.1.price': '60' }
    const colour = { 'options.1.name': 'Color', 'options.1.values': 'Azul, Rojo' }
    const second = await table({ ...priced, ...colour })
    assert.deepEqual(second.names, ['S / Azul', 'M / Azul', 'S / Rojo', 'M / Rojo'])
    assert.equal(second.fields['variants.1.price'], '60')
    const { 'variants.2.name': _name, ...rest } = second.fields
    const cleared = { 'variants.2.optionValues.0': '', 'variants.2.optionValues.1': '' }
    const fewer = await table({ ...rest, ...cleared, 'options.1.values': 'Rojo, Verde' })
    assert.deepEqual(fewer.names, ['M / Rojo', 'S / Verde', 'M / Verde'])
    assert.equal((await productsOf(store)).length, 0)

    const made = await person.post(path, fewer.fields)
    assert.equal(made.status, 303, made.text)
    const saved = fieldsIn((await person.get(made.location!)).text, made.location!)
    const changed = { ...saved, 'options.0.values': 'S, L', 'variants.0.stock': '4' }
    const gone = await table(changed, made.location!)
    assert.deepEqual(gone.names, ['M / Rojo', 'S / Verde', 'M / Verde', 'L / Rojo', 'L / Verde'])
    const { status, text } = await person.post(made.location!, { ...changed, _table: 'true' })
    assert.equal(status, 303, text)
    const [product] = await productsOf(store)
    assert.deepEqual(product!.variants.map(({ name }: { name: string }) => name), ['S / Verde', 'L / Rojo', 'L / Verde']) // prettier-ignore
  })

  test('show too many combinations and too long a name as errors', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    const numbers = Array.from({ length: 11 }, (_, n) => n + 1).join(', ')
    const options = {
      'options.0.name': 'A',
      'options.0.values': numbers,
      'options.1.name': 'B',
      'options.1.values': numbers,
    }
    const send = (fields: Fields) =>
      person.post(`${base}/productos/nuevo`, { name: 'A', price: '5', _makeTable: 'true', ...fields })
    assert.match((await send(options)).text, /como máximo 100 variantes/)
    const long = { ...options, 'options.0.values': 'a'.repeat(50), 'options.1.values': 'b'.repeat(50) }
    const { status, text } = await send(long)
    assert.equal(status, 400)
    assert.match(text, /es muy largo para el nombre de una variante/)
  })
})

suite('the stock in the form of a product', () => {
  test('is never overwritten with an older number while orders arrive', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const variants = [{ name: 'S', stock: 100 }, { name: 'M', stock: 100 }] // prettier-ignore
    const { id, variants: made } = await aProduct(service, store, { name: 'Camisa', variants })
    const path = `${base}/productos/${id}`
    const order = () =>
      service.post('/api/orders', {
        body: anOrder(store, [{ variantId: made[0]!.id, quantity: 1 }]),
      })
    let [sold, restocked] = [0, 100]
    for (let round = 0; round < 6; round++) {
      const held = fieldsIn((await person.get(path)).text, path)
      const save = (submitted: Fields) => person.post(path, { ...held, ...submitted, _key: newSecret(24) })
      const [one, two, counted] = await Promise.all([
        order(),
        order(),
        save(
          round % 2 ? { 'variants.0.stock': '50' } : { price: String(90 + round), 'variants.1.stock': '7' },
        ),
      ])
      const placed = [one, two].filter(({ status }) => status === 201).length
      const { variants: now } = await productOf(store, id)
      if (round % 2 && counted.status === 303) {
        // It was saved before the orders, between them or after both that it had not shown: never over one of them.
        assert.ok(now[0]!.stock! <= 50 && now[0]!.stock! >= 50 - placed, `${now[0]!.stock}`)
        ;[restocked, sold] = [now[0]!.stock!, 0]
        continue
      }
      assert.ok([303, 400, 412].includes(counted.status), counted.text)
      sold += placed
      assert.equal(now[0]!.stock, restocked - sold)
    }
  })
})
