import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { anAssistant } from '../../../test/assistant.ts'
import { startService } from '../../../test/service.ts'
import { aKey, aStore } from '../../../test/factories.ts'

const service = await startService()

suite('resources', () => {
  for (const mode of ['auto', 'legacy'] as const) {
    test(`show the store's themes, ${mode}`, async () => {
      const store = await aStore(service)
      const { client } = await anAssistant(service, store.key, { mode })
      const { resources } = await client.listResources()
      assert.deepEqual(
        resources.map(({ uri }) => uri),
        ['vitrina://themes'],
      )
      const { resourceTemplates } = await client.listResourceTemplates()
      assert.equal(resourceTemplates.length, 3)
      const themes = await read(client, 'vitrina://themes')
      assert.deepEqual(themes, (await service.get('/api/v1/store/themes', store.key)).json)
      const theme = await read(client, `vitrina://themes/${themes.data.activeThemeId}`)
      assert.ok(theme.data.schema.groups.length > 0)
    })
  }

  test('show an account its stores, and the themes of each', async () => {
    const one = await aStore(service)
    const two = await aStore(service, { ownerId: one.ownerId })
    const key = await aKey(service, { accountId: one.ownerId, scopes: ['stores:read', 'themes:read'] })
    const { client } = await anAssistant(service, key)
    const { resources } = await client.listResources()
    assert.deepEqual(
      resources.map(({ uri }) => uri),
      ['vitrina://stores', 'vitrina://themes'],
    )
    const stores = await read(client, 'vitrina://stores')
    assert.deepEqual(
      stores.data.map(({ id }: { id: string }) => id),
      [one.id, two.id],
    )
    assert.equal((await read(client, `vitrina://stores/${two.slug}/themes`)).data.storeId, two.id)
    assert.equal((await read(client, `vitrina://stores/${two.id}/themes/barro`)).data.id, 'barro')
    await assert.rejects(read(client, 'vitrina://themes'), /varias tiendas/)
  })

  test('are not listed, nor read, without their scope', async () => {
    const store = await aStore(service)
    const key = await aKey(service, { storeId: store.id, accountId: store.ownerId, scopes: ['store:read'] })
    const { client } = await anAssistant(service, key)
    assert.deepEqual((await client.listResources()).resources, [])
    assert.deepEqual((await client.listResourceTemplates()).resourceTemplates, [])
    await assert.rejects(read(client, 'vitrina://themes'), /themes:read/)
  })

  test('of another store, or unknown ones, do not exist', async () => {
    const [store, stranger] = [await aStore(service), await aStore(service)]
    const { client } = await anAssistant(service, store.key)
    await assert.rejects(read(client, `vitrina://stores/${stranger.id}/themes`), /no alcanza esa tienda/)
    for (const uri of [
      'vitrina://themes/nada',
      'vitrina://nada',
      'vitrina://themes/../..',
      'file:///etc/passwd',
      '',
    ]) {
      await assert.rejects(read(client, uri), /not found/i, uri)
    }
  })
})

type Client = Awaited<ReturnType<typeof anAssistant>>['client']

// oxlint-disable-next-line typescript/no-explicit-any
async function read(client: Client, uri: string): Promise<any> {
  const { contents } = await client.readResource({ uri })
  assert.equal(contents[0]!.mimeType, 'application/json')
  return JSON.parse((contents[0] as { text: string }).text)
}
