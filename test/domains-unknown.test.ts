import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { assertIncludes } from './assert-includes.ts'
import { openDomain, redirectDomain, requestAt } from './domains.ts'
import { aStore } from './factories.ts'
import { startService, type Service } from './service.ts'

const HERE = 'https://tiendas.example'
const service = await startService({ PUBLIC_URL: HERE, PANEL_URL: 'https://panel.example' })
const secure = { headers: { 'x-forwarded-proto': 'https' } }
const plain = { headers: { 'x-forwarded-proto': 'http' } }

/** The statements that look host names up while `work` runs; parts of statements are made by the same function. */
async function lookUps({ app }: Service, work: () => Promise<unknown>) {
  app.domains.clear()
  const { sql } = app
  let count = 0
  app.sql = new Proxy(sql, {
    apply(target, self, values) {
      const [[text]] = values as [TemplateStringsArray]
      if (/^\s*select/.test(text!)) count++
      return Reflect.apply(target, self, values)
    },
  })
  await work().finally(() => (app.sql = sql))
  return count
}

suite('a host name that is no shop', () => {
  test('is a 421: a page in Spanish that says where to look, JSON for the API', async () => {
    for (const host of [
      'nadie.example',
      'cafe.tiendas.example',
      'panel.tiendas.example',
      'a..b',
      'ñ.example',
      `${'a'.repeat(300)}.example`,
    ]) {
      const page = await requestAt(service, Buffer.from(host).toString('latin1'), '/', secure)
      assert.equal(page.status, 421, host)
      assertIncludes(page.text, ['Aquí no hay ninguna tienda', `href="${HERE}/"`])
      const { status, text } = await requestAt(
        service,
        Buffer.from(host).toString('latin1'),
        '/api/orders',
        secure,
      )
      assert.deepEqual([status, JSON.parse(text).code], [421, 'MISDIRECTED_REQUEST'])
    }
    for (const path of ['/%zz', '/api/%zz', `/p/${'a'.repeat(1100)}`])
      assert.equal((await requestAt(service, 'nadie.example', path, secure)).status, 421, path)
  })

  test('is the shop’s own 404 where the domain is open and the address can’t be read', async () => {
    const store = await aStore(service)
    await openDomain(service, store, 'ilegible.example')
    for (const path of ['/%zz', '/carrito/%zz?v=a', `/p/${'a'.repeat(1100)}`]) {
      const { status, text } = await requestAt(service, 'ilegible.example', path, secure)
      assert.equal(status, 404, path)
      assertIncludes(text, [`data-store="${store.id}"`, 'href="/"'])
    }
  })

  test('is the service where it is an address, a single label or one of its own', async () => {
    for (const host of [
      '127.0.0.1',
      '127.0.0.1:3000',
      '[::1]:3000',
      '[::ffff:127.0.0.1]:3000',
      'localhost:3000',
      'vitrina',
      'tiendas.example:8443',
      'Tiendas.Example.',
      'panel.example',
    ])
      assert.equal((await requestAt(service, host, '/docs', secure)).status, 200, host)
  })

  test('answers probes', async () => {
    for (const path of ['/api/health', '/api/ready'])
      assert.equal((await requestAt(service, 'nadie.example', path)).status, 200, path)
  })

  test('is looked up once in 10 s, and many made-up names in few statements', async () => {
    const same = await lookUps(service, async () => {
      for (let n = 0; n < 50; n++) await requestAt(service, 'siempre.example', '/', secure)
    })
    assert.equal(same, 1)
    const names = Array.from({ length: 1000 }, (_, n) => `nombre-${n}.example`)
    const many = await lookUps(service, () =>
      Promise.all(names.map((name) => service.app.domains.find(name))),
    )
    assert.ok(many > 0 && many <= 3, `${many}`)
    const again = await lookUps(service, () =>
      Promise.all(names.map((name) => service.app.domains.find(name))),
    )
    assert.equal(again, 0)
  })

  test('is not looked up where it has no shape of a name', async () => {
    const bad = [
      'a..b',
      '.a.b',
      'a_b.example',
      "x'.example",
      'a b.example',
      '*.example',
      `${'a'.repeat(250)}.example`,
    ]
    const none = await lookUps(service, () => Promise.all(bad.map((name) => service.app.domains.find(name))))
    assert.equal(none, 0)
  })

  test('is remembered among the last 10,000 of a flood, during which an open domain responds', async () => {
    const store = await aStore(service)
    await openDomain(service, store, 'abierta.example')
    const find = (n: number) => service.app.domains.find(`inundacion-${n}.example`)
    const flood = Array.from({ length: 12_000 }, (_, n) => find(n))
    assert.equal((await requestAt(service, 'abierta.example', '/', secure)).status, 200)
    assert.deepEqual(new Set(await Promise.all(flood)), new Set([undefined]))
    assert.equal(await lookUps(service, () => find(11_999)), 0)
    assert.equal(await lookUps(service, () => find(0)), 1)
  })
})

suite('plain HTTP', () => {
  test('redirects to the same host where it is an open domain, else to the service', async () => {
    const store = await aStore(service)
    await openDomain(service, store, 'segura.example')
    const to = async (host: string, path: string) => {
      const { status, headers } = await requestAt(service, host, path, plain)
      return [status, headers.location]
    }
    assert.deepEqual(await to('segura.example', '/carrito?v=a'), [301, 'https://segura.example/carrito?v=a'])
    assert.deepEqual(await to('tiendas.example', `/${store.slug}`), [301, `${HERE}/${store.slug}`])
    assert.deepEqual(await to('nadie.example', '/carrito'), [301, `${HERE}/carrito`])
    await redirectDomain(service, store)
    assert.deepEqual(await to('segura.example', '/carrito?v=a'), [302, `${HERE}/${store.slug}/carrito?v=a`])
  })
})

suite('GET /api/domains/allowed', () => {
  const allowed = (domain: string) =>
    requestAt(service, '127.0.0.1', `/api/domains/allowed?domain=${domain}`, secure)

  test('is 200 for a domain that is open or redirects, and tells nothing about its store', async () => {
    const store = await aStore(service)
    await openDomain(service, store, 'certificada.example')
    const { status, text } = await allowed('Certificada.example.')
    assert.deepEqual([status, text], [200, '{"allowed":true}'])
    await redirectDomain(service, store)
    assert.equal((await allowed('certificada.example')).status, 200)
  })

  test('is 404 for a claimed domain, a name of ours and any other, and 400 without one', async () => {
    const store = await aStore(service)
    await service.sql`insert into domains (store_id, domain) values (${store.id}, 'pedida.example')`
    for (const name of [
      'pedida.example',
      'tiendas.example',
      'a.tiendas.example',
      'nadie.example',
      '127.0.0.1',
      '..',
      '%00',
    ])
      assert.equal((await allowed(name)).status, 404, name)
    assert.equal((await requestAt(service, '127.0.0.1', '/api/domains/allowed', secure)).status, 400)
  })
})
