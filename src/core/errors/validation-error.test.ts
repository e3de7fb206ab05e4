import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { anAddress, aStore } from '../../../test/factories.ts'

const service = await startService()
const { id: storeId, key } = await aStore(service)

const rejected = async (method: string, path: string, body?: object) => {
  const { status, json } = await service.call(method, path, { key, body, headers: anAddress() })
  assert.equal(status, 400, JSON.stringify(json))
  return json.details.issues
}
const sentences = async (method: string, path: string, body?: object) =>
  (await rejected(method, path, body)).map(({ message }: { message: string }) => message)

suite('messages of validation errors', () => {
  test('one sentence for an invalid instant', async () => {
    for (const path of ['/api/v1/orders?from=ayer', '/api/v1/orders?from=2026-01-01']) {
      assert.deepEqual(await sentences('GET', path), [
        'Debe ser una fecha y hora ISO 8601 con zona (Z o desfase)',
      ])
    }
  })

  test('the format of a slug and of a code', async () => {
    assert.deepEqual(await sentences('PUT', '/api/v1/store', { slug: 'Mi_Tienda' }), [
      'Solo puede llevar minúsculas sin acentos, números y guiones',
    ])
    assert.deepEqual(
      await sentences('POST', '/api/v1/discounts', { code: '¡HOLA!', type: 'fixed', value: 1 }),
      ['Solo puede llevar letras sin acentos, números y guiones'],
    )
  })

  test('invalid characters in a text', async () => {
    const body = { name: 'a\nb', description: 'a\u0007' }
    assert.deepEqual(await sentences('PUT', '/api/v1/store', body), [
      'Debe caber en una línea, sin caracteres de control',
      'No puede llevar caracteres de control',
    ])
  })

  test('an example instead of a hundred currencies', async () => {
    assert.deepEqual(await sentences('PUT', '/api/v1/store', { currency: 'pesos' }), [
      'No es uno de los valores permitidos, por ejemplo GTQ',
    ])
  })

  test('the maximum size of metadata in bytes', async () => {
    const { status, json } = await service.post('/api/catalog/events', {
      headers: { ...anAddress(), origin: service.app.publicUrl },
      body: { storeId, type: 'ADD_TO_CART', sessionId: 's', metadata: { a: 'x'.repeat(2048) } },
    })
    assert.equal(status, 400)
    assert.equal(json.details.issues[0]!.message, 'Debe ocupar como máximo 2048 bytes de JSON')
  })
})
