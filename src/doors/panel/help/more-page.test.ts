import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aMember } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'

const service = await startService()

/** What people write in each language, and a page that they mean. */
const searches: [language: string, words: string, path: string][] = [
  ['es', 'envío', '/envios'],
  ['es', 'ENVIOS', '/envios'],
  ['es', 'delivery', '/envios'],
  ['es', 'pix', '/pagos'],
  ['es', 'contraseña', '/panel/cuenta'],
  ['es', 'contrasenas', '/panel/cuenta'],
  ['es', 'horario', '/tienda'],
  ['es', 'horarios', '/tienda'],
  ['es', 'cuenta banco', '/pagos'],
  ['es', 'dominio', '/conexiones/custom_domain'],
  ['es', 'aumentar precios', '/productos/precios'],
  ['es', 'empleado', '/equipo'],
  ['pt', 'frete', '/envios'],
  ['pt', 'senha', '/panel/cuenta'],
  ['pt', 'horário', '/tienda'],
  ['en', 'password', '/panel/cuenta'],
  ['en', 'opening hours', '/tienda'],
  ['en', 'shipping', '/envios'],
]

const linksIn = (text: string) => {
  const [, found = ''] = /<div id="found">(.*)<\/live-search>/s.exec(text) ?? []
  return [...found.matchAll(/<a class="row" href="([^"]+)"/g)].map(([, href]) => href!)
}

suite('the search of the panel', () => {
  test('finds a page by its name and by the words that people use for it, with and without accents', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    for (const [language, words, path] of searches) {
      await service.sql`update accounts set language = ${language} where id = ${store.ownerId}`
      const links = linksIn((await person.get(`${base}/mas?q=${encodeURIComponent(words)}`)).text)
      assert.ok(
        links.includes(path.startsWith('/panel') ? path : base + path),
        `${words}: ${links.join(' ')}`,
      )
      assert.ok(links.length <= 4, `${words}: ${links.join(' ')}`)
    }
  })

  test('lists each page without words, and only those that the role may open', async () => {
    const [staff, owner] = [await aMember(service, 'STAFF'), await aMember(service, 'OWNER')]
    const paths = async ({ base, person }: typeof staff, query: string) =>
      linksIn((await person.get(`${base}/mas${query}`)).text).map((href) => href.replace(base, ''))
    assert.deepEqual(await paths(owner, '?q=+'), await paths(owner, ''))
    assert.ok((await paths(owner, '')).includes('/plan'))
    assert.deepEqual(await paths(owner, '?q=suscripci'), ['/plan'])
    assert.deepEqual(await paths(staff, '?q=suscripci'), [])
    assert.deepEqual(await paths(owner, '?q=eliminar+la+tienda'), ['/eliminar-tienda'])
    assert.deepEqual(await paths(staff, '?q=eliminar+la+tienda'), [])
  })

  test('leads on to orders, products and customers where no page is found', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    const { text } = await person.get(`${base}/mas?q=${encodeURIComponent('<b>Ana & 7')}`)
    assert.match(text, /Ninguna página se llama así/)
    for (const path of ['/pedidos', '/productos', '/clientes'])
      assert.ok(text.includes(`href="${base}${path}?q=%3Cb%3EAna+%26+7"`), path)
    assert.equal((await person.get(`${base}/mas?q=${'a'.repeat(5000)}`)).status, 200)
  })
})
