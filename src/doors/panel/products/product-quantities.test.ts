import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aProduct } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'

const service = await startService({ LOG_LEVEL: 'error' })

suite("prices by quantity in a product's form", () => {
  test('are saved, shown again and cleared, of the product and of a variant with a price of its own', async () => {
    const { store, base, person } = await aMember(service, 'STAFF')
    const { id, variants } = await aProduct(service, store, {
      price: 10,
      variants: [{ name: 'S' }, { name: 'L', price: 20 }],
    })
    const path = `${base}/productos/${id}`
    const read = async () => (await service.get(`/api/v1/products/${id}`, store.key)).json.data
    const rows = { 'variants.0.id': variants[0]!.id, 'variants.1.id': variants[1]!.id }
    const fields = {
      ...rows,
      'quantityPrices.0.from': '12',
      'quantityPrices.0.price': '8,50',
      'quantityPrices.1.from': '',
      'quantityPrices.1.price': '',
      'variants.1.quantityPrices.0.from': '5',
      'variants.1.quantityPrices.0.price': '18',
      minQuantity: '6',
      quantityStep: '3',
    }
    assert.equal((await person.post(path, fields)).status, 303)
    const { quantityPrices, minQuantity, quantityStep, variants: saved } = await read()
    assert.deepEqual([quantityPrices, minQuantity, quantityStep], [[{ from: 12, price: 8.5 }], 6, 3])
    assert.deepEqual(
      saved.map((one) => one.quantityPrices),
      [[], [{ from: 5, price: 18 }]],
    )
    const { text } = await person.get(path)
    for (const field of [
      'quantityPrices.0.from" value="12',
      'variants.1.quantityPrices.0.price" value="18',
      'minQuantity',
    ])
      assert.ok(
        text.replaceAll(/ (?:maxlength|autocomplete|inputmode|aria-label)="[^"]*"/g, '').includes(field),
        field,
      )
    const cleared = Object.fromEntries(
      Object.keys(fields).map((name) => [name, /price|from/i.test(name) ? '' : '1']),
    )
    assert.equal((await person.post(path, { ...cleared, ...rows })).status, 303)
    assert.deepEqual((await read()).quantityPrices, [])
    assert.deepEqual((await read()).variants[1]!.quantityPrices, [])
  })

  test('one that is not lower is marked at its field', async () => {
    const { base, person } = await aMember(service, 'STAFF')
    const typed = { name: 'Taza', price: '10', 'quantityPrices.1.from': '12', 'quantityPrices.1.price': '11' }
    const { status, text } = await person.post(`${base}/productos/nuevo`, typed)
    assert.equal(status, 400)
    assert.match(text, /name="quantityPrices\.1\.price"[^>]*aria-invalid/)
  })
})
