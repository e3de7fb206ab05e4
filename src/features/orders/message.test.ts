import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { processorTime } from '../../../test/processor-time.ts'
import { startService } from '../../../test/service.ts'
import {
  aDiscount,
  anOrder,
  aProduct,
  aShippingOption,
  aStore,
  order as place,
} from '../../../test/factories.ts'
import { orderMessage as messageIn, whatsappLink, type StoreOfOrder } from './message.ts'
import { unknownPlaceholders } from '../stores/message-template.ts'
import type { OrderRow } from './order-row.ts'

const store = {
  name: 'Café de la Antigua',
  slug: 'cafe',
  whatsappNumber: '+50255551234',
  messageTemplate: null,
  paymentInstructions: null,
  timeZone: null,
}

const row: OrderRow = {
  id: 'o1',
  orderNumber: 'PED-7K3QXM',
  status: 'pending',
  customerName: 'Ana Morales',
  customerPhone: '+50255559876',
  customerAddress: '3a calle 5',
  items: [
    {
      productId: 'p1',
      variantId: 'v1',
      productName: 'Café de altura',
      variantName: '500 g',
      quantity: 2,
      unitPrice: 625,
      subtotal: 1250,
    },
    {
      productId: 'p2',
      variantId: 'v2',
      productName: 'Taza',
      variantName: null,
      quantity: 1,
      unitPrice: 45.5,
      subtotal: 45.5,
    },
  ],
  currency: 'GTQ',
  subtotal: 1295.5,
  discountCode: 'DIEZ',
  discountAmount: 129.55,
  shippingName: 'Moto',
  shippingPrice: 20,
  shippingArea: null,
  location: null,
  deliveryKind: 'delivery',
  wantedAt: null,
  notifyCustomer: false,
  phoneVerified: false,
  total: 1185.95,
  notes: 'Sin prisa',
  isTest: false,
  paymentState: null,
  payment: null,
  paymentMethod: null,
  timeline: [],
  trackingToken: 't',
  notificationState: 'NOT_CONFIGURED',
  notificationReason: null,
  notificationUpdatedAt: '2026-01-01T00:00:00.000Z',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}
const orderMessage = (of: StoreOfOrder, order: OrderRow, url: string) => messageIn(of, order, url).in('es')
const tracking = 'https://vitrina.test/cafe/pedido/t'
const bare = {
  ...row,
  customerAddress: null,
  notes: null,
  discountCode: null,
  discountAmount: null,
  shippingName: null,
  shippingPrice: null,
  shippingArea: null,
  location: null,
}
const messageOf = (messageTemplate: string, order: OrderRow = row) =>
  orderMessage({ ...store, messageTemplate }, order, tracking)

suite('the message of an order', () => {
  test("has the requested time in the store's time zone, and how to pay only where the template says so", () => {
    const wanted = { ...row, wantedAt: '2026-11-24T01:30:00.000Z' }
    const instructions = { ...store, paymentInstructions: 'Banco Industrial\n123-456789-0' }
    const message = orderMessage(instructions, wanted, tracking)
    assert.match(message, /^Para cuándo: lunes 23 de noviembre, 7:30 p\. m\.$/m)
    assert.doesNotMatch(message, /pagar|Banco Industrial/)
    const own = {
      ...instructions,
      timeZone: 'America/Bogota',
      messageTemplate: '{{cuando}} | {{wantedAt}} | {{pago}}',
    }
    const when = 'lunes 23 de noviembre, 8:30 p. m.'
    assert.equal(orderMessage(own, wanted, tracking), `${when} | ${when} | Banco Industrial\n123-456789-0`)
  })

  test('uses the default template when the store has none', () => {
    assert.equal(
      orderMessage(store, row, tracking),
      `¡Hola, Café de la Antigua! Acabo de hacer el pedido *PED-7K3QXM*:

• 2 × Café de altura (500 g): Q 1,250.00
• 1 × Taza: Q 45.50

Envío: Moto (Q 20.00)
Descuento: DIEZ (-Q 129.55)
*Total: Q 1,185.95*

Nombre: Ana Morales
Dirección: 3a calle 5
Notas: Sin prisa

Seguimiento: https://vitrina.test/cafe/pedido/t`,
    )
  })

  test('is written in the language of the store', () => {
    const payment = { methodId: 'm', kind: 'cash', name: 'Dinheiro', changeFor: 1200, by: 'shopper' } as const
    const order = {
      ...row,
      currency: 'BRL',
      shippingPrice: 0,
      tableName: '4',
      wantedAt: '2026-11-24T01:30:00.000Z',
      paymentState: 'PENDING' as const,
      payment: { ...payment, reference: null, paidAt: null, history: [] },
    }
    const own = { ...store, timeZone: 'America/Sao_Paulo' }
    assert.equal(
      messageIn(own, order, tracking).in('pt').replaceAll('\u00a0', ' '),
      `Oi, Café de la Antigua! Acabei de fazer o pedido *PED-7K3QXM*:

• 2 × Café de altura (500 g): R$ 1.250,00
• 1 × Taza: R$ 45,50

Entrega: Moto (grátis)
Para quando: segunda-feira, 23 de novembro às 22:30
Desconto: DIEZ (-R$ 129,55)
*Total: R$ 1.185,95*
Pagamento: Dinheiro (troco para R$ 1.200,00)

Nome: Ana Morales
Endereço: 3a calle 5
Mesa: 4
Observações: Sin prisa

Acompanhe o pedido: https://vitrina.test/cafe/pedido/t`,
    )
    const english = messageIn(own, { ...order, paymentState: 'PAID' }, tracking).in('en')
    assert.match(english, /^Hi, Café de la Antigua! I just placed order \*PED-7K3QXM\*:\n\n•/)
    assert.match(english, /^Delivery: Moto \(free\)$/m)
    assert.match(english, /^Payment: Dinheiro \(paying with R\$ 1\.200,00\), paid$/m)
  })

  test('calls a delivery at no charge free', () => {
    assert.match(orderMessage(store, { ...row, shippingPrice: 0 }, tracking), /Envío: Moto \(gratis\)/)
  })

  test('drops the lines whose values are empty', () => {
    const message = orderMessage(store, bare, tracking)
    assert.doesNotMatch(message, /Envío|Descuento|Dirección|Notas|\{\{|null|\n\n\n/)
    assert.match(message, /\*Total: Q 1,185\.95\*\n\nNombre: Ana Morales\n\nSeguimiento:/)
  })

  const values = {
    orderNumber: 'PED-7K3QXM',
    customerName: 'Ana Morales',
    customerPhone: '+50255559876',
    customerAddress: '3a calle 5',
    items: '• 2 × Café de altura (500 g): Q 1,250.00\n• 1 × Taza: Q 45.50',
    subtotal: 'Q 1,295.50',
    discount: 'DIEZ (-Q 129.55)',
    shipping: 'Moto (Q 20.00)',
    total: 'Q 1,185.95',
    notes: 'Sin prisa',
    storeName: 'Café de la Antigua',
    trackingUrl: tracking,
  }
  const inSpanish = {
    pedido: values.orderNumber,
    cliente: values.customerName,
    telefono: values.customerPhone,
    direccion: values.customerAddress,
    productos: values.items,
    descuento: values.discount,
    envio: values.shipping,
    notas: values.notes,
    tienda: values.storeName,
    seguimiento: values.trackingUrl,
  }
  for (const [name, value] of Object.entries({ ...values, ...inSpanish })) {
    test(`puts in {{${name}}}`, () => {
      assert.equal(messageOf(`<{{${name}}}|{{ ${name} }}>`), `<${value}|${value}>`)
      assert.deepEqual(unknownPlaceholders(`{{${name}}}`), [])
    })
  }

  test('replaces a placeholder without a value by an empty text', () => {
    assert.equal(messageOf('[{{envio}}{{descuento}}{{notas}}{{direccion}}]', bare), '[]')
  })

  test('does not replace placeholders inside values', () => {
    const order = { ...row, customerName: '{{total}} $& $1', notes: '{{pedido}}' }
    assert.equal(messageOf('{{cliente}}: {{notas}}', order), '{{total}} $& $1: {{pedido}}')
    assert.match(orderMessage(store, order, tracking), /Nombre: \{\{total\}\} \$& \$1\n/)
  })

  test('reports unknown placeholders', () => {
    const template = '{{total}} {{precio}} {{constructor}} {{ TOTAL }} {{}} {total} {{toString}}'
    assert.deepEqual(unknownPlaceholders(template), ['precio', 'constructor', 'TOTAL', '', 'toString'])
    assert.equal(messageOf('{{constructor}} {{precio}}'), '{{constructor}} {{precio}}')
  })

  test('parses a template full of spaces in linear time', () => {
    const template = `{{${' '.repeat(990)}x`
    const taken = processorTime(() => {
      assert.deepEqual(unknownPlaceholders(template), [])
      assert.equal(orderMessage({ ...store, messageTemplate: template }, row, ''), template)
    })
    assert.ok(taken < 200, `${taken} ms`)
  })

  test('is bounded, however often the template names the items', () => {
    const item = { ...row.items[0]!, productName: '🌱'.repeat(120), variantName: '🌱'.repeat(80) }
    const order = { ...row, items: Array.from({ length: 100 }, () => item) }
    const message = messageOf('{{items}}'.repeat(111), order)
    assert.equal(message.length, 50_000)
    assert.ok(message.endsWith('…') && message.isWellFormed())
    assert.ok(whatsappLink('+50255551234', message))
    assert.match(orderMessage(store, { ...order, notes: '🌱'.repeat(2000) }, tracking), /pedido\/t$/)
  })

  test('is part of the link that opens the chat', () => {
    const link = whatsappLink('+50255551234', 'Hola & adiós #1\n100% 🌱')!
    assert.match(link, /^https:\/\/wa\.me\/50255551234\?text=/)
    assert.equal(new URL(link).searchParams.get('text'), 'Hola & adiós #1\n100% 🌱')
    assert.equal(whatsappLink(null, 'Hola'), null)
  })
})

suite('whatsappUrl of POST /api/orders', () => {
  test('carries the message of the order; null when the store has no number', async () => {
    const service = await startService()
    const place1 = async (whatsappNumber: string | null, template: string | null) => {
      const shop = await aStore(service, { whatsappNumber })
      await service.sql`update stores set message_template = ${template} where id = ${shop.id}`
      const { variants } = await aProduct(service, shop, { price: 45.5, name: 'Taza' })
      const { id: shippingOptionId } = await aShippingOption(service, shop, { name: 'Moto', price: 20 })
      await aDiscount(service, shop, { code: 'DIEZ', value: 10 })
      const items = [{ variantId: variants[0]!.id, quantity: 2 }]
      const more = { name: '{{total}}', address: '3a calle', notes: 'Hola', shippingOptionId }
      return place(service, { ...anOrder(shop, items), ...more, discountCode: 'diez' })
    }
    const template =
      '{{pedido}}|{{cliente}}|{{productos}}|{{subtotal}}|{{descuento}}|{{envio}}|{{total}}|{{direccion}}|{{notas}}|{{seguimiento}}'
    const { json } = await place1('+50255551234', template)
    const text = new URL(json.whatsappUrl!).searchParams.get('text')
    const amounts = '• 2 × Taza: Q 91.00|Q 91.00|DIEZ (-Q 9.10)|Moto (Q 20.00)|Q 101.90'
    assert.equal(text, `${json.orderNumber}|{{total}}|${amounts}|3a calle|Hola|${json.trackingUrl}`)
    assert.equal((await place1(null, null)).json.whatsappUrl, null)
  })
})
