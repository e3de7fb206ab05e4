import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aProduct } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'

const service = await startService()

suite('who waits for a product', () => {
  test('is counted on its page and in the list, in the store that it is of', async () => {
    const [{ store, base, person }, rival] = [
      await aMember(service, 'STAFF'),
      await aMember(service, 'STAFF'),
    ]
    const page = async (path: string) => (await person.get(base + path)).text
    const { id, variants } = await aProduct(service, store, {
      name: 'Taza',
      variants: [{ name: 'Única', stock: 0 }],
    })
    const wait = (storeId: string, phone: string) => service.sql`
      insert into restock_requests (store_id, variant_id, phone)
      values (${storeId}, ${variants[0]!.id}, ${phone})`
    await wait(rival.store.id, '+50255550001')
    assert.doesNotMatch(await page(`/productos/${id}`), /espera/)
    await wait(store.id, '+50255550001')
    assert.match(await page(`/productos/${id}`), /<b>1 persona espera<\/b> que vuelva/)
    await wait(store.id, '+50255550002')
    assert.match(await page(`/productos/${id}`), /<b>2 personas esperan<\/b> que vuelva/)
    assert.match(await page('/productos'), /Agotado<\/span>\s+· 2\u00a0esperan</)
  })
})
