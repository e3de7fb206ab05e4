import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aProduct, aShippingOption } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'

const service = await startService()

/** A number of the shop's own, or none; and the phone, the amount and the place that its pages give as examples. */
const shops: [currency: string, number: string | null, phone: RegExp, amount: string, place: string][] = [
  ['BRL', '+5511961234567', /Por ejemplo \+55 \d/, 'Centro; 3\n', '-15.7998,-47.8645'],
  ['CLP', null, /Por ejemplo \+56 \d/, 'Centro; 3000\n', '-33.4378,-70.6504'],
  ['PYG', null, /Por ejemplo \+595 \d/, 'Centro; 21000\n', '-25.2822,-57.6351'],
  ['GTQ', null, /Por ejemplo \+502 \d/, 'Centro; 3\n', '14.6418,-90.5133'],
  ['USD', null, /Con el código del país/, 'Centro; 3\n', ''],
  ['USD', '+593991234567', /Por ejemplo \+593 \d/, 'Centro; 3\n', '-0.2202,-78.5123'],
]

test('examples are of the country of the store and of no trade', async () => {
  for (const [currency, number, phone, amount, place] of shops) {
    const { store, base, person } = await aMember(service, 'OWNER')
    await service.sql`
      update stores set currency = ${currency}, name = 'Tienda', whatsapp_number = ${number}, confirmed_number = null,
        confirmed_by = null
      where id = ${store.id}`
    const { id } = await aShippingOption(service, store, { name: 'Moto', areas: [{ name: 'Sur' }] })
    await aProduct(service, store, { name: 'Silla' }) // without one, there is nothing to order
    const pages = [
      '/tienda',
      '/productos/nuevo',
      '/pedidos/nuevo',
      '/extras/nuevo',
      `/envios/${id}?zonas=lista`,
      '/pagos/nuevo?tipo=transfer',
      '/conexiones/custom_domain',
    ]
    const page = async (path: string) => (await person.get(base + path)).text
    for (const path of ['/tienda', '/pedidos/nuevo'])
      assert.match(await page(path), phone, `${currency} ${path}`)
    const preview = await page('/tienda/mensaje?messageTemplate=Mapa%3A%7B%7Bmapa%7D%7D.')
    assert.match(
      preview,
      place === '' ? /Mapa:\./ : new RegExp(RegExp.escape(place)),
      `${currency} ${preview}`,
    )
    assert.ok((await page(`/envios/${id}?zonas=lista`)).includes(`placeholder="${amount}`), currency)
    for (const path of pages) {
      const text = await page(path)
      assert.doesNotMatch(text, /[Cc]afé|cebolla|[Qq]ueso|250 g|zona 1\b|SINPE|Yape/, path)
      if (currency !== 'GTQ') assert.doesNotMatch(text, /\+502|\bQ\s\d/, `${currency} ${path}`)
    }
  }
})
