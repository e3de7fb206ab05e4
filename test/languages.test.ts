import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Language } from '../src/core/texts/language.ts'
import { anOrder, aProduct, aStore, order } from './factories.ts'
import { aMember } from './panel.ts'
import { startService } from './service.ts'

const service = await startService()
const { sql } = service

const speak = (table: 'stores' | 'accounts', id: string, language: Language) =>
  sql`update ${sql(table)} set language = ${language} where id = ${id}`

suite('what shoppers read', () => {
  for (const [language, tag, locale, empty, hello] of [
    ['es', 'es', 'es_419', 'Carrito', '¡Hola, Café de la Antigua! Acabo de hacer el pedido'],
    ['pt', 'pt-BR', 'pt_BR', 'Carrinho', 'Oi, Café de la Antigua! Acabei de fazer o pedido'],
    ['en', 'en', 'en_US', 'Cart', 'Hi, Café de la Antigua! I just placed order'],
  ] as const) {
    test(`is in the language of the store: ${language}`, async () => {
      const store = await aStore(service, { whatsappNumber: '+50255550101' })
      await speak('stores', store.id, language)
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
    await speak('stores', store.id, 'pt')
    const languages = async () => {
      const pages = await Promise.all(
        [`${base}/pedidos`, '/panel/cuenta', `${base}/pedidos/nada`].map((path) => person.get(path)),
      )
      return pages.map(({ text }) => /<html lang="([^"]+)"/.exec(text)![1])
    }
    await person.get(base)
    assert.deepEqual(await languages(), ['pt-BR', 'pt-BR', 'pt-BR'])
    await speak('accounts', store.ownerId, 'en')
    assert.deepEqual(await languages(), ['en', 'en', 'en'])
  })
})
