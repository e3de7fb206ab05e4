import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { startService } from '../../test/service.ts'
import { anAccount } from '../../test/factories.ts'
import { verifyPassword } from '../features/accounts/password-hash.ts'
import { readConfig } from '../core/config/config.ts'
import { openDemo, welcome } from './welcome.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'vitrina-welcome-'))
after(() => rm(dataDir, { recursive: true }))
const [service, another] = [await startService(), await startService()]
const config = readConfig({ DEMO: 'on', DATA_DIR: dataDir, PUBLIC_URL: 'http://tienda.test' })
const opens = async ({ get }: typeof service, key: string) =>
  (await get('/api/v1/orders', key)).status === 200

suite('the demo printed at the start', () => {
  test('is that of the first start, with the same key', async () => {
    const first = await openDemo(config, service.databaseUrl)
    assert.ok(await opens(service, first!.key))
    assert.equal((await openDemo(config, service.databaseUrl))?.key, first?.key)
    assert.equal((await openDemo(config, service.databaseUrl))?.password, first?.password)
    const [owner] = await service.sql<{ passwordHash: string }[]>`
      select password_hash from accounts where email = ${first!.email}`
    assert.ok(await verifyPassword(owner!.passwordHash, first!.password))
    const lines = welcome(config, first)
    for (const word of ['http://tienda.test/panel', first!.email, first!.password])
      assert.ok(lines.includes(word))
  })

  test("keeps its key and its owner's password at another address, such as another PORT, and adds no key", async () => {
    const first = (await openDemo(config, service.databaseUrl))!
    const rows = () => service.sql`
      select (select count(*) from api_keys) as keys, (select min(password_hash) from accounts) as password`
    const before = [...(await rows())]
    const moved = (await openDemo({ ...config, publicUrl: 'http://otra.test:4000' }, service.databaseUrl))!
    const pictures =
      await service.sql`select from products where image_url like 'http://otra.test:4000/media/%'`
    assert.ok(pictures.length > 0)
    const back = (await openDemo(config, service.databaseUrl))!
    assert.deepEqual([...(await rows())], before)
    assert.deepEqual([moved.key, moved.password], [first.key, first.password])
    assert.deepEqual(moved.otherUrls[0], 'http://otra.test:4000/la-espiga')
    assert.deepEqual(
      [moved.storeUrl, moved.panelUrl],
      ['http://otra.test:4000/cerro-ceniza', 'http://otra.test:4000/panel'],
    )
    assert.deepEqual(back, first)
  })

  test('has a key of the current database', async () => {
    const elsewhere = await openDemo(config, another.databaseUrl)
    assert.ok(await opens(another, elsewhere!.key))
    const back = await openDemo(config, service.databaseUrl)
    assert.ok(await opens(service, back!.key))
  })

  test('has a new key when the old one was revoked, and is not printed once the demo was deleted', async () => {
    await service.sql`update api_keys set revoked_at = now()`
    const renewed = await openDemo(config, service.databaseUrl)
    assert.ok(await opens(service, renewed!.key))
    await service.sql`update stores set deleted_at = now()`
    assert.equal(await openDemo(config, service.databaseUrl), null)
  })

  test('is not created in a database with other stores, whatever the data folder has', async () => {
    const used = await startService()
    await anAccount(used)
    const moved = { ...config, publicUrl: 'http://otra.test' }
    assert.equal(await openDemo(moved, used.databaseUrl), null)
    assert.deepEqual([...(await used.sql`select id from stores`)], [])
  })
})
