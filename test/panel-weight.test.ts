import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { seedLoad } from '../src/features/demo/load/seed.ts'
import { languages } from '../src/core/texts/language.ts'
import { assets } from '../src/doors/panel/parts/icon.ts'
import { fillStore } from './full-store.ts'
import { signedIn } from './panel.ts'
import { addressOf, panelRoutes } from './panel-forms.ts'
import { startService } from './service.ts'

const KiB = 1024

const service = await startService()

/** Bytes as they cross the network. */
async function weightOf(path: string, cookie = ''): Promise<{ type: string; bytes: number }> {
  const headers = { cookie, 'accept-encoding': 'br' }
  const { body, headers: responseHeaders } = await fetch(service.url + path, { headers, redirect: 'manual' })
  await body?.cancel()
  return {
    type: responseHeaders.get('content-type') ?? '',
    bytes: Number(responseHeaders.get('content-length')),
  }
}

async function weightOfFiles(extension: string, addressOf: (name: string) => string): Promise<number> {
  const names = assets.names.filter((name) => name.endsWith(extension))
  const weights = await Promise.all(names.map((name) => weightOf(addressOf(name))))
  assert.ok(weights.length > 0 && weights.every(({ bytes }) => bytes > 0))
  return weights.reduce((sum, { bytes }) => sum + bytes, 0)
}

suite('the compressed size of the panel', () => {
  test('is at most 14 KiB per page, also with full lists', async () => {
    const [store] = (await seedLoad(service.sql, { stores: 1, products: 120, orders: 200 })).keys
    const { storeId: id, slug, key } = store!
    const ids = await fillStore(service, { id, key })
    const [owner] = await service.sql<[{ accountId: string }]>`
      select account_id from members where store_id = ${id} and role = 'OWNER'`
    const { token } = await signedIn(service, owner.accountId)
    const heavy: string[] = []
    let pages = 0
    for (const { url } of panelRoutes(service.app).filter(({ method }) => method === 'GET')) {
      const path = addressOf(url, slug, ids)
      const { type, bytes } = await weightOf(path, `vitrina=${token}`)
      if (!type.startsWith('text/html')) continue
      pages++
      assert.ok(bytes > 0, `${path} does not say how long it is`)
      if (bytes > 14 * KiB) heavy.push(`${path}: ${(bytes / KiB).toFixed(1)} KiB`)
    }
    assert.ok(pages > 25, `${pages} pages`)
    assert.deepEqual(heavy, [])
  })

  test('is at most 20 KiB of JavaScript in total, and 14 KiB of style sheets', async () => {
    for (const language of languages) {
      const scripts = await weightOfFiles('.js', (name) => assets.script(name).in(language))
      assert.ok(scripts <= 20 * KiB, `${(scripts / KiB).toFixed(1)} KiB of JavaScript (${language})`)
    }
    const styles = await weightOfFiles('.css', assets.href)
    assert.ok(styles <= 14 * KiB, `${(styles / KiB).toFixed(1)} KiB of style sheets`)
  })
})
