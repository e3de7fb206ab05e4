import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aShippingOption } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'

const service = await startService()

/** A number of the shop's own, or none, and a phone and an amount that its pages give as examples. */
const shops: [currency: string, number: string | null, phone: RegExp, amount: string][] = [
  ['BRL', '+5511961234567', /Por ejemplo \+55 \d/, 'Centro; 3\n'],
  ['CLP', null, /Por ejemplo \+56 \d/, 'Centro; 3000\n'],
  ['PYG', null, /Por ejemplo \+595 \d/, 'Centro; 21000\n'],
  ['GTQ', null, /Por ejemplo \+502 \d/, 'Centro; 3\n'],
  ['USD', null, /Con el código del país/, 'Centro; 3\n'],
  ['USD', '+593991234567', /Por ejemplo \+593 \d/, 'Centro; 3\n'],
]

test('examples are of the country of the store and of no trade', async () => {
  for (const [currency, number, phone, amount] of shops) {
    const { store, base, person } = await aMember(service, 'OWNER')
    await service.sql`
      update stores set currency = ${currency}, name = 'Tienda', whatsapp_number = ${number}, confirmed_number = null,
        confirmed_by = null
      where id = ${store.id}`
    const { id } = await aShippingOption(service, store, { name: 'Moto', areas: [{ name: 'Sur' }] })
    const page = async (path: string) => (await person.get(base + path)).text
    for (const path of ['/tienda']) assert.match(await page(path), phone, `${currency} ${path}`)
    assert.ok((await page(`/envios/${id}?zonas=lista`)).includes(`placeholder="${amount}`), currency)
    for (const path of ['/tienda', '/productos/nuevo', '/extras/nuevo', `/envios/${id}?zonas=lista`]) {
      const text = await page(path)
      assert.doesNotMatch(text, /[Cc]afé|cebolla|[Qq]ueso|250 g|zona 1\b/, path)
      if (currency !== 'GTQ') assert.doesNotMatch(text, /\+502|\bQ\s\d/, `${currency} ${path}`)
    }
  }
})
