import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aStore } from '../../test/factories.ts'
import { startService } from '../../test/service.ts'
import { saveConnection } from './save.ts'
import { verificationRecordOf, verifyDomain } from './verify-domain.ts'

const service = await startService()
const { sql } = service

async function aDomain(domain: string) {
  const store = await aStore(service)
  await saveConnection(sql, { storeId: store.id, id: 'custom_domain', plan: 'pro' }, domain)
  return store
}

async function stateOf({ key }: { key: string }) {
  const { json } = await service.get('/api/v1/store/connections', key)
  return json.data.connections.find(({ id }: { id: string }) => id === 'custom_domain')!.state
}

/** Name servers that know these records. */
const knowing = (records: Record<string, string[][]>) => async (name: string) => {
  if (records[name]) return records[name]
  throw Object.assign(new Error('nothing'), { code: 'ENOTFOUND' })
}

suite('domain verification', () => {
  test("takes a TXT record with the store's id, however it is split; not one of another store", async () => {
    const store = await aDomain('uno.ejemplo.test')
    assert.equal(await stateOf(store), 'partial')
    const { name, value } = verificationRecordOf(store.id, 'uno.ejemplo.test')
    const foreign = knowing({ [name]: [[verificationRecordOf('otra', 'uno.ejemplo.test').value]] })
    await assert.rejects(verifyDomain(sql, store.id, foreign), { status: 400 })
    assert.equal(await stateOf(store), 'partial')
    await verifyDomain(sql, store.id, knowing({ [name]: [['v=spf1'], [value.slice(0, 9), value.slice(9)]] }))
    assert.equal(await stateOf(store), 'full')
  })

  test('ends when the record is gone, not when name servers time out, and restarts for a new domain', async () => {
    const store = await aDomain('dos.ejemplo.test')
    const { name, value } = verificationRecordOf(store.id, 'dos.ejemplo.test')
    await verifyDomain(sql, store.id, knowing({ [name]: [[value]] }))
    const silent = () => Promise.reject(Object.assign(new Error('late'), { code: 'ETIMEOUT' }))
    await assert.rejects(verifyDomain(sql, store.id, silent), /no responden/)
    assert.equal(await stateOf(store), 'full')
    await assert.rejects(verifyDomain(sql, store.id, knowing({})), { status: 400 })
    assert.equal(await stateOf(store), 'partial')
    await verifyDomain(sql, store.id, knowing({ [name]: [[value]] }))
    await saveConnection(sql, { storeId: store.id, id: 'custom_domain', plan: 'pro' }, 'tres.ejemplo.test')
    assert.equal(await stateOf(store), 'partial')
  })

  test('moves the domain from the store that had it before', async () => {
    const [first, second] = [await aDomain('cuatro.ejemplo.test'), await aDomain('cuatro.ejemplo.test')]
    for (const store of [first, second]) {
      const { name, value } = verificationRecordOf(store.id, 'cuatro.ejemplo.test')
      await verifyDomain(sql, store.id, knowing({ [name]: [[value]] }))
    }
    assert.deepEqual([await stateOf(first), await stateOf(second)], ['partial', 'full'])
  })
})
