import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aCategory, aProduct } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { formsOf } from '../../../../test/panel-forms.ts'
import { startService } from '../../../../test/service.ts'

const service = await startService({ LOG_LEVEL: 'error' })

type Store = { key: string }
const productsOf = async (store: Store) =>
  (await service.get('/api/v1/products?status=all&sort=name', store.key)).json.data
const productOf = async (store: Store, id: string) =>
  (await service.get(`/api/v1/products/${id}?variants=all`, store.key)).json.data
suite('the page of the products', () => {
  test('creates one from a name and a price, and shows it in the list and the shop', async () => {
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

  test('the same form twice creates one product', async () => {
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

  test('keeps the input beside errors, in a variant row too', async () => {
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

  test('keeps the filter of the list when one could not be shown', async () => {
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

  test('deletes with undo, lists deleted products, restores', async () => {
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

  test('changes many in bulk, and lists those that did not change', async () => {
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
      return /class="flash"[^>]*><p>([^<]*)/.exec(page.text)?.[1]
    }
    assert.equal(await messageAfter({ action: 'hide' }), '2 productos: ya no se ven en la tienda.')
    assert.equal(
      await messageAfter({ action: 'category', categoryId: category }),
      '2 productos: cambiaron de categoría.',
    )
    const changed = [await productOf(store, one.id), await productOf(store, two.id)]
    assert.deepEqual(
      changed.map(({ isActive, categoryId }) => [isActive, categoryId]),
      [
        [false, category],
        [false, category],
      ],
    )
    assert.match(
      (await messageAfter({ action: 'show' }, [one.id, 'nadie'])) ?? '',
      /^1 producto: .* 1 ya no existe\./,
    )
    assert.equal((await many({ action: 'delete' }, [])).status, 400)
    assert.equal(await messageAfter({ action: 'delete' }), '2 productos: están en la papelera.')
  })

  test('counts each product of a bulk change as a request of the person', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const product = await aProduct(service, store)
    const ids = [product.id, ...Array.from({ length: 99 }, (_, n) => `nadie${n}`)]
    const change = () => person.post(`${base}/productos/varios`, { ids, action: 'hide' })
    const statuses = []
    for (let n = 0; n < 6; n++) statuses.push((await change()).status)
    assert.deepEqual(statuses, [303, 303, 303, 303, 303, 429])
  })

  test('keeps the filter of the list after a bulk change or its errors', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const { id } = await aProduct(service, store, { name: 'Molino', isActive: false })
    await aProduct(service, store, { name: 'Molinillo' })
    const list = `${base}/productos?estado=ocultos&q=mol`
    const { text } = await person.get(`${list}&elegir=1`)
    const form = formsOf(text).find(({ action }) => action.startsWith(`${base}/productos/varios`))!
    const refused = await person.post(form.action, { ids: id, action: 'price', categoryId: 'x'.repeat(99) })
    assert.equal(refused.status, 400)
    assert.match(refused.text, /<b>Molino<\/b>/)
    assert.doesNotMatch(refused.text, /<b>Molinillo<\/b>/)
    assert.match(refused.text, new RegExp(`value="${id}"[^>]* checked`))
    const again = formsOf(refused.text).find(({ action }) => action.startsWith(`${base}/productos/varios`))!
    assert.equal(again.action, form.action)
    assert.equal((await person.post(again.action, { ids: id, action: 'hide' })).location, list)
    const all = (await person.get(`${list}&elegir=todos`)).text
    assert.match(all, new RegExp(`value="${id}"[^>]* checked`))
    assert.equal(all.match(/ name="ids"/g)?.length, 1)
  })

  test('shows the last page that is left after all products of the last one were deleted', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    for (let n = 1; n <= 51; n++) await aProduct(service, store, { name: `Taza ${n}` })
    const last = `${base}/productos?offset=50`
    const { text } = await person.get(`${last}&elegir=todos`)
    const form = formsOf(text).find(({ action }) => action.startsWith(`${base}/productos/varios`))!
    const [id] = /(?<=name="ids" value=")[^"]+/.exec(text)!
    const deleted = await person.post(form.action, { ids: id, action: 'delete' })
    assert.equal(deleted.location, last)
    const left = (await person.follow(deleted)).text
    assert.doesNotMatch(left, /Todavía no hay productos/)
    assert.equal(left.match(/<b>Taza \d+<\/b>/g)?.length, 50)
  })

  test('filters by words, category and state, and ignores invalid parameters', async () => {
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
    assert.deepEqual(await shown('offset=50'), ['Molino', 'Café de Antigua'])
    assert.deepEqual(await shown('categoria=x%00'), [])
  })
})
