import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aStore } from '../../test/factories.ts'
import { startService } from '../../test/service.ts'
import { OWNER_EMAIL } from '../demo/owner-email.ts'

const service = await startService()

suite('GET /', () => {
  test('presents the service: its screens, its price, how to begin, and no shop that is not there', async () => {
    const { status, text, headers } = await service.get('/')
    assert.equal(status, 200)
    assert.match(text, /<h1>Tu catálogo en un enlace/)
    assert.match(text, /href="[^"]*\/panel\/crear-cuenta">Crear mi tienda gratis/)
    assert.match(text, /<h3>Gratis<\/h3><p>Hasta 50 productos y 10 categorías/)
    assert.doesNotMatch(text, /href="\/(?:anil-ropa|la-espiga|el-yunque)"|href="#tiendas"/)
    assert.match(headers.get('content-security-policy')!, /default-src 'none'/)
    const screens = [...text.matchAll(/<img src="([^"]+)" width="360" height="780" alt="[^"]+"/g)]
    assert.equal(screens.length, 5)
    for (const [, src] of screens) {
      assert.equal((await service.get(src!)).headers.get('content-type'), 'image/webp')
    }
  })

  test('leads to the shops of the demo that are there, and to no shop of others by the same name', async () => {
    const bakery = await aStore(service)
    await service.put('/api/v1/store', { key: bakery.key, body: { slug: 'la-espiga' } })
    assert.doesNotMatch((await service.get('/')).text, /href="\/la-espiga"|href="#tiendas"/)
    await service.sql`update accounts set email = ${OWNER_EMAIL} where id = ${bakery.ownerId}`
    const { text } = await service.get('/')
    assert.match(text, /<a href="\/la-espiga">Ver la panadería<\/a>/)
    assert.match(text, /href="#tiendas"/)
    assert.doesNotMatch(text, /href="\/el-yunque"/)
  })

  test('leads to the pages of the law', async () => {
    const { text } = await service.get('/')
    for (const [path, title] of [
      ['/terminos', 'Términos de uso'],
      ['/privacidad', 'Privacidad'],
    ] as const) {
      assert.ok(text.includes(`href="${path}"`))
      assert.match(
        (await service.get(path)).text,
        new RegExp(
          `<meta name="description" content="[^"]+">[^]*<h1>${title}</h1>[^]*mailto:no-responder@localhost`,
        ),
      )
    }
  })
})
