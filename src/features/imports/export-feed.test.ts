import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aModifierGroup, aProduct, aStore } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'
import { readCsv } from './read-csv.ts'

const service = await startService()

suite('GET /api/v1/exports/products as a feed', () => {
  test('says what is sold out, and leaves out what has its price on request', async () => {
    const store = await aStore(service)
    const { id } = await aModifierGroup(service, store)
    const variants = [{ name: 'S', stock: 0 }, { name: 'M', stock: 2 }, { name: 'L', price: 0 }] // prettier-ignore
    await aProduct(service, store, { name: 'Camisa', price: 10, variants })
    await aProduct(service, store, { name: 'Mural', price: 0, variants: [{ name: 'Única', stock: 0 }] })
    await aProduct(service, store, { name: 'Pizza', price: 0, modifierGroupIds: [id] })
    const rows = async () => {
      const { text } = await service.get('/api/v1/exports/products?format=feed', store.key)
      const { headers, records } = await readCsv(Buffer.from(text))
      const [title, size, availability] = ['title', 'size', 'availability'].map((one) => headers.indexOf(one))
      return records
        .map(({ cells }) => `${cells[title!]} ${cells[size!]}: ${cells[availability!]}`)
        .toSorted()
    }
    const priced = ['Camisa M: in stock', 'Camisa S: out of stock', 'Pizza : in stock']
    assert.deepEqual(await rows(), [...priced, 'Camisa L: in stock', 'Mural : out of stock'].toSorted())
    await service.put('/api/v1/store', { key: store.key, body: { zeroPrice: 'ask' } })
    assert.deepEqual(await rows(), priced)
  })
})
