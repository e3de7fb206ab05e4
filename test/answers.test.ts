import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { answerCheck } from './answers.ts'
import { startService } from './service.ts'

const { app } = await startService()
const check = answerCheck(app)
const placed = {
  id: 'o1',
  orderNumber: 'PED-7K3QXM',
  whatsappUrl: null,
  trackingUrl: 'https://x.test/a/pedido/t',
  total: 10,
  currency: 'GTQ',
  payment: null,
}

suite('the check of every response in the tests', () => {
  test('accepts a documented response', () => {
    check('POST', '/api/orders?x=1', 201, placed)
  })

  test('rejects a field that is not in the schema', () => {
    assert.throws(() => check('POST', '/api/orders', 201, { ...placed, secret: 1 }), /secret/)
  })

  test('rejects a missing field', () => {
    assert.throws(() => check('POST', '/api/orders', 201, { id: 'o1' }), /orderNumber/)
  })

  test('rejects an undocumented success', () => {
    assert.throws(() => check('POST', '/api/orders', 200, placed), /does not document/)
  })

  test('rejects an error with an unknown code, and one without the envelope', () => {
    assert.throws(
      () => check('GET', '/api/v1/orders', 404, { error: 'x', code: 'GONE' }),
      /unknown code GONE/,
    )
    assert.throws(() => check('GET', '/api/v1/orders', 401, { code: 'UNAUTHORIZED' }), /error/)
  })

  test('rejects an error that is not documented for the route', () => {
    const conflict = { error: 'Ya existe', code: 'DUPLICATE_CODE' }
    assert.throws(() => check('POST', '/api/orders', 409, conflict), /name it in the errors of the operation/)
    check('POST', '/api/orders', 409, { error: 'Ya existe', code: 'DUPLICATE_ORDER' })
    check('GET', '/api/v1/nowhere', 404, { error: 'La dirección no existe', code: 'NOT_FOUND' })
  })
})
