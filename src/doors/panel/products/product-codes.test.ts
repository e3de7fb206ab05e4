import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aProduct } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { formsOf } from '../../../../test/panel-forms.ts'
import { startService } from '../../../../test/service.ts'

const service = await startService({ LOG_LEVEL: 'error' })

type Person = Awaited<ReturnType<typeof aMember>>['person']

/** The fields of a product's form as it is shown, without its switches. */
async function formOf({ get }: Person, path: string): Promise<Record<string, string>> {
  const form = formsOf((await get(path)).text).find(({ action }) => action === path)!
  const sent = form.fields.filter(
    ({ name, type }) => !/^(?:button|file|checkbox)$/.test(type) && !name.endsWith('isActive'),
  )
  return Object.fromEntries(sent.map(({ name, value }) => [name, value]))
}

const EAN = '7501031311309'

suite("SKU, barcode and brand in a product's form", () => {
  test('are saved, shown again and cleared, of the product and of its variants', async () => {
    const { store, base, person } = await aMember(service, 'STAFF')
    const { id } = await aProduct(service, store, { variants: [{ name: 'S' }, { name: 'M' }] })
    const path = `${base}/productos/${id}`
    const codes = { sku: 'CAF', gtin: EAN, brand: 'Injerto', 'variants.1.sku': 'CAF-M' }
    assert.equal((await person.post(path, { ...(await formOf(person, path)), ...codes })).status, 303)
    const read = async () => (await service.get(`/api/v1/products/${id}`, store.key)).json.data
    const { sku, gtin, brand, variants } = await read()
    assert.deepEqual([sku, gtin, brand], ['CAF', EAN, 'Injerto'])
    assert.deepEqual(variants.map((variant) => variant.sku), [null, 'CAF-M']) // prettier-ignore
    const shown = await formOf(person, path)
    assert.deepEqual(Object.keys(codes).map((name) => shown[name]), Object.values(codes)) // prettier-ignore
    await person.post(path, { ...shown, gtin: '', 'variants.1.sku': '' })
    const cleared = await read()
    assert.deepEqual([cleared.sku, cleared.gtin, cleared.variants[1]!.sku], ['CAF', null, null])
  })

  test('one that is taken or wrong is named at its field, also where rows before it are empty', async () => {
    const { store, base, person } = await aMember(service, 'STAFF')
    await aProduct(service, store, { sku: 'CAF' })
    const path = `${base}/productos/nuevo`
    const send = (fields: Record<string, string>) =>
      person.post(path, { name: 'Taza', price: '10', ...fields })
    const errorOf = (text: string, name: string) =>
      text.match(new RegExp(`name="${name.replaceAll('.', '\\.')}"[^>]*aria-describedby="([^"]*)"`))?.[1]
    const taken = await send({ sku: 'CAF' })
    assert.match(taken.text, /El SKU CAF ya lo tiene otro producto/)
    assert.ok(errorOf(taken.text, 'sku'))
    const variant = await send({ 'variants.0.name': '', 'variants.2.name': 'M', 'variants.2.sku': 'CAF' })
    assert.match(variant.text, /El SKU CAF ya lo tiene otro producto/)
    assert.ok(errorOf(variant.text, 'variants.2.sku'))
    assert.equal(errorOf(variant.text, 'variants.0.sku'), undefined)
    assert.match((await send({ gtin: '7501031311308' })).text, /No es un código de barras/)
    assert.match((await send({ gtin: '123' })).text, /8, 12, 13 o 14 cifras/)
  })
})
