import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { MAX_ORDERS, noticeParameters as parametersIn, noticeText, oneLine, type Notice } from './notice.ts'

const notice = (changes: Partial<Notice> = {}): Notice => ({
  phoneVerified: false,
  orderNumber: 'PED-7K3QXM',
  customerName: 'Ana Morales',
  items: [item('Café de altura')],
  total: 59.7,
  currency: 'GTQ',
  shippingArea: null,
  paymentState: null,
  payment: null,
  ...changes,
})

const noticeParameters = (notices: Notice[]) => parametersIn(notices, 'es')

function item(productName: string) {
  return {
    productId: 'p1',
    variantId: 'v1',
    productName,
    variantName: '500 g',
    quantity: 2,
    unitPrice: 29.85,
    subtotal: 59.7,
  }
}

suite('the parameters of a notice', () => {
  test('are the number, the customer, the items in short and the total', () => {
    const [number, customer, items, total] = noticeParameters([notice()])
    assert.equal(number, 'PED-7K3QXM')
    assert.equal(customer, 'Ana Morales')
    assert.equal(items, '2 × Café de altura (500 g)')
    assert.match(total, /59\.70/)
  })

  test('are one line each, without tabs or runs of spaces, and never empty', () => {
    const parameters = noticeParameters([
      notice({ customerName: '\n\t  ', items: [item('Café\n\tde      altura\u2028molido')] }),
    ])
    assert.deepEqual(parameters.slice(0, 3), ['PED-7K3QXM', '-', '2 × Café de altura molido (500 g)'])
    assert.equal(noticeParameters([notice({ customerName: '\u200b\u2060' })])[1], '-')
  })

  test('have no address of a page that could be opened, and names stay readable', () => {
    const [, customer, items] = noticeParameters([
      notice({
        customerName: 'Entra en https://gana.example/x o www.gana.example',
        items: [item('Pan de Luz S.A., 1.5 kg 24/7')],
      }),
    ])
    assert.equal(customer, 'Entra en https:// gana. example/x o www. gana. example')
    assert.equal(items, '2 × Pan de Luz S. A., 1.5 kg 24/7 (500 g)')
  })

  test("list every order number of a full batch within WhatsApp's limit", () => {
    const notices = Array.from({ length: MAX_ORDERS }, (_, n) =>
      notice({
        orderNumber: `PED-${String(n).padStart(6, '0')}`,
        customerName: `${n} ${'ñ'.repeat(117)}`,
        items: Array.from({ length: 100 }, () => item('🥐'.repeat(60))),
        total: 999_999_999.99,
      }),
    )
    const parameters = noticeParameters(notices)
    for (const { orderNumber } of notices) assert.ok(parameters[0].includes(orderNumber), orderNumber)
    assert.ok(parameters.join('').length <= 1024 - 100, String(parameters.join('').length))
    assert.match(parameters[1], / y 24 más$/)
    assert.match(parameters[2], / y 2498 más$/)
    const marked = noticeParameters(notices.map((one, n) => ({ ...one, phoneVerified: n > 0 })))
    for (const { orderNumber } of notices.slice(1))
      assert.ok(marked[0].includes(`${orderNumber} ✓`), orderNumber)
    assert.ok(marked.join('').length <= 1024 - 100, String(marked.join('').length))
  })

  test('say of which orders the phone is confirmed', () => {
    const numbersOf = (...verified: boolean[]) =>
      noticeParameters(
        verified.map((phoneVerified, n) => notice({ orderNumber: `PED-${n}`, phoneVerified })),
      )[0]
    assert.equal(numbersOf(true), 'PED-0 (teléfono confirmado)')
    assert.equal(numbersOf(true, true), 'PED-0, PED-1 (teléfonos confirmados)')
    assert.equal(numbersOf(false, true, false), 'PED-0, PED-1 ✓, PED-2 (✓: teléfono confirmado)')
    assert.equal(numbersOf(false, false), 'PED-0, PED-1')
  })

  test('are in the language of the template', () => {
    const sold = notice({
      phoneVerified: true,
      tableName: '4',
      items: Array.from({ length: 9 }, () => item('🥐'.repeat(60))),
    })
    const [number, , items] = parametersIn([sold], 'pt')
    assert.equal(number, 'PED-7K3QXM (telefone confirmado)')
    assert.match(items, /^Mesa 4: .* e mais 7$/)
    const [numbers] = parametersIn([sold, notice()], 'en')
    assert.equal(numbers, 'PED-7K3QXM ✓, PED-7K3QXM (✓: phone confirmed)')
  })

  test('say for which area one order is, within the limit of a message', () => {
    const sold = notice({ shippingArea: 'Zona 10' })
    assert.equal(noticeParameters([sold])[2], 'Zona 10: 2 × Café de altura (500 g)')
    assert.doesNotMatch(noticeParameters([sold, sold])[2], /Zona/)
    const long = notice({
      shippingArea: 'ñ'.repeat(80),
      items: Array.from({ length: 100 }, () => item('🥐'.repeat(60))),
    })
    assert.ok(noticeParameters([long]).join('').length <= 1024 - 100)
  })

  test('add up the totals exactly, per currency', () => {
    const [, , , total] = noticeParameters([
      notice({ total: 0.1 }),
      notice({ total: 0.2 }),
      notice({ total: 12_990, currency: 'CLP' }),
    ])
    assert.match(total, /^Q\s?0\.30 \+ \$\s?12\.990$/)
  })

  test('truncate between characters, not inside one', () => {
    assert.equal(oneLine('🥐🥐🥐', 4), '🥐…')
    assert.equal(oneLine('\ud83e', 5), '\ufffd')
  })
})

test('the log line has no name and no phone', () => {
  const text = noticeText(notice())
  assert.match(text, /^Nuevo pedido PED-7K3QXM de A\.: 2 × Café de altura/)
  assert.ok(!text.includes('Morales'))
})
