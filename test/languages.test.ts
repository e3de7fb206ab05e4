import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Language } from '../src/core/texts/language.ts'
import { aPerson, PASSWORD } from './accounts.ts'
import { newId } from '../src/core/values/id.ts'
import { anAccount, anOrder, aProduct, aStore, order } from './factories.ts'
import { aMember, aVisitor, signedIn } from './panel.ts'
import { startService } from './service.ts'

const service = await startService()

const speak = (store: { key: string }, language: Language) =>
  service.put('/api/v1/store', { key: store.key, body: { language } })

suite('what shoppers read', () => {
  for (const [language, tag, locale, empty, hello] of [
    ['es', 'es', 'es_419', 'Carrito', '¡Hola, Café de la Antigua! Acabo de hacer el pedido'],
    ['pt', 'pt-BR', 'pt_BR', 'Carrinho', 'Oi, Café de la Antigua! Acabei de fazer o pedido'],
    ['en', 'en', 'en_US', 'Cart', 'Hi, Café de la Antigua! I just placed order'],
  ] as const) {
    test(`is in the language of the store: ${language}`, async () => {
      const store = await aStore(service, { whatsappNumber: '+50255550101' })
      await speak(store, language)
      const page = (await service.get(`/${store.slug}`)).text
      assert.match(page, new RegExp(`<html lang="${tag}"`))
      assert.match(page, new RegExp(`<meta property="og:locale" content="${locale}">`))
      assert.match((await service.get(`/${store.slug}/carrito`)).text, new RegExp(`<title>${empty}`))
      const manifest = await service.get(`/${store.slug}/manifest.webmanifest`)
      assert.equal((JSON.parse(manifest.text) as { lang: string }).lang, tag)
      const { variants } = await aProduct(service, store)
      const items = [{ variantId: variants[0]!.id, quantity: 1 }]
      const placed = await order(service, anOrder(store, items))
      const { whatsappUrl } = placed.json as { whatsappUrl: string }
      assert.ok(new URL(whatsappUrl).searchParams.get('text')!.startsWith(hello))
    })
  }
})

suite('the panel', () => {
  test('is in the language of the account, and until it has set one in that of the store', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    await speak(store, 'pt')
    const languages = async () => {
      const pages = await Promise.all(
        [`${base}/pedidos`, '/panel/cuenta', `${base}/pedidos/nada`, '/panel/nada'].map((path) =>
          person.get(path),
        ),
      )
      return pages.map(({ text }) => /<html lang="([^"]+)"/.exec(text)![1])
    }
    await person.get(base)
    assert.deepEqual(await languages(), ['pt-BR', 'pt-BR', 'pt-BR', 'pt-BR'])
    const chosen = await person.post('/panel/cuenta/idioma', { language: 'en' })
    assert.match((await person.follow(chosen)).text, /<html lang="en".*Saved/s)
    assert.deepEqual(await languages(), ['en', 'en', 'en', 'en'])
    assert.match((await person.get('/panel/cuenta')).text, /<option value="en" selected>English/)
    assert.equal((await person.post('/panel/cuenta/idioma', { language: 'fr' })).status, 400)
    await person.post('/panel/cuenta/idioma', { language: '' })
    assert.deepEqual(await languages(), ['pt-BR', 'pt-BR', 'pt-BR', 'pt-BR'])
  })

  test('chooses the language of the shop, from their own names', async () => {
    const { store, base, person } = await aMember(service, 'ADMIN')
    const { text } = await person.get(`${base}/tienda`)
    assert.match(text, /value="es" selected>Español<.*value="pt">Português<.*value="en">English</s)
    const saved = await person.post(`${base}/tienda`, { language: 'pt' })
    assert.match((await person.follow(saved)).text, /<html lang="pt-BR".*value="pt" selected/s)
    assert.match((await service.get(`/${store.slug}`)).text, /<html lang="pt-BR"/)
    assert.equal((await person.post(`${base}/tienda`, { language: 'fr' })).status, 400)
  })

  test('opens a shop in the language of who opens it', async () => {
    const person = await signedIn(service, (await anAccount(service)).id)
    await person.post('/panel/cuenta/idioma', { language: 'pt' })
    const slug = `loja-${newId().slice(0, 12)}`
    await person.post('/panel/tiendas/nueva', { name: 'Лавка', slug, _country: 'BR', whatsappNumber: '' })
    assert.match((await service.get(`/${slug}`)).text, /<html lang="pt-BR"/)
  })

  test('says what follows a sign-in in the language of the account, after a page in the browser’s', async () => {
    const { id, email } = await aPerson(service)
    await (await signedIn(service, id)).post('/panel/cuenta/idioma', { language: 'pt' })
    const [visitor, inEnglish] = [aVisitor(service), { 'accept-language': 'en' }]
    assert.match((await visitor.get('/panel/entrar', inEnglish)).text, /<html lang="en"/)
    await visitor.post('/panel/entrar', { email, password: PASSWORD }, inEnglish)
    const { text } = await visitor.get('/panel/cuenta', inEnglish)
    assert.match(text, /<html lang="pt-BR"/)
    assert.match(text, /<dialog class="flash"[^>]*><p>Você entrou/)
  })

  test('answers what its address can not do in the language of the browser', async () => {
    const init = { method: 'DELETE', headers: { 'accept-language': 'en', 'sec-fetch-site': 'same-origin' } }
    const response = await fetch(new URL('/panel/entrar', service.url), init)
    assert.equal(response.status, 405)
    assert.match(await response.text(), /<html lang="en"/)
  })
})
