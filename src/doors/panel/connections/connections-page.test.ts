import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aMember } from '../../../../test/panel.ts'
import { startServiceWithDns } from '../../../../test/claimed-domains.ts'

const { service, dns } = await startServiceWithDns()

const stateOf = async (key: string, id: string) => {
  const { json } = await service.get('/api/v1/store/connections', key)
  return json.data.connections.find((one: { id: string }) => one.id === id)!.state
}

suite('the pages of the connections', () => {
  test('list the six with their state', async () => {
    const { base, person } = await aMember(service, 'ADMIN')
    const { text } = await person.get(`${base}/conexiones`)
    for (const name of [
      'WhatsApp',
      'Píxel de Meta',
      'Google Analytics',
      'Catálogo de Meta',
      'Google Merchant',
      'Dominio propio',
    ])
      assert.ok(text.includes(`<b>${name}</b>`), name)
    assert.match(text, /Sin avisos.*Sin conectar/s)
  })

  for (const [id, wrong, right] of [
    ['meta_pixel', 'UA-123', '123456789012345'],
    ['google_analytics', '123456', ' g-ab12cd34ef '],
    ['meta_catalog', 'mi catálogo', '1234567890'],
    ['google_merchant', 'G-AB12CD34EF', '123456789'],
  ] as const) {
    test(`save, pause, resume and remove ${id}, and reject invalid values`, async () => {
      const { store, base, person } = await aMember(service, 'OWNER')
      const path = `${base}/conexiones/${id}`
      const rejected = await person.post(path, { value: wrong })
      assert.equal(rejected.status, 400)
      assert.ok(rejected.text.includes(`value="${wrong}"`))
      assert.match(rejected.text, /aria-invalid="true"/)
      assert.equal(await stateOf(store.key, id), 'off')
      assert.match((await person.get(path)).text, /<b>Hoy:<\/b>/)
      await person.post(path, { value: right })
      assert.equal(await stateOf(store.key, id), 'full')
      assert.ok((await person.get(path)).text.includes(`value="${right.trim().toUpperCase()}"`))
      await person.post(`${path}/pausa`, { isPaused: 'true' })
      assert.equal(await stateOf(store.key, id), 'paused')
      await person.post(`${path}/pausa`, { isPaused: 'false' })
      assert.equal(await stateOf(store.key, id), 'full')
      await person.post(`${path}/quitar`)
      assert.equal(await stateOf(store.key, id), 'off')
      assert.equal((await person.post(`${path}/pausa`, { isPaused: 'true' })).status, 404)
    })
  }

  test('add the connected scripts to the pages of the shop, and only their hosts to the policy', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const path = `${base}/conexiones/meta_pixel`
    const page = async (rest = '') => {
      const { text, headers } = await service.get(`/${store.slug}${rest}`)
      return { text, policy: headers.get('content-security-policy')! }
    }
    const before = await page()
    assert.doesNotMatch(before.text, /measurement|data-consent/)
    await person.post(path, { value: '123456789012345' })
    const after = await page()
    assert.match(after.text, /"meta":"123456789012345","google":null/)
    assert.match(after.text, /class="consent"[^>]* hidden/)
    assert.match(after.policy, /script-src 'self' https:\/\/connect\.facebook\.net;/)
    assert.doesNotMatch(after.policy, /google/)
    assert.equal((await page()).policy, after.policy) // from the cache too
    assert.equal((await page('/carrito')).policy, after.policy)
    assert.equal((await page('/mis-pedidos')).policy, before.policy)
    await person.post(`${path}/pausa`, { isPaused: 'true' })
    assert.deepEqual(await page(), before)
    await person.post(`${path}/pausa`, { isPaused: 'false' })
    assert.equal((await page()).policy, after.policy)
    await service.sql`update connections set settings = '{"pixelId": "1</script>"}' where store_id = ${store.id}`
    assert.doesNotMatch((await page('?q=x')).text, /measurement/)
    await person.post(`${path}/quitar`)
    assert.deepEqual(await page(), before)
  })

  test('have the URL of the product feed to copy', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    await person.post(`${base}/conexiones/meta_catalog`, { value: '1234567890' })
    const { text } = await person.get(`${base}/conexiones/meta_catalog`)
    const [, address] = /data-copy="([^"]*feed\.xml[^"]*)"/.exec(text)!
    const { pathname, search } = new URL(address!)
    assert.equal(pathname + search, `/${store.slug}/feed.xml?para=meta_catalog`)
    assert.equal((await person.get(pathname)).status, 200)
  })

  test('show the two records of a domain, what DNS says now, and why it is not open', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const path = `${base}/conexiones/custom_domain`
    for (const wrong of ['https://tienda', 'com.mx', 'a..gt', `${'a'.repeat(64)}.gt`, '10.0.0.1']) {
      assert.equal((await person.post(path, { value: wrong })).status, 400, wrong)
    }
    dns.set('www.nada.gt', { A: ['93.184.215.1'] })
    await person.post(path, { value: 'https://WWW.Nada.gt/' })
    const shown = async () => (await person.get(path)).text
    const before = await shown()
    assert.ok(
      before.includes('data-copy="_vitrina.www"') && before.includes(`data-copy="vitrina=${store.id}"`),
    )
    assert.match(before, /Tipo CNAME.*data-copy="www".*data-copy="tiendas\.example"/s)
    assert.match(before, /Todavía no miramos/)
    await person.post(`${path}/comprobar`)
    assert.match(
      await shown(),
      /Debe llevar a una de estas: <code>93\.184\.216\.7<\/code>.*Vemos <code>93\.184\.215\.1<\/code>/s,
    )
    await person.post(path, { value: 'nada.gt' })
    await person.post(`${path}/comprobar`)
    assert.match(await shown(), /Tipo A<.*data-copy="@".*data-copy="93\.184\.216\.7"/s)
    assert.equal(await stateOf(store.key, 'custom_domain'), 'partial')
  })

  test('lead to the shop at its domain once it is open', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const path = `${base}/conexiones/custom_domain`
    await person.post(path, { value: 'www.abierta.gt' })
    assert.doesNotMatch((await person.get(path)).text, /Abrir www/)
    dns.set('_vitrina.www.abierta.gt', { TXT: [`vitrina=${store.id}`] })
    dns.set('www.abierta.gt', { CNAME: 'tiendas.example' })
    await person.post(`${path}/comprobar`)
    assert.match(
      (await person.get(path)).text,
      /href="http:\/\/www\.abierta\.gt[:\d]*\/?">Abrir www\.abierta\.gt/,
    )
  })

  test('of the paid plans can not be saved on the free one', async () => {
    const { store, base, person } = await aMember(service, 'OWNER', { plan: 'free' })
    assert.match((await person.get(`${base}/conexiones/meta_catalog`)).text, /planes de pago/)
    assert.equal((await person.post(`${base}/conexiones/meta_catalog`, { value: '1234567890' })).status, 403)
    assert.equal(await stateOf(store.key, 'meta_catalog'), 'off')
  })

  test('are 404 for an unknown connection, and 403 for staff', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    for (const id of ['nada', '__proto__']) {
      assert.equal((await person.get(`${base}/conexiones/${id}`)).status, 404, id)
      assert.equal((await person.post(`${base}/conexiones/${id}`, { value: '1234567890' })).status, 404, id)
    }
    assert.equal((await person.post(`${base}/conexiones/meta_pixel/comprobar`)).status, 404)
    const staff = await aMember(service, 'STAFF')
    assert.equal((await staff.person.get(`${staff.base}/conexiones`)).status, 403)
  })
})
