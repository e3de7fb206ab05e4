import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { fillCatalog } from '../../../features/demo/load/fill-catalog.ts'
import { aCategory, anOrder, aProduct } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { formsOf } from '../../../../test/panel-forms.ts'
import { startService } from '../../../../test/service.ts'
import { changedAmount, type RoundingName } from '../../../features/products/price-percent.ts'

const service = await startService({ LOG_LEVEL: 'error' })

async function aCatalog(role: 'OWNER' | 'STAFF' = 'OWNER') {
  const member = await aMember(service, role, { currency: 'GTQ' })
  const { store, base, person } = member
  const { id: categoryId } = await aCategory(service, store, { name: 'Panes' })
  const bread = await aProduct(service, store, { name: 'Pan', price: 10, comparePrice: 10.5, categoryId })
  const variants = [{ name: 'S' }, { name: 'L', price: 95.5 }, { name: 'XL', price: 110, isActive: false }]
  const shirt = await aProduct(service, store, { name: 'Camisa', price: 80, variants })
  const path = `${base}/productos/precios/porcentaje`
  const preview = (query: string) => person.get(`${path}?${query}`)
  const apply = async (query: string) => {
    const form = formsOf((await preview(query)).text).find(({ action }) => action.startsWith(path))!
    const fields = form.fields.filter(({ name }) => name !== '_look')
    const sent = Object.fromEntries(fields.map(({ name, value }) => [name, value]))
    return { send: (changed = {}) => person.post(form.action, { ...sent, ...changed }), sent }
  }
  const pricesOf = async ({ id }: { id: string }) => {
    const { data } = (await service.get(`/api/v1/products/${id}?variants=all`, store.key)).json
    return [data.price, data.comparePrice, data.variants.map((one: { price: number }) => one.price)]
  }
  return { ...member, categoryId, bread, shirt, preview, apply, pricesOf }
}

suite('prices by percent', () => {
  test('are rounded to 5 and to .90, computed without the error of binary fractions', () => {
    const to =
      (rounding?: RoundingName, digits = 2) =>
      (amount: number, percent: number) =>
        changedAmount(amount, { percent, rounding, digits })
    assert.deepEqual([to()(1.15, 10), to()(10, 7.5), to()(0.07, 10)], [1.27, 10.75, 0.08])
    assert.deepEqual([to('5')(80, 7.5), to('5')(1, 7.5), to('5')(0, 7.5)], [85, 5, 0])
    assert.deepEqual([to('.90')(80, 7.5), to('.90')(10.2, 1), to('.90')(0.2, 1)], [85.9, 9.9, 0.9])
    assert.deepEqual([to(undefined, 3)(1.255, 10), to(undefined, 0)(1_255, 10)], [1.381, 1_381])
    assert.deepEqual([to('.90', 0)(12_300, 7.5), to('5', 0)(12_300, 7.5)], [12_990, 13_200])
    assert.deepEqual(
      [to('10')(3_900, 7.5), to('500')(3_900, 7.5), to('990')(3_900, 7.5)],
      [4_190, 4_000, 3_990],
    )
  })

  test('are counted and shown first, changed at once, and undone with one tap that says what it was', async () => {
    const { base, person, bread, shirt, preview, apply, pricesOf } = await aCatalog()
    const list = (await person.get(`${base}/productos/precios`)).text
    assert.match(list, /precios\/porcentaje"[^]*Por porcentaje: los 2 productos/)
    const { text } = await preview('porcentaje=7.5&redondeo=')
    assert.match(text, /Los 2 productos/)
    assert.match(
      text,
      /Camisa<small>2 variantes con su precio<\/small><\/td><td>Q\s80\.00<\/td><td>Q\s86\.00/,
    )
    assert.match(text, /Pan<small>sin su precio anterior</)
    assert.match(text, /Subir 7\.5 %: 2 productos/)
    assert.deepEqual(await pricesOf(bread), [10, 10.5, [10]])
    const done = await (await apply('porcentaje=7,5&redondeo=')).send()
    assert.equal(done.location, `${base}/productos/precios`, done.text)
    assert.deepEqual(await pricesOf(bread), [10.75, null, [10.75]])
    assert.deepEqual(await pricesOf(shirt), [86, null, [86, 102.66, 118.25]])
    const after = (await person.follow(done)).text
    assert.match(after, /Subiste precios 7\.5 %: 2 productos/)
    assert.match((await person.get(`${base}/actividad`)).text, /subió los precios de 2 productos un 7\.5 %/)
    const undo = formsOf(after).find(({ action }) => action.endsWith('/deshacer'))!
    await person.post(undo.action)
    assert.deepEqual(await pricesOf(bread), [10, 10.5, [10]])
    assert.deepEqual(await pricesOf(shirt), [80, null, [80, 95.5, 110]])
  })

  test('are those of the filter alone, rounded; what stays the same is counted', async () => {
    const { store, categoryId, bread, shirt, preview, apply, pricesOf } = await aCatalog('STAFF')
    await aProduct(service, store, { name: 'Rosca', price: 5, categoryId })
    const query = `categoria=${categoryId}&porcentaje=2&redondeo=5`
    assert.match((await preview(query)).text, /Los 2 productos<\/b> de una categoría[^]*No cambia ninguno/)
    const larger = `categoria=${categoryId}&porcentaje=-30&redondeo=1`
    const { text } = await preview(larger)
    assert.match(text, /Bajar 30 %: 2 productos/)
    const done = await (await apply(larger)).send()
    assert.equal(done.status, 303, done.text)
    assert.deepEqual((await pricesOf(bread))[0], 7)
    assert.deepEqual((await pricesOf(shirt))[0], 80)
  })

  test('that another person changed meanwhile are not changed, nor is any other; stock is not touched', async () => {
    const { store, bread, shirt, apply, pricesOf } = await aCatalog()
    const mug = await aProduct(service, store, {
      name: 'Taza',
      price: 30,
      variants: [{ name: 'Única', stock: 9 }],
    })
    const { send } = await apply('porcentaje=10')
    await service.put(`/api/v1/products/${bread.id}`, { key: store.key, body: { price: 10.2 } })
    const rejected = await send()
    assert.equal(rejected.status, 409)
    assert.match(rejected.text, /Los precios cambiaron mientras los mirabas: no cambió ninguno/)
    assert.deepEqual((await pricesOf(shirt))[0], 80)
    const again = await apply('porcentaje=10')
    await service.post('/api/orders', {
      body: anOrder(store, [{ variantId: mug.variants[0]!.id, quantity: 2 }]),
    })
    assert.equal((await again.send()).status, 303)
    const { data } = (await service.get(`/api/v1/products/${mug.id}`, store.key)).json
    assert.deepEqual([data.price, data.variants[0]!.stock], [33, 7])
  })

  test('are shown again where the percentage was edited after; what is none is said at its field', async () => {
    const { bread, apply, pricesOf } = await aCatalog()
    const { send } = await apply('porcentaje=10')
    const edited = await send({ percent: '50' })
    assert.equal(edited.status, 200)
    assert.match(edited.text, /Subir 50 %: 2 productos/)
    assert.match((await send({ percent: '20', _look: '1' })).text, /Subir 20 %/)
    const wrong = await send({ percent: 'mucho' })
    assert.deepEqual([wrong.status, /aria-invalid/.test(wrong.text)], [400, true])
    assert.deepEqual((await pricesOf(bread))[0], 10)
  })

  test('change once, though the form is sent again because the database failed halfway', async () => {
    const { bread, shirt, apply, pricesOf } = await aCatalog()
    const { send } = await apply('porcentaje=10')
    await service.sql.unsafe(`
      create function fail() returns trigger language plpgsql as $$ begin raise 'full' using errcode = '53100'; end $$;
      create trigger fail before update on products for each row when (new.id = '${shirt.id}') execute function fail();`)
    assert.equal((await send()).status, 503)
    assert.equal((await pricesOf(bread))[0], 10)
    await service.sql.unsafe('drop function fail cascade')
    for (let n = 0; n < 2; n++) assert.equal((await send()).status, 303)
    assert.deepEqual([(await pricesOf(bread))[0], (await pricesOf(shirt))[0]], [11, 88])
  })

  test('are those of the chosen products, which the list leads to', async () => {
    const { base, person, bread, shirt, pricesOf } = await aCatalog()
    const chosen = await person.post(`${base}/productos/varios`, { ids: [bread.id], action: 'price' })
    assert.equal(chosen.location, `${base}/productos/precios/porcentaje?ids=${bread.id}`)
    assert.match((await person.follow(chosen)).text, /<b>1 producto<\/b> que elegiste/)
    const page = (await person.get(`${chosen.location}&porcentaje=100`)).text
    const form = formsOf(page).find(({ action }) => action.includes('porcentaje'))!
    const fields = form.fields.filter(({ name }) => name !== '_look').map(({ name, value }) => [name, value])
    assert.equal((await person.post(form.action, Object.fromEntries(fields))).status, 303)
    assert.deepEqual([(await pricesOf(bread))[0], (await pricesOf(shirt))[0]], [20, 80])
    assert.equal((await person.post(`${base}/productos/varios`, { action: 'price' })).status, 400)
  })

  test('of as many products as a plan has are one change; no percentage shows none', async () => {
    const { store, base, person, preview, apply } = await aCatalog()
    for (const text of ['', 'mucho', '0', '-100'])
      assert.doesNotMatch((await preview(`porcentaje=${text}`)).text, /Así quedarían/, text)
    assert.match((await preview('q=nada&porcentaje=5')).text, /Aquí no hay productos/)
    await service.sql.begin((tx) => fillCatalog(tx, store.id, 400))
    const list = (await person.get(`${base}/productos?elegir=1`)).text
    assert.match(list, /porcentaje"[^]*Precios de los 402 productos de este filtro/)
    const done = await (await apply('porcentaje=5')).send()
    assert.match((await person.follow(done)).text, /Subiste precios 5 %: 402 productos/)
  })

  test('are rounded as the store prices already are, in what fits the currency and its country’s writing', async () => {
    const usual: [currency: string, price: number, selected: string, hint: string][] = [
      ['GTQ', 10, '1">Sin centavos', '7.5'],
      ['GTQ', 10.5, '">Sin redondear', '7.5'],
      ['GTQ', 5, '">Sin redondear', '7.5'], // 5 % of it is less than half of a whole
      ['BRL', 10, '1">Sin centavos', '7,5'],
      ['COP', 3_900, '100">Terminados en 00', '7,5'],
      ['ARS', 3_990, '10">Terminados en 0', '7,5'],
      ['ARS', 3_990.5, '1">Sin centavos', '7,5'],
      ['PYG', 25_500, '100">Terminados en 00', '7,5'],
    ]
    for (const [currency, price, selected, hint] of usual) {
      const { store, base, person } = await aMember(service, 'OWNER', { currency })
      await aProduct(service, store, { price })
      const { text } = await person.get(`${base}/productos/precios/porcentaje`)
      const chosen = /<option value="([^"]*)" selected>([^<]*)/.exec(text)!
      assert.equal(`${chosen[1]}">${chosen[2]}`, selected.replace(/^"/, '"'), currency)
      assert.match(text, new RegExp(`placeholder="${hint}"`))
      assert.equal(
        text.includes(currency === 'BRL' ? 'Terminados en ,90' : 'Terminados en .90'),
        ['GTQ', 'BRL'].includes(currency),
      )
    }
  })
})
