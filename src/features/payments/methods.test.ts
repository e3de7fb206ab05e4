import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aKey, aStore } from '../../../test/factories.ts'
import { toPixKey } from './check-method.ts'

const service = await startService()
const receiver = { merchantName: 'Café São João', merchantCity: 'São Paulo' }
const pix = { kind: 'pix', name: 'Pix', pixKey: 'vendas@loja.com.br', ...receiver }

const sevenAccounts = Array.from({ length: 7 }, () => ({ label: 'a', value: 'b' }))
const names = [
  'POST /api/v1/payment-methods',
  'GET /api/v1/payment-methods',
  'GET /api/v1/payment-methods/:id',
  'PUT /api/v1/payment-methods/:id',
  'DELETE /api/v1/payment-methods/:id',
]

suite('payment methods', () => {
  test(`${names.join(', ')}: create, list in order, read, change and delete a method`, async () => {
    const store = await aStore(service)
    const body = {
      kind: 'transfer',
      name: ' Transferencia ',
      instructions: 'Envía el comprobante',
      accounts: [{ label: 'Banco Industrial', value: '123-456789-0' }],
    }
    const made = await service.post('/api/v1/payment-methods', { key: store.key, body })
    assert.equal(made.status, 201, made.text)
    const { id, createdAt, updatedAt, ...rest } = made.json.data
    assert.deepEqual(rest, {
      ...body,
      name: 'Transferencia',
      pixKey: null,
      merchantName: null,
      merchantCity: null,
      position: 0,
      isActive: true,
    })
    assert.equal(createdAt, updatedAt)
    assert.equal(made.headers.get('location'), `/api/v1/payment-methods/${id}`)

    const cash = await service.post('/api/v1/payment-methods', {
      key: store.key,
      body: { kind: 'cash', name: 'Efectivo' },
    })
    const path = `/api/v1/payment-methods/${cash.json.data.id}` as const
    const moved = await service.put(path, {
      key: store.key,
      body: { position: 0, name: 'Al recibir', isActive: false },
    })
    assert.equal(moved.status, 200, moved.text)
    const listed = await service.get('/api/v1/payment-methods', store.key)
    assert.deepEqual(
      listed.json.data.map(({ name }: { name: string }) => name),
      ['Al recibir', 'Transferencia'],
    )
    assert.equal(listed.json.total, 2)
    assert.deepEqual((await service.get(path, store.key)).json.data, moved.json.data)
    assert.deepEqual((await service.put(path, { key: store.key, body: {} })).json.data, moved.json.data)
    const deleted = await service.delete(path, store.key)
    assert.deepEqual(deleted.json, { data: { id: cash.json.data.id, deleted: true } })
    assert.equal((await service.get(path, store.key)).status, 404)
  })

  test('a Pix is stored as banks have it: its key, its names without accents', async () => {
    const store = await aStore(service, { currency: 'BRL' })
    const made = await service.post('/api/v1/payment-methods', {
      key: store.key,
      body: { ...pix, pixKey: '529.982.247-25' },
    })
    assert.equal(made.status, 201, made.text)
    const { pixKey, merchantName, merchantCity } = made.json.data
    assert.deepEqual([pixKey, merchantName, merchantCity], ['52998224725', 'Cafe Sao Joao', 'Sao Paulo'])
    const path = `/api/v1/payment-methods/${made.json.data.id}` as const
    const wrong = await service.put(path, { key: store.key, body: { pixKey: '529.982.247-24' } })
    assert.deepEqual([wrong.status, wrong.json.details.field], [400, 'pixKey'])
    const none = await service.put(path, { key: store.key, body: { merchantCity: null } })
    assert.deepEqual([none.status, none.json.details.reason], [400, 'required'])
  })

  test('Pix is not switched on in another currency, and the currency does not change while it is on', async () => {
    const store = await aStore(service, { currency: 'BRL' })
    const { json } = await service.post('/api/v1/payment-methods', { key: store.key, body: pix })
    const path = `/api/v1/payment-methods/${json.data.id}` as const
    const { key } = store
    const toPesos = () => service.put('/api/v1/store', { key, body: { currency: 'MXN' } })
    const locked = await toPesos()
    assert.deepEqual([locked.status, locked.json.details?.field], [400, 'currency'])
    await service.put(path, { key, body: { isActive: false } })
    assert.equal((await toPesos()).status, 200)
    const on = await service.put(path, { key, body: { isActive: true } })
    assert.deepEqual([on.status, on.json.code], [409, 'CURRENCY_MISMATCH'])
    const change = (await service.get('/api/v1/changes', key)).json.data.find(
      ({ items }) => items[0]!.resource === 'paymentMethod',
    )
    const undone = await service.post(`/api/v1/changes/${change!.id}/undo`, { key })
    assert.deepEqual([undone.status, undone.json.code], [409, 'CURRENCY_MISMATCH'])
    assert.equal((await service.get(path, key)).json.data.isActive, false)
  })

  const bad: [what: string, body: object, field: string, reason: string][] = [
    ['no kind', { name: 'x' }, 'kind', 'required'],
    ['an unknown kind', { kind: 'cheque', name: 'x' }, 'kind', 'enum'],
    [
      'a Pix without its key',
      { kind: 'pix', name: 'Pix', merchantName: 'a', merchantCity: 'b' },
      'pixKey',
      'required',
    ],
    ['a name over 60', { kind: 'cash', name: 'x'.repeat(61) }, 'name', 'max_length'],
    [
      'accounts of cash',
      { kind: 'cash', name: 'x', accounts: [{ label: 'a', value: 'b' }] },
      'accounts',
      'invalid',
    ],
    ['a Pix key of cash', { kind: 'cash', name: 'x', pixKey: 'a@b.co' }, 'pixKey', 'invalid'],
    ['a name that banks can not read', { ...pix, merchantName: 'Café ☕' }, 'merchantName', 'invalid'],
    ['a merchant over 25', { ...pix, merchantName: 'x'.repeat(26) }, 'merchantName', 'max_length'],
    ['seven accounts', { kind: 'transfer', name: 'x', accounts: sevenAccounts }, 'accounts', 'max_items'], // prettier-ignore
  ]
  for (const [what, body, field, reason] of bad) {
    test(`400 on ${what}`, async () => {
      const { key } = await aStore(service, { currency: 'BRL' })
      const { status, json } = await service.post('/api/v1/payment-methods', { key, body })
      assert.deepEqual([status, json.details?.field, json.details?.reason], [400, field, reason])
    })
  }

  test('409 on an eleventh method, Pix in another currency, a provider that is not connected', async () => {
    const store = await aStore(service)
    const make = (body: object) => service.post('/api/v1/payment-methods', { key: store.key, body })
    const mismatch = await make(pix)
    assert.deepEqual([mismatch.status, mismatch.json.code], [409, 'CURRENCY_MISMATCH'])
    const unconnected = await make({ kind: 'stripe', name: 'Tarjeta' })
    assert.deepEqual([unconnected.status, unconnected.json.code], [409, 'NOT_CONNECTED'])
    const made = await Promise.all(
      Array.from({ length: 14 }, (_, n) => make({ kind: 'cash', name: `Caja ${n}` })),
    )
    assert.equal(made.filter(({ status }) => status === 201).length, 10)
    assert.ok(made.every(({ status, json }) => status === 201 || json.code === 'LIMIT_REACHED'))
  })

  test('needs store:write to change, and is recorded with an undo', async () => {
    const store = await aStore(service)
    const reader = await aKey(service, {
      storeId: store.id,
      accountId: store.ownerId,
      scopes: ['store:read'],
    })
    const body = { kind: 'cash', name: 'Efectivo' }
    assert.equal((await service.post('/api/v1/payment-methods', { key: reader, body })).status, 403)
    const { json } = await service.post('/api/v1/payment-methods', { key: store.key, body })
    await service.delete(`/api/v1/payment-methods/${json.data.id}`, store.key)
    const [change] = (await service.get('/api/v1/changes', store.key)).json.data
    assert.match(change!.summary, /eliminó la forma de pago Efectivo$/)
    assert.equal(
      (await service.post(`/api/v1/changes/${change!.id}/undo`, { key: store.key, body: {} })).status,
      200,
    )
    assert.equal(
      (await service.get(`/api/v1/payment-methods/${json.data.id}`, store.key)).json.data.name,
      'Efectivo',
    )
  })
})

suite('a Pix key', () => {
  const keys: [written: string, stored: string | null][] = [
    ['Vendas@Loja.com.br', 'vendas@loja.com.br'],
    ['+55 11 98765-4321', '+5511987654321'],
    ['(11) 98765-4321', '+5511987654321'],
    ['529.982.247-25', '52998224725'],
    ['529.982.247-26', null],
    ['111.111.111-11', null],
    ['11.222.333/0001-81', '11222333000181'],
    ['11.222.333/0001-82', null],
    ['12.ABC.345/01DE-35', '12ABC34501DE35'],
    ['12.ABC.345/01DE-36', null],
    ['123E4567-E89B-12D3-A456-426655440000', '123e4567-e89b-12d3-a456-426655440000'],
    ['+502 5555 1234', null],
    ['Loja', null],
    ['a@b', null],
  ]
  for (const [written, stored] of keys) {
    test(`${written} is ${stored ?? 'none'}`, () => assert.equal(toPixKey(written), stored))
  }
})
