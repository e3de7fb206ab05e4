import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { assertIncludes } from '../../../test/assert-includes.ts'
import { aMember, signedIn } from '../../../test/panel.ts'
import { startService } from '../../../test/service.ts'
import { anAccount, aStore, aPlacedOrder } from '../../../test/factories.ts'
import { setBillingState } from '../../features/billing/change.ts'
import { newId } from '../../core/values/id.ts'

const service = await startService()
const { sql } = service
const { panelUrl } = service.app

suite('without a session', () => {
  test('a page redirects to the sign-in, and back', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    person.cookies.clear()
    for (const path of [`${base}/categorias?offset=50`, '/panel', '/panel/envios']) {
      const { status, location } = await person.get(path)
      assert.deepEqual([status, location], [303, `/panel/entrar?volver=${encodeURIComponent(path)}`])
    }
    assert.equal((await person.post(`${base}/categorias`, { name: 'x' })).status, 303)
  })

  test('an ended, an expired and a malformed session are not accepted', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    assert.equal((await person.get(`${base}/categorias`)).status, 200)
    for (const value of ['', 'x', '\u00e9', `${person.token}x`]) {
      person.cookies.set('vitrina', encodeURIComponent(value))
      assert.equal((await person.get(`${base}/categorias`)).status, 303)
    }
    person.cookies.set('vitrina', person.token)
    await sql`delete from sessions where id = ${person.sessionId}`
    assert.equal((await person.get(`${base}/categorias`)).status, 303)
  })
})

suite('keys and cookies', () => {
  test('a cookie is not accepted by the API, nor a key by pages', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    assert.equal((await person.get('/api/v1/categories')).status, 401)
    const { status } = await fetch(`${service.url}${base}/categorias`, {
      headers: { authorization: `Bearer ${store.key}` },
      redirect: 'manual',
    })
    assert.equal(status, 303)
  })

  test('no header makes a request internal to the panel', async () => {
    const headers = { 'x-internal': '1', actor: 'panel', islightmyrequest: 'true' }
    assert.equal((await service.get('/api/v1/categories', undefined, headers)).status, 401)
  })
})

suite('a form', () => {
  test('of another site is rejected, whatever its headers claim', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'cross-site', origin: panelUrl },
      { 'sec-fetch-site': '', origin: 'https://otro.test' },
    ]
    for (const headers of foreign) {
      const { status, text } = await person.post(`${base}/categorias`, { name: 'x' }, headers)
      assert.equal(status, 403, JSON.stringify(headers))
      assert.match(text, /no viene del panel/)
    }
  })

  test('without Sec-Fetch-Site must have our Origin', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    const cookie = `vitrina=${person.token}`
    const send = async (headers: Record<string, string>) => {
      const { status } = await fetch(`${service.url}${base}/categorias`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie, ...headers },
        body: new URLSearchParams({ name: newId() }),
      })
      return status
    }
    for (const origin of ['null', 'https://otro.test', `${panelUrl}.otro.test`, `${panelUrl}/`, '']) {
      assert.equal(await send({ origin }), 403, origin)
    }
    assert.equal(await send({}), 403)
    assert.equal(await send({ origin: panelUrl }), 303)
  })
})

suite('the store of the URL', () => {
  test('is 404 for a stranger and for an unknown slug', async () => {
    const { person } = await aMember(service, 'OWNER')
    const { base } = await aMember(service, 'OWNER')
    for (const path of [`${base}/categorias`, '/panel/t/ninguna/categorias', '/panel/t/a%00b/categorias']) {
      assert.equal((await person.get(path)).status, 404, path)
    }
    assert.equal((await person.post(`${base}/categorias`, { name: 'x' })).status, 404)
  })

  test('with a former slug redirects to the current one, a form with its method', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const slug = `nueva-${newId().slice(0, 10)}`
    await service.put('/api/v1/store', { key: store.key, body: { slug } })
    const page = await person.get(`${base}/categorias?offset=0`)
    assert.deepEqual([page.status, page.location], [301, `/panel/t/${slug}/categorias?offset=0`])
    const form = await person.post(`${base}/categorias`, { name: 'x' })
    assert.deepEqual([form.status, form.location], [308, `/panel/t/${slug}/categorias`])
  })

  test('that is suspended is 402, with a link to its plan', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    await setBillingState(sql, store.id, 'suspended')
    const { status, text } = await person.get(`${base}/categorias`)
    assert.equal(status, 402)
    assert.match(text, new RegExp(`href="/panel/t/${store.slug}/plan"`))
    assert.equal((await person.post(`${base}/categorias`, { name: 'x' })).status, 402)
  })

  test('that is suspended shows its orders to be read, with 402 and the way to the plan', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const { id, customerName } = await aPlacedOrder(service, store)
    await setBillingState(sql, store.id, 'suspended')
    assert.ok((await person.get(base)).text.includes(`href="${base}/pedidos">Leer los pedidos`))
    for (const path of ['/pedidos', '/pedidos?elegir=1', `/pedidos/${id}`]) {
      const { status, text } = await person.get(base + path)
      assert.equal(status, 402)
      assert.ok(text.includes(customerName) && text.includes(`href="${base}/plan"`), path)
      assert.doesNotMatch(text, /<form method="post"|Anotar|Imprimir|name="ids"/)
    }
    assert.equal((await person.post(`${base}/pedidos/${id}`, { status: 'confirmed' })).status, 402)
    assert.equal((await person.get(`${base}/pedidos/${id}/imprimir`)).status, 402)
    assert.equal((await service.get(`/api/v1/orders/${id}`, store.key)).status, 402)
    const [order] = await sql`select status from orders where id = ${id}`
    assert.equal(order!['status'], 'pending')
  })

  test('that was opened last is the target of /panel, and of pages without a store', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const second = await aStore(service, { ownerId: store.ownerId })
    await person.get(`${base}/categorias`)
    await person.get(`/panel/t/${second.slug}/categorias`)
    for (const [path, rest] of [
      ['/panel', ''],
      ['/panel/envios?offset=50', '/envios?offset=50'],
      ['/panel/categorias/abc', '/categorias/abc'],
    ]) {
      const { status, location } = await person.get(path!)
      assert.deepEqual([status, location], [303, `/panel/t/${second.slug}${rest}`])
    }
    const newcomer = await signedIn(service, (await anAccount(service)).id)
    assert.equal((await newcomer.get('/panel')).location, '/panel/tiendas/nueva')
  })
})

suite('every page', () => {
  test('is not cached, can not be framed, and runs only our scripts', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    for (const path of [`${base}/categorias`, '/panel/nada', '/panel/t/ninguna/envios']) {
      const { headers } = await person.get(path)
      assert.equal(headers.get('cache-control'), 'no-store')
      const policy = headers.get('content-security-policy')!
      assertIncludes(policy, [
        "default-src 'none'",
        "script-src 'self'",
        "frame-ancestors 'none'",
        "img-src 'self' blob:",
      ])
    }
  })

  test('counts towards 600 per minute and person', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    await sql`
      insert into rate_hits (key, hits, ends_at)
      values (${`person:${person.accountId}`}, 599, now() + interval '30 seconds')`
    assert.equal((await person.get(`${base}/categorias`)).status, 200)
    const { status, headers, text } = await person.get(`${base}/categorias`)
    assert.equal(status, 429)
    assert.match(headers.get('retry-after')!, /^\d+$/)
    assert.match(text, /Vas muy rápido/)
  })

  test('that is unknown is a 404 page of the panel', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    const { status, text } = await person.get(`${base}/nada`)
    assert.equal(status, 404)
    assert.match(text, /class="panel plain"/)
  })
})

suite('a request with another method', () => {
  test('is 405 on a page of the panel, with the allowed methods', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const send = (path: string, method: string) =>
      fetch(service.url + path, { method, headers: { cookie: `vitrina=${person.token}` } })
    for (const path of [`${base}/categorias`, '/panel/entrar', '/panel']) {
      const response = await send(path, 'DELETE')
      assert.deepEqual(
        [response.status, path, response.headers.get('allow')?.includes('GET')],
        [405, path, true],
      )
      assert.match(await response.text(), /class="panel plain".*Aquí no se puede hacer eso/s)
    }
    const elsewhere = await send(`/${store.slug}`, 'DELETE')
    assert.equal(elsewhere.status, 405)
    assert.doesNotMatch(await elsewhere.text(), /class="panel/)
  })
})

suite('with PANEL_URL', () => {
  test('the panel is on its own host, and the cookie is for that host and HTTPS only', async () => {
    const own = await startService(
      { PUBLIC_URL: 'http://tienda.test', PANEL_URL: 'https://panel.test' },
      service,
    )
    const response = await own.app.inject({ url: '/panel/envios?a=1', headers: { host: 'tienda.test' } })
    assert.deepEqual(
      [response.statusCode, response.headers.location],
      [301, 'https://panel.test/panel/envios?a=1'],
    )
    const { person, base } = await aMember(service, 'OWNER')
    const ask = (cookie: string) =>
      own.app.inject({ url: `${base}/categorias`, headers: { host: 'panel.test', cookie } })
    assert.equal((await ask(`__Host-vitrina=${person.token}`)).statusCode, 200)
    assert.equal((await ask(`vitrina=${person.token}`)).statusCode, 303)
  })
})
