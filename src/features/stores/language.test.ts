import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { changesOn } from '../../../test/changes.ts'
import { aKey, anAccount, aStore } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'
import { newId } from '../../core/values/id.ts'

const service = await startService()
const { changesOf, newest, undo, put } = changesOn(service)

const languageOf = async (key: string) => (await service.get('/api/v1/store', key)).json.data.language

suite('the language of a store', () => {
  test('is Spanish unless it is opened with another, and that of the pages its shoppers read', async () => {
    const { id } = await anAccount(service)
    const key = await aKey(service, { accountId: id, scopes: ['stores:write', 'stores:read'] })
    for (const [language, tag] of [
      [undefined, 'es'],
      ['pt', 'pt-BR'],
      ['en', 'en'],
    ] as const) {
      // prettier-ignore
      const slug = `tienda-${newId().slice(0, 12)}`
      const body = { name: 'Pan y Miel', slug, currency: 'BRL', ...(language && { language }) }
      const { status, json } = await service.post('/api/v1/stores', { key, body })
      assert.deepEqual([status, json.data.language], [201, language ?? 'es'])
      assert.match((await service.get(`/${slug}`)).text, new RegExp(`<html lang="${tag}"`))
    }
  })

  test('changes its pages at once, is recorded by its name, and undone', async () => {
    const store = await aStore(service)
    assert.match((await service.get(`/${store.slug}`)).text, /<html lang="es"/)
    assert.equal((await put(store, 'store', { language: 'pt' })).status, 200)
    assert.equal(await languageOf(store.key), 'pt')
    assert.match((await service.get(`/${store.slug}`)).text, /<html lang="pt-BR"/)
    const [change] = await changesOf(store)
    assert.match(change!.summary, /cambió el idioma de la tienda/)
    const undone = await undo(store, await newest(store))
    assert.equal(undone.status, 200, JSON.stringify(undone.json))
    assert.equal(await languageOf(store.key), 'es')
    assert.match((await service.get(`/${store.slug}`)).text, /<html lang="es"/)
  })

  test('is one that is known, and is changed by who may change the settings', async () => {
    const store = await aStore(service)
    await put(store, 'store', { language: 'pt' })
    for (const language of ['fr', 'pt-BR', 'PT', '', null, 1]) {
      const { status, json } = await put(store, 'store', { language })
      assert.deepEqual([status, json.details?.field], [400, 'language'], String(language))
    }
    assert.equal((await put(store, 'store', { language: 'xx' })).json.details.reason, 'enum')
    const reader = await aKey(service, {
      storeId: store.id,
      accountId: store.ownerId,
      scopes: ['store:read'],
    })
    const refused = await service.put('/api/v1/store', { key: reader, body: { language: 'en' } })
    assert.equal(refused.status, 403)
    const other = await aStore(service)
    await put(other, 'store', { language: 'en' })
    assert.equal(await languageOf(store.key), 'pt')
  })
})
