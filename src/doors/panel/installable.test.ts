import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aMember, aVisitor } from '../../../test/panel.ts'
import { startService } from '../../../test/service.ts'

const service = await startService()
const visitor = aVisitor(service)

suite('the panel as an app', () => {
  test('has a public manifest whose URLs and icons exist', async () => {
    const { headers, text } = await visitor.get('/panel/manifest.webmanifest')
    assert.match(headers.get('content-type')!, /^application\/manifest\+json/)
    const { icons, start_url, shortcuts } = JSON.parse(text)
    assert.deepEqual(icons.map(({ purpose }: { purpose: string }) => purpose), ['any', 'any', 'maskable', 'maskable']) // prettier-ignore
    for (const { src } of icons) {
      const icon = await visitor.get(src)
      assert.deepEqual([icon.status, icon.headers.get('content-type')], [200, 'image/png'], src)
    }
    for (const path of [start_url, ...shortcuts.map(({ url }: { url: string }) => url)]) {
      const { status, location } = await visitor.get(path)
      assert.deepEqual([status, location], [303, `/panel/entrar?volver=${encodeURIComponent(path)}`])
    }
  })

  test('has a service worker that lists every file it caches, and is revalidated at each visit', async () => {
    const { headers, text } = await visitor.get('/panel/worker.js')
    assert.equal(headers.get('cache-control'), 'no-cache')
    assert.equal(headers.get('service-worker-allowed'), '/panel')
    assert.match(headers.get('content-security-policy')!, /connect-src 'self'/)
    const { files } = JSON.parse(/^self\.panel = (.*)$/m.exec(text)![1]!)
    assert.ok(files.length > 8)
    for (const file of files) assert.equal((await visitor.get(file)).status, 200, file)
    assert.equal((await visitor.get('/panel/sin-conexion')).status, 200)
  })

  test('is on the panel’s own host name', async () => {
    const panelUrl = 'https://panel.test'
    const { app } = await startService({ PUBLIC_URL: 'http://tienda.test', PANEL_URL: panelUrl }, service)
    for (const url of ['/panel/manifest.webmanifest', '/panel/worker.js']) {
      const moved = await app.inject({ url, headers: { host: 'tienda.test' } })
      assert.deepEqual([moved.statusCode, moved.headers.location], [301, panelUrl + url])
      assert.equal((await app.inject({ url, headers: { host: 'panel.test' } })).statusCode, 200)
    }
  })
})

suite('a page may be cached by the browser', () => {
  test('when it is one of a store, per session, without a flash message', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    const owner = async (path: string) => (await person.get(path)).headers.get('vitrina-session')
    assert.equal(await owner(`${base}/categorias`), person.sessionId)
    assert.equal(await owner('/panel/cuenta'), null)
    assert.equal(await owner(`${base}/nada`), null)
    const { headers } = await person.post(`${base}/categorias`, { name: '' })
    assert.equal(headers.get('vitrina-session'), null)
    const made = await person.post(`${base}/categorias`, { name: 'Bebidas' })
    assert.equal((await person.follow(made)).headers.get('vitrina-session'), null)
    assert.equal(await owner(`${base}/categorias`), person.sessionId)
    assert.equal((await visitor.get('/panel/entrar')).headers.get('vitrina-session'), 'none')
  })
})
