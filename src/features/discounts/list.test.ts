import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aDiscount, aStore } from '../../../test/factories.ts'

const service = await startService()

suite('GET /api/v1/discounts', () => {
  test('lists the newest first, inactive ones too, in pages', async () => {
    const store = await aStore(service)
    for (const code of ['UNO', 'DOS', 'TRES'])
      await aDiscount(service, store, { code, isActive: code !== 'DOS' })
    const { json } = await service.get('/api/v1/discounts', store.key)
    assert.deepEqual(
      json.data.map(({ code }: { code: string }) => code),
      ['TRES', 'DOS', 'UNO'],
    )
    assert.deepEqual([json.total, json.limit, json.offset], [3, 50, 0])
    const page = await service.get('/api/v1/discounts?limit=1&offset=2', store.key)
    assert.deepEqual([page.json.data[0]!.code, page.json.total], ['UNO', 3])
  })
})
