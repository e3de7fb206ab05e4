import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aCategory, anOrder, aProduct } from '../../../test/factories.ts'
import { aMember } from '../../../test/panel.ts'
import { formsOf } from '../../../test/panel-forms.ts'
import { startService } from '../../../test/service.ts'

const service = await startService({ LOG_LEVEL: 'error' })

type Store = { key: string }
const productsOf = async (store: Store) =>
  (await service.get('/api/v1/products?status=all&sort=name', store.key)).json.data
const productOf = async (store: Store, id: string) =>
  (await service.get(`/api/v1/products/${id}?variants=all`, store.key)).json.data

suite('the page of the products', () => {
  test('makes one from a name and a price, and shows it in the list and the shop', async () => {
    const { store, base, person } = await aMember(service, 'STAFF')
    assert.match((await person.get(`${base}/productos`)).text, /Todavía no hay productos/)
    const made = await person.post(`${base}/productos/nuevo`, {
      name: 'Café de altura',
      price: '1.250,50',
      isActive: ['false', 'true'],
      description: '',
      'variants.0.name': '',
      'variants.0.price': '',
      'variants.0.isActive': ['false', 'true'],
    })
    assert.equal(made.status, 303, made.text)
    const [product] = await productsOf(store)
    assert.deepEqual(
      [product!.name, product!.price, product!.variants[0]!.name],
      ['Café de altura', 1250.5, 'Única'],
    )
    assert.equal(made.location, `${base}/productos/${product!.id}`)
    assert.match((await person.follow(made)).text, /Café de altura ya se vende en tu tienda/)
    assert.match((await person.get(`${base}/productos`)).text, /<b>Café de altura<\/b>/)
  })

  test('the same form twice makes one product', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const fields: [string, string][] = [
      ['_key', 'k'.repeat(24)],
      ['name', 'Té'],
      ['price', '10'],
    ]
    const both = await Promise.all([1, 2].map(() => person.post(`${base}/productos/nuevo`, fields)))
    assert.deepEqual(
      both.map(({ status }) => status),
      [303, 303],
    )
    assert.equal((await productsOf(store)).length, 1)
  })

  test('keeps what was typed beside what is wrong, in a row of the variants too', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    const { status, text } = await person.post(`${base}/productos/nuevo`, {
      name: 'Camisa',
      price: 'caro',
      'variants.2.name': 'L',
      'variants.2.price': '-1',
    })
    assert.equal(status, 400)
    assert.match(text, /value="Camisa"/)
    assert.match(text, /value="caro"/)
    assert.match(text, /name="variants\.2\.price" [^>]*aria-invalid="true"/)
  })

  test('changes, adds and removes variants', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const { id, variants } = await aProduct(service, store, {
      price: 100,
      variants: [{ name: 'S' }, { name: 'M', price: 120 }],
    })
    const saved = await person.post(`${base}/productos/${id}`, {
      name: 'Camisa',
      price: '110',
      'variants.0.id': variants[0]!.id,
      'variants.0.name': 'Chica',
      'variants.0.price': '',
      'variants.1.id': variants[1]!.id,
      'variants.1.name': 'M',
      'variants.1.price': '120',
      'variants.1._remove': 'true',
      'variants.2.name': 'XL',
      'variants.2.price': '150',
      'variants.2.isActive': ['false'],
    })
    assert.equal(saved.status, 303, saved.text)
    const changed = await productOf(store, id)
    assert.deepEqual(
      changed.variants.map((variant: { name: string; price: number; isActive: boolean }) => [
        variant.name,
        variant.price,
        variant.isActive,
      ]),
      [
        ['Chica', 110, true],
        ['XL', 150, false],
      ],
    )
  })

  test('shows and hides one from the list, and returns to the list as it was filtered', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const { id } = await aProduct(service, store)
    const visible = `${base}/productos/${id}/visible`
    const hidden = await person.post(`${visible}?estado=visibles&q=caf`, { isActive: 'false' })
    assert.equal(hidden.location, `${base}/productos?estado=visibles&q=caf`)
    assert.equal((await productOf(store, id)).isActive, false)
    const shown = await person.post(`${visible}?volver=https://malo.example`, { isActive: 'true' })
    assert.equal(shown.location, `${base}/productos`)
  })

  test('keeps the part of the list in which one could not be shown', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const { id } = await aProduct(service, store, { name: 'Molino', isActive: false })
    await aProduct(service, store, { name: 'Molinillo' })
    const list = `${base}/productos?estado=ocultos&q=mol`
    const switchIn = ({ text }: { text: string }) =>
      formsOf(text).find(({ action }) => action.startsWith(`${base}/productos/${id}/visible`))!
    const { action } = switchIn(await person.get(list))
    const refused = await person.post(action, { isActive: 'quizás' })
    assert.equal(refused.status, 400)
    assert.match(refused.text, /<b>Molino<\/b>/)
    assert.doesNotMatch(refused.text, /<b>Molinillo<\/b>/)
    assert.match(refused.text, /role="alert"/)
    assert.equal(switchIn(refused).action, action)
    assert.equal((await person.post(action, { isActive: 'true' })).location, list)
  })

  test('deletes with undo, lists the bin, restores', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const { id } = await aProduct(service, store, { name: 'Prensa' })
    const page = await person.follow(await person.post(`${base}/productos/${id}/eliminar`))
    assert.match(page.text, /Prensa está en la papelera/)
    assert.match(page.text, new RegExp(`action="${base}/productos/${id}/restaurar"`))
    assert.match((await person.get(`${base}/productos/papelera`)).text, /Prensa.*Se borra en 30 días/)
    assert.equal((await person.post(`${base}/productos/${id}/restaurar`)).status, 303)
    assert.equal((await productsOf(store)).length, 1)
    assert.match((await person.get(`${base}/productos/papelera`)).text, /La papelera está vacía/)
  })

  test('duplicates one, hidden, with its variants', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const { id } = await aProduct(service, store, {
      name: 'Filtro',
      price: 50,
      variants: [{ name: 'V60', price: 60 }],
    })
    assert.equal((await person.post(`${base}/productos/${id}/duplicar`)).status, 303)
    const copy = (await productsOf(store)).find(({ name }: { name: string }) => name === 'Filtro (copia)')
    assert.deepEqual([copy!.isActive, copy!.variants[0]!.name, copy!.variants[0]!.price], [false, 'V60', 60])
  })

  test('changes many at once, and lists what stayed as it was', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const { id: category } = await aCategory(service, store)
    const one = await aProduct(service, store, { name: 'A', price: 99.99 })
    const two = await aProduct(service, store, {
      name: 'B',
      price: 10,
      variants: [{ name: 'x' }, { name: 'y', price: 33.33 }],
    })
    const many = async (fields: Record<string, string>, ids = [one.id, two.id]) =>
      person.post(`${base}/productos/varios`, { ids, ...fields })
    const messageAfter = async (fields: Record<string, string>, ids?: string[]) => {
      const page = await person.follow(await many(fields, ids))
      return /class="flash">.*?<p>([^<]*)/.exec(page.text)?.[1]
    }
    assert.equal(await messageAfter({ action: 'hide' }), '2 productos: ya no se ven en la tienda.')
    assert.equal(
      await messageAfter({ action: 'category', categoryId: category }),
      '2 productos: cambiaron de categoría.',
    )
    assert.equal(await messageAfter({ action: 'price', percent: '-10' }), '2 productos: cambiaron de precio.')
    const changed = [await productOf(store, one.id), await productOf(store, two.id)]
    assert.deepEqual(
      changed.map(({ price, isActive, categoryId }) => [price, isActive, categoryId]),
      [
        [89.99, false, category],
        [9, false, category],
      ],
    )
    assert.deepEqual(
      changed[1]!.variants.map(({ price }: { price: number }) => price),
      [9, 30],
    )
    assert.match(
      (await messageAfter({ action: 'show' }, [one.id, 'nadie'])) ?? '',
      /^1 producto: .* 1 quedó como estaba: El producto no existe/,
    )
    assert.equal((await many({ action: 'price' })).status, 400)
    assert.equal((await many({ action: 'delete' }, [])).status, 400)
    assert.equal(await messageAfter({ action: 'delete' }), '2 productos: están en la papelera.')
  })

  test('keeps the part of the list in which several were chosen, refused or done', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const { id } = await aProduct(service, store, { name: 'Molino', isActive: false })
    await aProduct(service, store, { name: 'Molinillo' })
    const list = `${base}/productos?estado=ocultos&q=mol`
    const { text } = await person.get(`${list}&elegir=1`)
    const form = formsOf(text).find(({ action }) => action.startsWith(`${base}/productos/varios`))!
    const refused = await person.post(form.action, { ids: id, action: 'price' })
    assert.equal(refused.status, 400)
    assert.match(refused.text, /<b>Molino<\/b>/)
    assert.doesNotMatch(refused.text, /<b>Molinillo<\/b>/)
    assert.match(refused.text, new RegExp(`value="${id}"[^>]* checked`))
    const again = formsOf(refused.text).find(({ action }) => action.startsWith(`${base}/productos/varios`))!
    assert.equal(again.action, form.action)
    assert.equal((await person.post(again.action, { ids: id, action: 'price', percent: '5' })).location, list)
  })

  test('finds by words, category and state; what an address can’t ask for is left out', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    await aProduct(service, store, { name: 'Café de Antigua' })
    await aProduct(service, store, { name: 'Molino', isActive: false })
    const shown = async (search: string) => {
      const { status, text } = await person.get(`${base}/productos?${search}`)
      assert.equal(status, 200, search)
      return [...text.matchAll(/<b>([^<]*)<\/b>/g)].map(([, name]) => name)
    }
    assert.deepEqual(await shown('q=antigua+cafe'), ['Café de Antigua'])
    assert.deepEqual(await shown('estado=ocultos'), ['Molino'])
    assert.deepEqual(await shown('orden=nada&estado=__proto__&offset=-1&q=%00'), [
      'Molino',
      'Café de Antigua',
    ])
    assert.deepEqual(await shown('offset=50'), [])
    assert.deepEqual(await shown('categoria=x%00'), [])
  })
})

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
    assert.match(wrong.text, /name="variants.0.optionValues.0"[^>]*>.*?<option value="S" selected>/)
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

  test('a stock is set by itself; what an order or another person changed meanwhile is shown, not overwritten', async () => {
    const { store, base, person } = await aMember(service, 'STAFF')
    const { id, variants } = await aProduct(service, store, {
      name: 'Café',
      variants: [{ name: '250 g', stock: 7 }, { name: '500 g' }],
    })
    const [small, large] = variants.map((variant) => variant.id)
    const path = `${base}/productos/${id}/existencias`
    const typed = (stocks: string[], shown = ['7', '']) =>
      Object.fromEntries(
        [small!, large!].flatMap((id, n) => [
          [`variants.${n}.id`, id],
          [`variants.${n}.shown`, shown[n]!],
          [`variants.${n}.stock`, stocks[n]!],
        ]),
      )
    const stocks = async () =>
      (await productOf(store, id)).variants.map(({ stock }: { stock: number | null }) => stock)
    const order = (quantity: number) =>
      service.post('/api/orders', { body: anOrder(store, [{ variantId: small!, quantity }]) })

    await order(2)
    assert.equal((await person.post(path, typed(['7', '3']))).status, 303)
    assert.deepEqual(await stocks(), [5, 3], 'what was left as it was shown is left as it is')
    const late = await person.post(path, typed(['10', '3'], ['7', '3']))
    assert.equal(late.status, 400)
    assert.match(late.text, /Cambió mientras escribías: ahora hay 5/)
    assert.match(late.text, /name="variants.0.shown" value="5"/)
    assert.match(late.text, /name="variants.0.stock"[^>]* value="10"/)
    assert.equal((await person.post(path, typed(['10', ''], ['5', '3']))).status, 303)
    assert.deepEqual(await stocks(), [10, null])
    assert.equal((await person.post(path, typed(['-1', ''], ['10', '']))).status, 400)

    const both = await Promise.all([1, 2].map((n) => person.post(path, typed([`2${n}`, ''], ['10', '']))))
    assert.deepEqual(
      both.map(({ status }) => status).toSorted((a, b) => a - b),
      [303, 400],
    )
    await order(18)
    assert.match((await person.get(`${base}/productos`)).text, /Quedan pocas/)
  })

  test('an order between does not keep the form of the product from being saved', async () => {
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
