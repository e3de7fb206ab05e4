import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { anOrder, aProduct } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { formsOf } from '../../../../test/panel-forms.ts'
import { startService } from '../../../../test/service.ts'
import { newSecret } from '../../../core/values/id.ts'

const service = await startService({ LOG_LEVEL: 'error' })

type Store = { key: string }
const productsOf = async (store: Store) =>
  (await service.get('/api/v1/products?status=all&sort=name', store.key)).json.data
const productOf = async (store: Store, id: string) =>
  (await service.get(`/api/v1/products/${id}?variants=all`, store.key)).json.data

type Named = { name: string; stock: number | null }
const stocksOf = async (store: Store, id: string) =>
  (await productOf(store, id)).variants.map(({ name, stock }: Named) => [name, stock])

/** The fields of a product's form as it is shown, without its switches. */
async function formOf({ get }: Awaited<ReturnType<typeof aMember>>['person'], path: string) {
  const form = formsOf((await get(path)).text).find(({ action }) => action === path)!
  const sent = form.fields.filter(
    ({ name, type }) => !/^(?:button|file|checkbox)$/.test(type) && !name.endsWith('isActive'),
  )
  return Object.fromEntries(sent.map(({ name, value }) => [name, value]))
}

suite('options and stock in the panel', () => {
  test('options are written with commas; a variant without a name takes that of its values', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const fields = { name: 'Camisa', price: '50', 'options.0.name': 'Talla', 'options.0.values': 'S, M ,L' }
    const variants = {
      'variants.0.optionValues.0': 'S',
      'variants.1.optionValues.0': 'M',
      'variants.1.name': 'Mediana',
    }
    const wrong = await person.post(`${base}/productos/nuevo`, { ...fields, ...variants, price: 'caro' })
    assert.equal(wrong.status, 400)
    assert.match(wrong.text, /name="options.0.values"[^>]* value="S, M ,L"/)
    assert.match(wrong.text, /name="variants.0.optionValues.0" value="S"/)
    assert.equal((await person.post(`${base}/productos/nuevo`, { ...fields, ...variants })).status, 303)
    const [product] = await productsOf(store)
    assert.deepEqual(product!.options, [{ name: 'Talla', values: ['S', 'M', 'L'] }])
    assert.deepEqual(
      product!.variants.map(({ name, optionValues }: Record<string, unknown>) => [name, optionValues]),
      [['S', ['S']], ['Mediana', ['M']]],
    ) // prettier-ignore

    const [small, medium] = product!.variants
    const gone = await person.post(`${base}/productos/${product!.id}`, {
      ...fields,
      ...variants,
      'options.0.name': '',
      'options.0.values': '',
      'variants.0.id': small!.id,
      'variants.1.id': medium!.id,
    })
    assert.equal(gone.status, 303, gone.text)
    const [plain] = await productsOf(store)
    assert.deepEqual([plain!.options, plain!.variants[0]!.optionValues], [[], []])
  })

  test('values without variants become one variant for each combination, up to the limit', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const shirt = {
      name: 'Camisa',
      price: '50',
      'options.0.name': 'Talla',
      'options.0.values': 'S, M',
      'options.2.name': 'Color',
      'options.2.values': 'Azul, Rojo',
      'variants.0.name': '',
      'variants.0.price': '',
      'variants.0.isActive': ['false', 'true'],
    }
    assert.equal((await person.post(`${base}/productos/nuevo`, shirt)).status, 303)
    const [product] = await productsOf(store)
    const { id, variants } = product!
    assert.deepEqual(
      variants.map(({ name, optionValues }: Record<string, unknown>) => [name, optionValues]),
      ['S', 'M'].flatMap((size) => ['Azul', 'Rojo'].map((color) => [`${size} / ${color}`, [size, color]])),
    )

    const kept = { 'variants.0.id': variants[0]!.id, 'variants.0.name': 'S / Azul' }
    const added = { 'variants.1.name': 'xl/rojo', 'options.0.values': 'S, M, XL' }
    const saved = await person.post(`${base}/productos/${id}`, { ...shirt, ...kept, ...added })
    assert.equal(saved.status, 303, saved.text)
    const [changed] = await productsOf(store)
    assert.deepEqual(
      changed!.variants.map(({ name, optionValues }: Record<string, unknown>) => [name, optionValues]),
      [['S / Azul', ['S', 'Azul']], ['xl/rojo', ['XL', 'Rojo']]],
    ) // prettier-ignore

    const numbers = Array.from({ length: 11 }, (_, n) => n + 1).join(', ')
    const tooMany = { ...shirt, 'options.0.values': numbers, 'options.2.values': numbers }
    const refused = await person.post(`${base}/productos/nuevo`, tooMany)
    assert.equal(refused.status, 400)
    assert.match(refused.text, /100/)
  })

  test('tells at its field which option or value is there twice, and which variant has no value or those of another', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    const shirt = { name: 'Camisa', price: '50', 'options.0.name': 'Talla', 'options.0.values': 'S, M, L' }
    const color = { 'options.1.name': 'Color', 'options.1.values': 'Azul, Rojo' }
    const small = { 'variants.0.optionValues.0': 'S', 'variants.0.optionValues.1': 'Azul' }
    const wrongs: [sent: Record<string, string>, field: string, message: string][] = [
      [{ 'options.0.values': 'S, M, s' }, 'options.0.values', 'El valor «s» está dos veces'],
      [{ 'options.1.name': 'TALLA' }, 'options.1.name', 'La opción «TALLA» está dos veces'],
      [
        { 'variants.1.name': 'Grande' },
        'variants.1.optionValues.0',
        'Falta un valor de cada opción (Talla, Color)',
      ],
      [
        { 'variants.1.optionValues.0': 'S', 'variants.1.optionValues.1': 'Azul', 'variants.1.name': 'Otra' },
        'variants.1.optionValues.0',
        'Otra variante tiene los mismos valores',
      ],
    ]
    for (const [sent, field, message] of wrongs) {
      const { status, text } = await person.post(`${base}/productos/nuevo`, {
        ...shirt,
        ...color,
        ...small,
        ...sent,
      })
      assert.equal(status, 400)
      assert.match(text, new RegExp(`name="${field}"[^>]* aria-invalid="true"`), field)
      assert.match(text, RegExp(` class="wrong" id="[\\w-]*${field}-wrong">${RegExp.escape(message)}</p>`))
      assert.match(text, /Revisa lo que está marcado/)
    }
  })

  test('values that make too long a name are one error, at the longest of them', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    const options = Object.fromEntries(
      ['Talla', 'Color', 'Tela'].flatMap((name, n) => [
        [`options.${n}.name`, name],
        [`options.${n}.values`, ['a', 'b'].map((letter) => letter.repeat(28 + n)).join(', ')],
      ]),
    )
    const { status, text } = await person.post(`${base}/productos/nuevo`, {
      name: 'A',
      price: '5',
      ...options,
    })
    assert.equal(status, 400)
    assert.equal(text.match(/es muy largo para el nombre de una variante/g)?.length, 1)
    assert.equal(text.match(/aria-invalid="true"/g)?.length, 1)
    assert.match(text, /name="options.2.values"[^>]* aria-invalid="true"/)
    const row = { 'variants.0.optionValues.0': 'a'.repeat(28), 'variants.0.optionValues.1': 'b'.repeat(29) }
    const one = { ...options, ...row, 'variants.0.optionValues.2': 'a'.repeat(30) }
    const chosen = await person.post(`${base}/productos/nuevo`, { name: 'A', price: '5', ...one })
    assert.match(chosen.text, /name="variants.0.name"[^>]* aria-invalid="true"/)
    assert.match(chosen.text, /es muy largo para el nombre de una variante/)
  })

  test('a form with as many values as a request can have is an error, and shown without them in each row', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    const refused = async (fields: Record<string, string>) => {
      const { status, text } = await person.post(`${base}/productos/nuevo`, {
        name: 'A',
        price: '5',
        ...fields,
      })
      assert.equal(status, 400)
      assert.ok(text.length < 8 * 2 ** 20, `${text.length} characters`)
    }
    const names = { 'options.0.name': 'Talla', 'options.1.name': 'Color' }
    const many = { 'options.0.values': 'a,'.repeat(101), 'options.1.values': 'b,'.repeat(200_000) }
    await refused({ ...names, ...many })
    await refused({ ...names, ...many, 'variants.99.name': 'x' })
    await refused({ ...names, ...many, 'options.0.name': 'x'.repeat(100_000), 'variants.99.name': 'x' })
  })

  test('variants that replace a tracked stock start from 0, also when the form is sent twice', async () => {
    const { store, base, person } = await aMember(service, 'STAFF')
    const { id } = await aProduct(service, store, { variants: [{ name: 'Única', stock: 5 }] })
    const path = `${base}/productos/${id}`
    const shown = await formOf(person, path)
    const sent = { ...shown, 'options.0.name': 'Talla', 'options.0.values': 'S, M' }
    const saved = await person.post(path, sent)
    assert.equal(saved.status, 303, saved.text)
    assert.equal((await person.post(path, sent)).status, 303)
    assert.deepEqual(await stocksOf(store, id), [['S', 0], ['M', 0]]) // prettier-ignore
    const { text } = await person.follow(saved)
    assert.match(text, /De las variantes nuevas hay 0\b/)
    assert.ok(text.includes(`href="${path}#variantes"`))
    assert.match((await person.get(path)).text, /<details class="fold" id="variantes" open/)

    const plain = await aProduct(service, store)
    const options = { 'options.0.name': 'Talla', 'options.0.values': 'S, M' }
    const other = await person.post(`${base}/productos/${plain.id}`, options)
    assert.deepEqual(await stocksOf(store, plain.id), [['S', null], ['M', null]]) // prettier-ignore
    assert.doesNotMatch((await person.follow(other)).text, /De las variantes nuevas/)
  })

  test('a variant entered in place of a tracked stock starts from 0 too', async () => {
    const { store, base, person } = await aMember(service, 'STAFF')
    const { id } = await aProduct(service, store, { variants: [{ name: 'Única', stock: 5 }] })
    const path = `${base}/productos/${id}`
    await person.post(path, { 'variants.0.name': 'Grande' })
    assert.deepEqual(await stocksOf(store, id), [['Grande', 0]])
    const [large] = (await productOf(store, id)).variants
    const kept = { 'variants.0.id': large!.id, 'variants.0.name': 'Grande', 'variants.1.name': 'Chica' }
    await person.post(path, kept)
    assert.deepEqual(await stocksOf(store, id), [['Grande', 0], ['Chica', null]]) // prettier-ignore
  })

  test('a product with options gets no variants when its options were not changed', async () => {
    const { store, base, person } = await aMember(service, 'STAFF')
    const options = [{ name: 'Talla', values: ['S', 'M'] }]
    const { id } = await aProduct(service, store, { options })
    const path = `${base}/productos/${id}`
    const saved = await person.post(path, { ...(await formOf(person, path)), description: 'De algodón' })
    assert.equal(saved.status, 303, saved.text)
    const { description, variants } = await productOf(store, id)
    assert.deepEqual([description, variants.map(({ name }: Named) => name)], ['De algodón', ['Única']])
    await person.post(path, { ...(await formOf(person, path)), 'options.0.values': 'S, M, L' })
    assert.deepEqual(await stocksOf(store, id), [['S', null], ['M', null], ['L', null]]) // prettier-ignore
  })

  test('new values replace variants that are all removed', async () => {
    const { store, base, person } = await aMember(service, 'STAFF')
    const { id } = await aProduct(service, store, { variants: [{ name: 'Una' }, { name: 'Otra' }] })
    const path = `${base}/productos/${id}`
    const removed = { 'variants.0._remove': 'true', 'variants.1._remove': 'true' }
    const options = { 'options.0.name': 'Talla', 'options.0.values': 'S, M, L' }
    const sent = { ...(await formOf(person, path)), ...removed, ...options }
    const refused = await person.post(path, { ...sent, price: 'caro' })
    assert.match(refused.text, /name="variants.1._remove" value="true" checked/)
    const saved = await person.post(path, sent)
    assert.equal(saved.status, 303, saved.text)
    assert.deepEqual(await stocksOf(store, id), [['S', null], ['M', null], ['L', null]]) // prettier-ignore
  })

  test('one form saves a product and its stock; changes by orders or members meanwhile are shown, not overwritten', async () => {
    const { store, base, person } = await aMember(service, 'STAFF')
    const { id, variants } = await aProduct(service, store, {
      name: 'Café',
      variants: [{ name: '250 g', stock: 7 }, { name: '500 g' }],
    })
    const path = `${base}/productos/${id}`
    const shown = async () => formOf(person, path)
    const submitted = (form: Record<string, string>, small: string, large: string) => ({
      ...form,
      'variants.0.stock': small,
      'variants.1.stock': large,
    })
    const stocks = async () => (await productOf(store, id)).variants.map(({ stock }: Named) => stock)
    const order = (quantity: number) =>
      service.post('/api/orders', { body: anOrder(store, [{ variantId: variants[0]!.id, quantity }]) })

    const first = await shown()
    await order(2)
    const both = { ...submitted(first, '7', '3'), name: 'Café molido' }
    assert.equal((await person.post(path, both)).status, 303)
    assert.equal((await productOf(store, id)).name, 'Café molido')
    assert.deepEqual(await stocks(), [5, 3], 'what was left as it was shown is left as it is')
    assert.equal((await person.post(path, both)).status, 303, 'the same form again')
    assert.deepEqual(await stocks(), [5, 3])

    const second = await shown()
    await order(1)
    const late = await person.post(path, { ...submitted(second, '10', '3'), price: '90' })
    assert.equal(late.status, 400)
    assert.match(late.text, /Cambió mientras escribías: ahora hay 4\b/)
    assert.match(late.text, /name="variants.0.shownStock" value="4"/)
    assert.match(late.text, /name="variants.0.stock"[^>]* value="10"/)
    assert.deepEqual(await stocks(), [4, 3])
    const again = { ...submitted(second, '10', ''), 'variants.0.shownStock': '4', price: '90' }
    assert.equal((await person.post(path, again)).status, 303)
    assert.deepEqual(await stocks(), [10, null])
    assert.equal((await productOf(store, id)).price, 90)
    assert.equal((await person.post(path, submitted(await shown(), '-1', ''))).status, 400)

    const third = { ...(await shown()), _key: newSecret(24) }
    const racing = await Promise.all(
      [1, 2].map((n) => person.post(path, { ...submitted(third, `2${n}`, ''), _key: newSecret(24) })),
    )
    assert.equal(racing.filter(({ status }) => status === 303).length, 1)
    await order(18)
    assert.match((await person.get(`${base}/productos`)).text, /Quedan pocas/)
  })

  test('the stock of a product without variants is saved with its other fields, and its error shown at its field', async () => {
    const { store, base, person } = await aMember(service, 'STAFF')
    const { id } = await aProduct(service, store, { variants: [{ name: 'Única', stock: 5 }] })
    const path = `${base}/productos/${id}`
    const submitted = { ...(await formOf(person, path)), name: 'Taza', 'default.stock': '8' }
    const refused = await person.post(path, { ...submitted, 'default.stock': 'ocho' })
    assert.equal(refused.status, 400)
    assert.match(refused.text, /name="default.stock"[^>]* aria-invalid="true"/)
    assert.equal((await person.post(path, submitted)).status, 303)
    const { name, variants } = await productOf(store, id)
    assert.deepEqual(
      [name, variants.map(({ name, stock }: Named) => [name, stock])],
      ['Taza', [['Única', 8]]],
    )
    const invented = { ...(await formOf(person, path)), 'variants.0.name': 'Grande', 'variants.0.stock': '4' }
    assert.equal((await person.post(path, invented)).status, 303)
    assert.deepEqual(await stocksOf(store, id), [['Grande', 4]])
    const gone = await person.post(path, { 'default.stock': '3', 'default.shownStock': '8' })
    assert.equal(gone.status, 303)
    assert.deepEqual(await stocksOf(store, id), [['Grande', 4]])
  })

  test('after a mistake in a stock, what an order took of another variant is not put back', async () => {
    const { store, base, person } = await aMember(service, 'STAFF')
    const variants = [{ name: 'S', stock: 7 }, { name: 'M', stock: 7 }] // prettier-ignore
    const { id, variants: made } = await aProduct(service, store, { name: 'Camisa', variants })
    const path = `${base}/productos/${id}`
    const formIn = (text: string) => {
      const { fields } = formsOf(text).find(({ action }) => action === path)!
      const sent = fields.filter(
        ({ type, name }) => !/^(?:button|file|checkbox)$/.test(type) && !name.endsWith('isActive'),
      )
      return Object.fromEntries(sent.map(({ name, value }) => [name, value]))
    }
    const shown = formIn((await person.get(path)).text)
    await service.post('/api/orders', { body: anOrder(store, [{ variantId: made[1]!.id, quantity: 2 }]) })
    const refused = await person.post(path, { ...shown, 'variants.0.stock': 'diez' })
    assert.equal(refused.status, 400)
    const saved = await person.post(path, { ...formIn(refused.text), 'variants.0.stock': '10' })
    assert.equal(saved.status, 303, saved.text)
    assert.deepEqual(await stocksOf(store, id), [['S', 10], ['M', 5]]) // prettier-ignore
  })

  test('an order meanwhile does not prevent the product form from being saved', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const { id, variants } = await aProduct(service, store, {
      name: 'Café',
      variants: [{ name: 'S', stock: 7 }],
    })
    const { text } = await person.get(`${base}/productos/${id}`)
    const [, version] = /name="_version" value="([^"]*)"/.exec(text)!
    await service.post('/api/orders', { body: anOrder(store, [{ variantId: variants[0]!.id, quantity: 2 }]) })
    const fields = {
      name: 'Café nuevo',
      price: '100',
      'variants.0.id': variants[0]!.id,
      'variants.0.name': 'S',
    }
    const _version = version!.replaceAll('&quot;', '"')
    const saved = await person.post(`${base}/productos/${id}`, { ...fields, _version })
    assert.equal(saved.status, 303, saved.text)
    const product = await productOf(store, id)
    assert.deepEqual([product.name, product.variants[0]!.stock], ['Café nuevo', 5])
  })
})
