import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { fillCatalog } from '../../../features/demo/load/fill-catalog.ts'
import { aCategory, anOrder, aProduct } from '../../../../test/factories.ts'
import { aMember, type Page } from '../../../../test/panel.ts'
import { formsOf } from '../../../../test/panel-forms.ts'
import { startService } from '../../../../test/service.ts'

const service = await startService({ LOG_LEVEL: 'error' })

type Member = Awaited<ReturnType<typeof aMember>>
type Variant = { name: string; price: number; stock: number | null }

/** Price, previous price, and each variant's name, price and stock. */
async function pricesOf(store: { key: string }, id: string) {
  const { price, comparePrice, variants } = (
    await service.get(`/api/v1/products/${id}?variants=all`, store.key)
  ).json.data
  return [price, comparePrice, variants.map((one: Variant) => [one.name, one.price, one.stock])]
}

/** The fields of the form of prices, as a browser sends them. */
function fieldsOf({ text }: Page, base: string): Record<string, string> {
  const form = formsOf(text).find(({ action }) => action.split('?')[0] === `${base}/productos/precios`)!
  const sent = form.fields.filter(({ type }) => type !== 'button')
  return Object.fromEntries(sent.map(({ name, value }) => [name, value]))
}

const open = async ({ base, person }: Member, query = '') =>
  fieldsOf(await person.get(`${base}/productos/precios${query}`), base)

suite('the prices and stocks of many products', () => {
  test('are saved at once, only those that were changed, and undone with one tap', async () => {
    const member = await aMember(service, 'OWNER', { currency: 'GTQ' })
    const { store, base, person } = member
    const bread = await aProduct(service, store, {
      name: 'Pan',
      price: 10,
      variants: [{ name: 'Única', stock: 3 }],
    })
    const shirt = await aProduct(service, store, {
      name: 'Camisa',
      price: 80,
      variants: [{ name: 'S' }, { name: 'XL', price: 95 }],
    })
    const other = await aProduct(service, store, { name: 'Té', price: 5 })
    const fields = await open(member, '?orden=name') // Camisa, Pan, Té
    assert.equal(fields['products.0.variants.0.price'], '')
    assert.equal(fields['products.0.variants.1.price'], '95')
    const saved = await person.post(`${base}/productos/precios?orden=name`, {
      ...fields,
      'products.0.price': '1.250,50',
      'products.0.comparePrice': '1300',
      'products.0.variants.0.stock': '4',
      'products.0.variants.1.price': '99.90',
      'products.1.price': '12',
      'products.1.variants.0.stock': '',
    })
    assert.equal(saved.location, `${base}/productos/precios?orden=name`, saved.text)
    assert.deepEqual(await pricesOf(store, shirt.id), [1250.5, 1300, [['S', 1250.5, 4], ['XL', 99.9, null]]]) // prettier-ignore
    assert.deepEqual(await pricesOf(store, bread.id), [12, null, [['Única', 12, null]]])
    const { updatedAt } = (await service.get(`/api/v1/products/${other.id}`, store.key)).json.data
    assert.equal(updatedAt, other.updatedAt)
    const after = await person.follow(saved)
    assert.match(after.text, /2 productos guardados/)

    const undo = formsOf(after.text).find(({ action }) => action.endsWith('/deshacer'))!
    assert.equal((await person.post(undo.action)).status, 303)
    assert.deepEqual(await pricesOf(store, bread.id), [10, null, [['Única', 10, 3]]])
    assert.deepEqual((await pricesOf(store, shirt.id))[0], 80)
  })

  test('nothing typed is lost on a mistake, and nothing is saved before it is mended', async () => {
    const member = await aMember(service, 'STAFF')
    const { store, base, person } = member
    const [a] = [
      await aProduct(service, store, { name: 'A', price: 10 }),
      await aProduct(service, store, { name: 'B' }),
    ]
    const sent = {
      ...(await open(member, '?orden=name')),
      'products.0.price': '11',
      'products.1.price': 'caro',
    }
    const rejected = await person.post(`${base}/productos/precios?orden=name`, sent)
    assert.equal(rejected.status, 400)
    assert.match(
      rejected.text,
      /name="products\.1\.price"[^>]* aria-invalid="true"[^>]* autofocus[^>]* value="caro"/,
    )
    assert.equal(fieldsOf(rejected, base)['products.0.price'], '11')
    assert.equal((await pricesOf(store, a.id))[0], 10)
    const empty = await person.post(`${base}/productos/precios`, { ...sent, 'products.1.price': '' })
    assert.match(empty.text, /name="products\.1\.price"[^>]* aria-invalid="true"/)
  })

  test('where one is rejected none is saved, and its field shows why', async () => {
    const member = await aMember(service, 'STAFF')
    const { store, base, person } = member
    const sale = await aProduct(service, store, { name: 'A', price: 10, comparePrice: 20 })
    const b = await aProduct(service, store, {
      name: 'B',
      price: 10,
      variants: [{ name: 'S' }, { name: 'M' }],
    })
    const path = `${base}/productos/precios?orden=price`
    const sent = { ...(await open(member, '?orden=price')) }
    const [first, second] =
      sent['products.0.id'] === sale.id ? ['products.0', 'products.1'] : ['products.1', 'products.0']
    const submitted = {
      ...sent,
      [`${first}.price`]: '25',
      [`${second}.price`]: '90',
      [`${second}.variants.1.price`]: '95',
    }
    const rejected = await person.post(path, submitted)
    assert.equal(rejected.status, 400)
    assert.match(rejected.text, new RegExp(`name="${first}\\.comparePrice"[^>]* aria-invalid="true"`))
    assert.match(rejected.text, /El precio anterior debe ser mayor que el precio/)
    assert.match(rejected.text, /No se guardó nada todavía\. Revisa lo que está marcado\./)
    assert.deepEqual(await pricesOf(store, b.id), [10, null, [['S', 10, null], ['M', 10, null]]]) // prettier-ignore
    // Ordered by price, the list has another order now; the rejected form has its own.
    const mended = { ...fieldsOf(rejected, base), [`${first}.comparePrice`]: '30' }
    const saved = await person.post(path, mended)
    assert.equal(saved.status, 303, saved.text)
    assert.deepEqual((await pricesOf(store, sale.id)).slice(0, 2), [25, 30])
    assert.deepEqual(await pricesOf(store, b.id), [90, null, [['S', 90, null], ['M', 95, null]]]) // prettier-ignore
    assert.match((await person.follow(saved)).text, /2 productos guardados/)
  })

  test('what an order took or another person changed meanwhile is shown, and not overwritten', async () => {
    const member = await aMember(service, 'STAFF')
    const { store, base, person } = member
    const variants = [{ name: 'S', stock: 9 }, { name: 'M', stock: 9 }, { name: 'L', stock: 9 }] // prettier-ignore
    const shirt = await aProduct(service, store, { name: 'Camisa', price: 80, variants })
    const fields = await open(member)
    const items = shirt.variants.map(({ id }: { id: string }) => ({ variantId: id, quantity: 2 }))
    await service.post('/api/orders', { body: anOrder(store, items.slice(0, 2)) })
    await service.put(`/api/v1/products/${shirt.id}`, { key: store.key, body: { price: 85 } })
    const submitted = { ...fields, 'products.0.price': '90', 'products.0.variants.0.stock': '20' }
    const rejected = await person.post(`${base}/productos/precios`, submitted)
    assert.match(rejected.text, /Cambió mientras escribías: ahora dice 7\b/)
    assert.match(rejected.text, /Cambió mientras escribías: ahora dice [^ ]*\s?85\b/)
    const saved = await person.post(`${base}/productos/precios`, fieldsOf(rejected, base))
    assert.equal(saved.status, 303, saved.text)
    const stocks = [['S', 90, 20], ['M', 90, 7], ['L', 90, 9]] // prettier-ignore
    assert.deepEqual(await pricesOf(store, shirt.id), [90, null, stocks])
  })

  test('come page by page where they are many, with what the list is filtered by', async () => {
    const member = await aMember(service, 'STAFF')
    const { store, base, person } = member
    await service.sql.begin((tx) => fillCatalog(tx, store.id, 121))
    const sizes = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `T${n}` }))
    await aProduct(service, store, { name: 'Zapato', variants: sizes(30) })
    await aProduct(service, store, { name: 'Camisa', variants: sizes(51) })
    const first = await open(member, '?q=producto&orden=name')
    const shownRows = Object.keys(first).filter((name) => /^products\.\d+\.price$/.test(name)).length
    const lines = Object.keys(first).filter((name) => name.endsWith('.price')).length
    assert.ok(lines <= 120 && shownRows < 121, `${shownRows} products in ${lines} lines`)
    const submitted = { ...first, [`products.${shownRows - 1}.price`]: '29.5', show: 'next' }
    const saved = await person.post(`${base}/productos/precios?q=producto&orden=name`, submitted)
    assert.equal(
      saved.location,
      `${base}/productos/precios?q=producto&orden=name&offset=${shownRows}`,
      saved.text,
    )
    const next = await person.follow(saved)
    assert.match(next.text, new RegExp(`${shownRows + 1}–\\d+ de 121`))
    assert.doesNotMatch(next.text, /<a [^>]*offset=/, 'a link would discard what was submitted')
    const back = { ...fieldsOf(next, base), 'products.0.price': '31.5', show: 'previous' }
    const kept = await person.post(saved.location, back)
    assert.match((await person.follow(kept)).text, /1 producto guardado/)
    assert.match(
      (await person.get(`${base}/productos?q=producto`)).text,
      /href="[^"]*\/productos\/precios\?q=producto"/,
    )
    assert.match(
      (await person.get(`${base}/productos/precios?q=zapato`)).text,
      /aria-label="Existencias de Zapato, T29"/,
    )
    const many = await person.get(`${base}/productos/precios?q=camisa`)
    assert.match(many.text, /<a href="[^"]*">51 variantes: en su página/)
    assert.match((await person.get(`${base}/productos/precios?q=nada`)).text, /Aquí no hay productos/)
  })

  test('are told apart by their SKU and category, where there is room', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const { id: categoryId } = await aCategory(service, store, { name: 'Ropa' })
    const variants = [{ name: 'S', sku: 'CAM-S' }, { name: 'M' }]
    await aProduct(service, store, { name: 'Camisa', sku: 'CAM', categoryId, variants })
    const { text } = await person.get(`${base}/productos/precios`)
    assert.match(text, /Camisa <small class="at-desk">CAM · Ropa<\/small>/)
    assert.match(text, /<span>S <small class="at-desk">CAM-S<\/small><\/span>/)
    assert.match(text, /<span>M<\/span>/)
  })

  test('ids of another store change nothing there, and more rows than a page has are rejected', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    const stranger = await aMember(service, 'OWNER')
    const theirs = await aProduct(service, stranger.store, { name: 'Suyo', price: 10 })
    const row = (n: number, id: string) => ({
      [`products.${n}.id`]: id,
      [`products.${n}.price`]: '1',
      [`products.${n}.shownPrice`]: '10',
    })
    const rejected = await person.post(`${base}/productos/precios`, row(0, theirs.id))
    assert.equal(rejected.status, 400)
    assert.doesNotMatch(rejected.text, /Suyo/)
    assert.match(rejected.text, /role="alert">.*El producto no existe/s)
    assert.equal((await pricesOf(stranger.store, theirs.id))[0], 10)
    const many = Object.assign({}, ...Array.from({ length: 999 }, (_, n) => row(n, `x${n}\0`)))
    assert.equal((await person.post(`${base}/productos/precios`, many)).status, 400)
  })
})
