import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import jsqr from 'jsqr'
import sharp from 'sharp'
import { checkoutForms, newKey } from '../../../test/checkout-form.ts'
import { aMethod } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'
import { recordPayment } from '../../features/orders/record-payment.ts'

const service = await startService()
const { shopWithCart, send, ordersOf, set } = checkoutForms(service)

/** The page of an order that a shopper placed by the plain form. */
async function ordered(slug: string, fields: Record<string, string>) {
  const placed = await send(`/${slug}/pedir`, fields)
  assert.equal(placed.status, 303, placed.text)
  const path = placed.headers.get('location')!.split('#')[0]!
  return { path, page: async () => (await service.get(path)).text }
}

/** The data objects of an EMV QR code by their ids, `26.01` inside of `26`. */
function parseEmv(text: string, at = ''): Record<string, string> {
  const found: Record<string, string> = {}
  for (let rest = text; rest !== '';) {
    const [id, length] = [rest.slice(0, 2), Number(rest.slice(2, 4))]
    const value = rest.slice(4, 4 + length)
    assert.equal(value.length, length, `${id} is cut off`)
    found[at + id] = value
    if (at === '' && ['26', '62'].includes(id)) Object.assign(found, parseEmv(value, `${id}.`))
    rest = rest.slice(4 + length)
  }
  return found
}

/** CRC-16/CCITT-FALSE by a table, other than the code's. */
function crcOf(text: string): string {
  const table = Array.from({ length: 256 }, (_, n) => {
    let value = n << 8
    for (let bit = 0; bit < 8; bit++) value = value & 0x8000 ? (value << 1) ^ 0x1021 : value << 1
    return value & 0xffff
  })
  const crc = [...Buffer.from(text)].reduce(
    (sum, byte) => ((sum << 8) ^ table[((sum >> 8) ^ byte) & 255]!) & 0xffff,
    0xffff,
  )
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/** Its types are those of a module that has the function as `default`. */
const decode = jsqr as unknown as typeof jsqr.default

async function readQr(svg: string): Promise<string | undefined> {
  const { data, info } = await sharp(Buffer.from(svg), { density: 300 })
    .resize(600)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decode(new Uint8ClampedArray(data), info.width, info.height)?.data
}

suite('the checkout', () => {
  test('asks how to pay where there is a choice, and with how much where it may be cash', async () => {
    const { store, fields } = await shopWithCart()
    const form = async () => (await service.get(`/${store.slug}/pedir?v=${fields.v}&n=1`)).text
    assert.doesNotMatch(await form(), /paymentMethodId|changeFor/)
    const transfer = await aMethod(service, store)
    const only = new RegExp(
      `Forma de pago: <b>.+</b><input type="hidden" name="paymentMethodId" value="${transfer.id}"`,
    )
    assert.match(await form(), only)
    assert.doesNotMatch(await form(), /changeFor/)
    await aMethod(service, store, { kind: 'cash', name: 'Efectivo' })
    const both = await form()
    assert.match(both, new RegExp(`type="radio" name="paymentMethodId" value="${transfer.id}"[^>]* checked`))
    assert.match(both, /¿Con cuánto pagas\?/)
    await aMethod(service, store, { name: 'Apagada', isActive: false })
    assert.doesNotMatch(await form(), /Apagada/)
  })

  test('places the order with its method, and shows what is wrong with the change', async () => {
    const { store, fields } = await shopWithCart()
    const cash = await aMethod(service, store, { kind: 'cash', name: 'Efectivo' })
    const low = await send(`/${store.slug}/pedir`, { ...fields, paymentMethodId: cash.id, changeFor: '10' })
    assert.equal(low.status, 422)
    assert.match(low.text, /id="changeFor-wrong"[^>]*>El total es Q\s225\.00: paga con eso o más/)
    for (const [changeFor, wrong] of [
      ['1234.500', /«1234\.500» puede ser 1234\.5 o 1234500/],
      ['US$ 500', /está en otra moneda/],
      ['no sé', /no es un importe/],
    ] as const) {
      const rejected = await send(`/${store.slug}/pedir`, { ...fields, paymentMethodId: cash.id, changeFor })
      assert.deepEqual([rejected.status, wrong.test(rejected.text)], [422, true], changeFor)
    }
    const { page } = await ordered(store.slug, { ...fields, paymentMethodId: cash.id, changeFor: 'Q 500.00' })
    assert.match(await page(), /Paga Q\s?225.* con Q\s?500.* al recibir/)
    assert.equal((await ordersOf(store.id)).length, 1)
  })

  test('shows at the methods that one takes no cents, or above where there is no other', async () => {
    const { store, fields } = await shopWithCart({ currency: 'COP' })
    const online = await aMethod(service, store)
    await service.sql`
      update payment_methods set kind = 'mercadopago' where store_id = ${store.id} and id = ${online.id}`
    await service.sql`update products set price = 100.25 where store_id = ${store.id}`
    const sent = () =>
      send(`/${store.slug}/pedir`, { ...fields, key: newKey(), paymentMethodId: online.id, n: '1' })
    const alone = await sent()
    assert.equal(alone.status, 422)
    assert.match(
      alone.text,
      /role="alert">[^]*<p>Mercado Pago cobra pesos enteros: el total es \$\s?125,25; la tienda no tiene otra forma de pago/,
    )
    assert.doesNotMatch(alone.text, /elige otra forma/)
    await aMethod(service, store, { kind: 'cash', name: 'Efectivo' })
    const { text } = await sent()
    assert.match(
      text,
      /id="paymentMethodId-wrong"[^>]*>Mercado Pago cobra pesos enteros: [^<]*; elige otra forma de pago/,
    )
    assert.match(text, new RegExp(`value="${online.id}"[^>]* checked autofocus[^>]*aria-invalid="true"`))
    assert.equal(text.match(/Mercado Pago cobra pesos enteros/g)?.length, 1)
    assert.equal((await ordersOf(store.id)).length, 0)
  })

  test('reads the change as people write amounts', async () => {
    const { store, fields } = await shopWithCart({ currency: 'CLP', whatsappNumber: '+56961234567' })
    const cash = await aMethod(service, store, { kind: 'cash', name: 'Efectivo' })
    const rejected = await send(`/${store.slug}/pedir`, {
      ...fields, phone: '+56961234568', paymentMethodId: cash.id, changeFor: '0.990',
    }) // prettier-ignore
    assert.ok(rejected.text.includes('«0.990» puede ser 0,99 o 990: escribe uno de los dos'))
    const { page } = await ordered(store.slug, {
      ...fields, phone: '+56961234568', paymentMethodId: cash.id, changeFor: '20.000',
    }) // prettier-ignore
    assert.match(await page(), /con \$\s?20\.000/)
  })

  test('shows the form again where the method is gone', async () => {
    const { store, fields } = await shopWithCart()
    const method = await aMethod(service, store)
    await service.delete(`/api/v1/payment-methods/${method.id}`, store.key)
    const gone = await send(`/${store.slug}/pedir`, { ...fields, paymentMethodId: method.id })
    assert.deepEqual([gone.status, /elige otra/.test(gone.text)], [422, true])
  })
})

suite("the order's page", () => {
  test('has a Pix that an independent reader reads, with the exact amount, as text too', async () => {
    const { store, fields } = await shopWithCart({ currency: 'BRL' })
    const method = await aMethod(service, store, {
      kind: 'pix', name: 'Pix', pixKey: '+55 11 98765-4321', merchantName: 'Café São João', merchantCity: 'São Paulo',
    }) // prettier-ignore
    const { page } = await ordered(store.slug, { ...fields, paymentMethodId: method.id })
    const text = await page()
    const [code] = await readCodes(store.key)
    assert.ok(text.includes(`data-copy="${code}"`))
    assert.equal(await readQr(/<svg[^]*?<\/svg>/.exec(text.slice(text.indexOf('class="pix"')))![0]), code)

    const { json } = await service.get('/api/v1/orders', store.key)
    const { orderNumber, total } = json.data[0]!
    assert.equal(crcOf(code!.slice(0, -4)), code!.slice(-4))
    assert.equal(crcOf('123456789'), '29B1')
    const { '26': _account, '62': _more, '63': _crc, ...objects } = parseEmv(code!)
    assert.deepEqual(objects, {
      '00': '01',
      '26.00': 'br.gov.bcb.pix',
      '26.01': '+5511987654321',
      '52': '0000',
      '53': '986',
      '54': '225.00',
      '58': 'BR',
      '59': 'Cafe Sao Joao',
      '60': 'Sao Paulo',
      '62.05': orderNumber.replace('-', ''),
    })
    assert.equal(total, 225)
  })

  const readCodes = async (key: string) => {
    const { json } = await service.get('/api/v1/orders', key)
    const orders = await Promise.all(json.data.map(({ id }) => service.get(`/api/v1/orders/${id}`, key)))
    return orders.map((order) => order.json.data.payment!.pix)
  }

  test('shows what the chosen method needs and nothing else, below the instructions', async () => {
    const { store, fields } = await shopWithCart()
    await set(store, { paymentInstructions: 'Pregunta antes de pagar' })
    const accounts = [{ label: 'Banrural', value: '3-144-08812-0' }]
    const transfer = await aMethod(service, store, { accounts, instructions: 'Pon el número del pedido' })
    await aMethod(service, store, { kind: 'cash', name: 'Efectivo' })
    const { page } = await ordered(store.slug, { ...fields, paymentMethodId: transfer.id })
    const text = await page()
    assert.match(
      text,
      /Pregunta antes de pagar[^]*Pon el número del pedido[^]*<small>Banrural<\/small> <b>3-144-08812-0<\/b>/,
    )
    assert.match(text, /data-copy="3-144-08812-0"/)
    assert.match(text, /Faltan dos pasos: envíalo por WhatsApp y págalo/)
    assert.doesNotMatch(text, /Efectivo|class="pix"/)
  })

  test('says what came of the payment, and its state for the poll', async () => {
    const { store, fields } = await shopWithCart()
    const method = await aMethod(service, store, { accounts: [{ label: 'Banco', value: '447-1' }] })
    const { path, page } = await ordered(store.slug, { ...fields, paymentMethodId: method.id })
    assert.equal((await service.get(`${path}/estado`)).text, 'pending PENDING')
    const { id } = (await service.get('/api/v1/orders', store.key)).json.data[0]!
    await service.sql.begin((tx) =>
      recordPayment(tx, { storeId: store.id, orderId: id, state: 'REVIEW', by: 'shopper' }),
    )
    assert.match(await page(), /recibimos tu comprobante/)
    await service.post(`/api/v1/orders/${id}/payment`, { key: store.key, body: { state: 'PAID' } })
    assert.equal((await service.get(`${path}/estado`)).text, 'pending PAID')
    const paid = await page()
    assert.match(paid, /La tienda te escribirá para confirmarlo\.</)
    assert.doesNotMatch(paid, /envíalo por WhatsApp/)
    assert.match(paid, /tu pago está recibido/)
    assert.match(paid, /data-status="pending PAID"/)
    assert.doesNotMatch(paid, /447-1/)
  })
})
