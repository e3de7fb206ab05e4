import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test, type TestContext } from 'node:test'
import sharp from 'sharp'
import { aStore } from '../../../test/factories.ts'
import { actions, importsOf, type Store } from '../../../test/imports.ts'
import { startService } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { createLog } from '../../core/process/log.ts'
import { pictureHref } from '../media/address.ts'
import { NotConverted } from '../media/converter.ts'
import { startImportPictures } from './store-pictures.ts'

const service = await startService({
  DATA_DIR: await mkdtemp(join(tmpdir(), 'vitrina-imports-')),
  ALLOW_PRIVATE_DESTINATIONS: 'true',
})
const { imported, productOf } = importsOf(service)

function withoutConversions(t: TestContext, href: string) {
  t.mock.method(service.app.converter, 'convert', () => Promise.reject(new NotConverted()))
  return fetch(service.url + href, { headers: { accept: 'image/avif,image/svg+xml,*/*' } })
}

suite('the pictures of an import', () => {
  test('are fetched, stored and served by us; importing the file again changes nothing', async (t) => {
    const store = await aStore(service)
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a33' } })
      .png()
      .toBuffer()
    const site = createServer((request, response) => {
      if (request.url !== '/uno.png') return response.writeHead(404).end()
      response.writeHead(200, { 'content-type': 'image/png' }).end(png)
    })
    await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening))
    after(() => site.close())
    const { port } = site.address() as AddressInfo
    const address = `http://127.0.0.1:${port}`
    const file =
      'Handle,Title,Variant Price,Image Src,Option1 Name,Option1 Value,Variant Image\n' +
      'a,A,1,https://fotos.test/uno.png,Talle,S,https://fotos.test/uno.png\n' +
      'a,,2,https://fotos.test/dos.png,,M,\n'
    const { id, pictures } = await imported(store, file)
    assert.deepEqual(pictures, { total: 2, stored: 0, failed: 0 })
    // Products have addresses of https alone; these are moved to a site that is there.
    await service.sql`
      update import_pictures set url = replace(url, 'https://fotos.test', ${address}) where import_id = ${id}`
    await service.sql`
      update products
      set
        images = replace(images::text, 'https://fotos.test', ${address})::jsonb,
        variants = replace(variants::text, 'https://fotos.test', ${address})::jsonb
      where store_id = ${store.id}`
    const fetching = startImportPictures({
      sql: service.sql,
      log: createLog('silent'),
      config: service.app.config,
    })
    after(fetching.stop)
    await waitFor(async () => {
      fetching.trigger()
      const [left] = await service.sql<[{ n: number }]>`
        select count(*) as n from import_pictures where import_id = ${id} and state = 'waiting'`
      return left.n === 0
    })
    const done = (await service.get(`/api/v1/imports/${id}`, store.key)).json.data
    assert.deepEqual(done.pictures, { total: 2, stored: 1, failed: 1 })
    const { id: productId, images, imageUrl, variants } = await productOf(store, 'a')
    assert.deepEqual(variants.map((one: { imageUrl: string | null }) => one.imageUrl), [imageUrl, null]) // prettier-ignore
    assert.match(imageUrl!, new RegExp(`/media/${store.id}/fotos/\\w+\\.jpg$`))
    assert.deepEqual(
      images.map(({ url }: { url: string }) => url),
      [imageUrl, `${address}/dos.png`],
    )
    const shown = await withoutConversions(t, pictureHref(store.id, productId, imageUrl!, 800))
    assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/avif'])
    const again = file.replaceAll('https://fotos.test', address)
    assert.deepEqual(actions(await imported(store, again)), ['unchanged'])
    const { status } = await service.post(`/api/v1/imports/${id}/undo`, { key: store.key })
    assert.equal(status, 200)
  })
})

suite('the pictures of a dead site', () => {
  test('do not delay those of another account', async (t) => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a33' } })
      .png()
      .toBuffer()
    const site = createServer((_request, response) => void response.end(photo)).listen(0, '127.0.0.1')
    t.after(() => [silent, site].forEach((server) => server.close().closeAllConnections()))
    await waitFor(() => silent.listening && site.listening)
    const [dead, live] = [silent, site].map(
      (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    )
    const [attacker, other] = [await aStore(service), await aStore(service)]
    const queue = async (store: Store, addresses: string[]) => {
      const { id } = await imported(store, 'Nombre,Precio\nTaza,1\n')
      await service.sql`
        insert into import_pictures (store_id, import_id, n, url, product_ids)
        select ${store.id}, ${id}, n, url, '{}'
        from unnest(${addresses}::text[]) with ordinality as pictures (url, n)`
    }
    await queue(
      attacker,
      Array.from({ length: 100 }, (_, n) => `${dead}/${n}.png`),
    )
    const fetching = startImportPictures({
      sql: service.sql,
      log: createLog('silent'),
      config: service.app.config,
    })
    t.after(fetching.stop)
    await waitFor(async () => (await stateOf(attacker)).attempted >= 4)
    await queue(
      other,
      Array.from({ length: 12 }, (_, n) => `${live}/${n}.png`),
    )
    await waitFor(async () => (await stateOf(other)).stored === 12)
  })

  const stateOf = async ({ id }: Store) => {
    const [state] = await service.sql<[{ stored: number; attempted: number }]>`
      select count(*) filter (where state = 'stored') as stored, count(*) filter (where attempts > 0) as attempted
      from import_pictures
      where store_id = ${id}`
    return state
  }
})
