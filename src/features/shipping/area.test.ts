import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aShippingOption, aStore } from '../../../test/factories.ts'

const service = await startService()
const zones = [{ name: ' Zona 1 ', price: 15.5, postalCodes: ['01001', ' 010 02 '] }, { name: 'Zona 10' }]

/** The first two of a list that has them. */
const pair = <T>([first, second]: T[]) => [first!, second!] as const

suite('the areas of a shipping option', () => {
  test('are made with it, each with an id, and shown by the list and by id', async () => {
    const store = await aStore(service)
    const made = await aShippingOption(service, store, { areas: zones })
    const [first, second] = pair(made.areas)
    assert.deepEqual(made.areas, [
      { id: first.id, name: 'Zona 1', price: 15.5, postalCodes: ['01001', '01002'] },
      { id: second.id, name: 'Zona 10', price: null, postalCodes: [] },
    ])
    assert.notEqual(first.id, second.id)
    assert.deepEqual((await service.get(`/api/v1/shipping/${made.id}`, store.key)).json.data, made)
    assert.deepEqual((await service.get('/api/v1/shipping', store.key)).json.data, [made])
    assert.deepEqual((await aShippingOption(service, store)).areas, [])
  })

  test('are replaced by id: known ones change, new ones are added, missing ones go', async () => {
    const store = await aStore(service)
    const { id, areas } = await aShippingOption(service, store, { areas: [...zones, { name: 'Mixco' }] })
    const [first, second] = pair(areas)
    const put = (body: Record<string, unknown>) =>
      service.put(`/api/v1/shipping/${id}`, { key: store.key, body })
    const { json } = await put({
      areas: [{ id: second.id, price: 20 }, { name: 'Villa Nueva' }, { id: first.id }],
    })
    assert.deepEqual(json.data.areas, [
      { ...second, price: 20 },
      { id: json.data.areas[1]!.id, name: 'Villa Nueva', price: null, postalCodes: [] },
      first,
    ])
    assert.deepEqual((await put({ price: 12 })).json.data.areas, json.data.areas)
    const cleared = await put({ areas: [{ id: first.id, price: null, postalCodes: [] }] })
    assert.deepEqual(cleared.json.data.areas, [
      { id: first.id, name: 'Zona 1', price: null, postalCodes: [] },
    ])
    assert.deepEqual((await put({ areas: [] })).json.data.areas, [])
  })

  test('200 with 50 codes each are accepted', async () => {
    const store = await aStore(service)
    const areas = Array.from({ length: 200 }, (_, n) => ({
      name: `Zona ${n}`,
      postalCodes: Array.from({ length: 50 }, (_, code) => String(10_000 + n * 50 + code)),
    }))
    const made = await aShippingOption(service, store, { areas })
    assert.deepEqual([made.areas.length, made.areas[199]!.postalCodes.length], [200, 50])
  })

  const many = (length: number) => Array.from({ length }, (_, n) => String(10_000 + n))
  const bad: [what: string, areas: unknown, field: string, reason: string][] = [
    ['no list', null, 'areas', 'type'],
    ['201 of them', many(201).map((name) => ({ name })), 'areas', 'max_items'],
    ['no name', [{ price: 1 }], 'areas.0.name', 'required'],
    ['an empty name', [{ name: ' ' }], 'areas.0.name', 'min_length'],
    ['a name over 80', [{ name: 'x'.repeat(81) }], 'areas.0.name', 'max_length'],
    ['a negative price', [{ name: 'a' }, { name: 'x', price: -1 }], 'areas.1.price', 'minimum'],
    ['a price of three digits', [{ name: 'a' }, { name: 'x', price: 1.005 }], 'areas.1.price', 'invalid'],
    ['51 codes', [{ name: 'x', postalCodes: many(51) }], 'areas.0.postalCodes', 'max_items'],
    ['a code of 1 character', [{ name: 'x', postalCodes: ['0'] }], 'areas.0.postalCodes.0', 'min_length'],
    ['a code of 11', [{ name: 'x', postalCodes: ['0'.repeat(11)] }], 'areas.0.postalCodes.0', 'max_length'],
    ['two codes in one', [{ name: 'x', postalCodes: ['01,02'] }], 'areas.0.postalCodes.0', 'pattern'],
    ['another field', [{ name: 'x', city: 'y' }], 'areas.0.city', 'unknown_field'],
  ]
  for (const [what, areas, field, reason] of bad) {
    test(`400 on ${what}, when made and when changed`, async () => {
      const store = await aStore(service)
      const { id } = await aShippingOption(service, store)
      const body = { name: 'Moto', price: 1, areas }
      for (const refused of [
        await service.post('/api/v1/shipping', { key: store.key, body }),
        await service.put(`/api/v1/shipping/${id}`, { key: store.key, body }),
      ]) {
        assert.equal(refused.status, 400, refused.text)
        assert.deepEqual([refused.json.details.field, refused.json.details.reason], [field, reason])
      }
    })
  }

  test("400 on an id that is unknown, twice, or another option's", async () => {
    const store = await aStore(service)
    const { id, areas } = await aShippingOption(service, store, { areas: zones })
    const other = await aShippingOption(service, store, { areas: zones })
    const put = (areas: unknown[]) =>
      service.put(`/api/v1/shipping/${id}`, { key: store.key, body: { areas } })
    const cases = [
      [[{ id: 'nadie', name: 'Otra' }], 'areas.0.id', 'not_found'],
      [[{ id: areas[0]!.id }, { id: other.areas[0]!.id }], 'areas.1.id', 'not_found'],
      [[{ id: areas[0]!.id }, { id: areas[0]!.id }], 'areas.1.id', 'duplicate'],
    ] as const
    for (const [sent, field, reason] of cases) {
      const refused = await put([...sent])
      assert.deepEqual(
        [refused.status, refused.json.details.field, refused.json.details.reason],
        [400, field, reason],
      )
    }
    const body = { name: 'Moto', price: 1, areas }
    assert.equal(
      (await service.post('/api/v1/shipping', { key: store.key, body })).json.details.field,
      'areas.0.id',
    )
    assert.deepEqual((await service.get(`/api/v1/shipping/${id}`, store.key)).json.data.areas, areas)
  })

  test('their prices keep the store from a currency with fewer digits', async () => {
    const store = await aStore(service)
    await aShippingOption(service, store, { areas: [{ name: 'Zona 1', price: 15.5 }] })
    const refused = await service.put('/api/v1/store', { key: store.key, body: { currency: 'CLP' } })
    assert.deepEqual([refused.status, refused.json.details.field], [400, 'currency'])
  })

  test('a change of them is recorded and undone', async () => {
    const store = await aStore(service)
    const { id, areas } = await aShippingOption(service, store, { areas: zones })
    await service.put(`/api/v1/shipping/${id}`, { key: store.key, body: { areas: [{ name: 'Otra' }] } })
    const [change] = (await service.get('/api/v1/changes', store.key)).json.data
    assert.match(change!.summary, /cambió las zonas del envío/)
    assert.deepEqual(change!.items[0]!.before, { areas })
    const undone = await service.post(`/api/v1/changes/${change!.id}/undo`, { key: store.key })
    assert.equal(undone.status, 200, undone.text)
    assert.deepEqual((await service.get(`/api/v1/shipping/${id}`, store.key)).json.data.areas, areas)
  })

  test('an undo does not bring back prices that the currency has no digits for', async () => {
    const store = await aStore(service)
    const { id } = await aShippingOption(service, store, { areas: [{ name: 'Zona 1', price: 15.5 }] })
    await service.put(`/api/v1/shipping/${id}`, { key: store.key, body: { areas: [] } })
    const [change] = (await service.get('/api/v1/changes', store.key)).json.data
    await service.put('/api/v1/store', { key: store.key, body: { currency: 'CLP' } })
    const refused = await service.post(`/api/v1/changes/${change!.id}/undo`, { key: store.key })
    assert.deepEqual([refused.status, refused.json.code], [409, 'CHANGED_SINCE'])
  })
})
