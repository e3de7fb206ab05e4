import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { openDomain, redirectDomain, requestAt } from '../../../test/domains.ts'
import { aProduct, aStore, anAddress } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'

const service = await startService({ PUBLIC_URL: 'http://vitrina.example', SHOPS_DOMAIN: 'tiendas.example' })
const plain = await startService({ PUBLIC_URL: 'http://vitrina.example' }, service)
const { sql } = service
type Service = typeof service

const endpointsIn = (text: string) =>
  (JSON.parse(text) as { ucp: { services: Record<string, { endpoint: string }[]> } }).ucp.services[
    'dev.ucp.shopping'
  ]!.map(({ endpoint }) => endpoint)

/** A message to the shop's tools, as assistants send it that found its endpoint before it moved. */
async function search(at: Service, host: string, path: string) {
  const { status, text } = await requestAt(at, host, path, {
    method: 'POST',
    headers: {
      ...anAddress(),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'search_catalog', arguments: { catalog: { query: 'cafe' } } },
    }),
  })
  assert.equal(status, 200, text)
  assert.match(text, /Café de altura/)
}

/** The profile is there at each of the addresses, and names `url` as the shop's. */
async function assertServed(at: Service, url: string, addresses: [host: string, base: string][]) {
  for (const [host, base] of addresses) {
    const paths = base === '' ? ['/.well-known/ucp', '/ucp'] : [`${base}/ucp`]
    for (const path of paths) {
      const { status, headers, text } = await requestAt(at, host, path)
      assert.deepEqual(
        [status, headers.location, headers['cache-control']],
        [200, undefined, 'public, max-age=300'],
      )
      assert.deepEqual(endpointsIn(text), [`${url}/ucp/v1`, `${url}/ucp/mcp`])
      const etag = String(headers.etag)
      assert.match(etag, /^"/)
      const again = await requestAt(at, host, path, { headers: { 'if-none-match': etag } })
      assert.equal(again.status, 304)
    }
    await search(at, host, `${base}/ucp/mcp`)
  }
}

async function aShop() {
  const store = await aStore(service)
  await aProduct(service, store)
  return store
}

suite('a shop’s profile', () => {
  test('is at its name, and never a redirect where its pages lead there', async () => {
    const { slug } = await aShop()
    const url = `http://${slug}.tiendas.example`
    assert.equal((await requestAt(service, 'vitrina.example', `/${slug}`)).status, 301)
    await assertServed(service, url, [
      [`${slug}.tiendas.example`, ''],
      ['vitrina.example', `/${slug}`],
    ])
  })

  test('is at its domain, and never a redirect at the addresses that it had before', async () => {
    const store = await aShop()
    const domain = `${store.slug}.example`
    await openDomain(service, store, domain)
    const former = `vieja-${store.slug.slice(-6)}`
    await sql`insert into slugs (slug, store_id, held_until) values (${former}, ${store.id}, now() + interval '9 days')`
    for (const [host, path] of [
      [`${store.slug}.tiendas.example`, '/'],
      ['vitrina.example', `/${store.slug}`],
      ['vitrina.example', `/${former}`],
    ] as const)
      assert.equal((await requestAt(service, host, path)).status, 301, host + path)
    await assertServed(service, `http://${domain}`, [
      [domain, ''],
      [`${store.slug}.tiendas.example`, ''],
      [`${former}.tiendas.example`, ''],
      ['vitrina.example', `/${store.slug}`],
      ['vitrina.example', `/${former}`],
    ])
  })

  test('stays at a domain that redirects since the store has no plan for it any more', async () => {
    const store = await aShop()
    const domain = `${store.slug}.example`
    await openDomain(service, store, domain)
    await redirectDomain(service, store)
    assert.equal((await requestAt(plain, domain, '/')).status, 302)
    await assertServed(plain, `http://vitrina.example/${store.slug}`, [[domain, '']])
  })

  test('is not there for a store that does not pay, nor for one that does not exist', async () => {
    const { id, slug } = await aShop()
    await sql`update stores set billing_state = 'suspended' where id = ${id}`
    for (const [host, path] of [
      [`${slug}.tiendas.example`, '/.well-known/ucp'],
      [`${slug}.tiendas.example`, '/ucp'],
      ['vitrina.example', `/${slug}/ucp`],
    ] as const) {
      const { status, headers, text } = await requestAt(service, host, path)
      const { code, content } = JSON.parse(text) as { code: string; content: string }
      assert.deepEqual([status, headers.location], [402, undefined], host + path)
      assert.ok(code && content, text)
      assert.notEqual(headers['cache-control'], 'public, max-age=300')
    }
    for (const [method, path] of [
      ['GET', '/ucp/v1/carts/x'],
      ['POST', '/ucp/mcp'],
    ] as const) {
      const sent = {
        method,
        headers: anAddress(),
        ...(method === 'POST' && {
          headers: { ...anAddress(), 'content-type': 'application/json' },
          body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
        }),
      }
      assert.equal((await requestAt(service, `${slug}.tiendas.example`, path, sent)).status, 402, path)
    }
    assert.equal((await requestAt(service, 'vitrina.example', '/nadie-es-esta/ucp')).status, 404)
  })
})
