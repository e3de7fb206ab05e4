import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { html } from '../src/core/http/html.ts'
import { languages } from '../src/core/texts/language.ts'
import { scriptIn } from '../src/core/texts/script-texts.ts'
import { assets as panelAssets } from '../src/doors/panel/parts/icon.ts'
import { plainPage } from '../src/doors/storefront/layout.ts'
import { assets as shopAssets } from '../src/doors/storefront/parts/icon.ts'
import { startService } from './service.ts'
import { parsed, scripts, unmarkedStrings } from './texts.ts'

const service = await startService()

/** Those whose texts are all marked. */
const marked = scripts.filter(({ path }) => path.startsWith('src/doors/storefront/'))

/** Keys, events and values that look like a text. */
const names = new Set(['Enter', 'Escape', 'Purchase', 'sí'])

/** A letter beside what is not ASCII, or a word with a capital. */
const isSpanish = (text: string) =>
  (/\p{L}/u.test(text) && /\P{ASCII}/u.test(text)) || /^\p{Lu}\p{Ll}+(?:[ .:]|$)/u.test(text)

/** Without where each part stands. */
const syntaxOf = (script: string) =>
  JSON.stringify(parsed(script), (key, value: unknown) =>
    ['start', 'end'].includes(key) ? undefined : value,
  )

suite('the scripts of pages', () => {
  test('have no text that is not marked', () => {
    assert.ok(marked.length > 20)
    for (const { path, text } of marked) {
      const strings = unmarkedStrings(parsed(text)).filter((one) => isSpanish(one) && !names.has(one))
      assert.deepEqual(strings, [], path)
    }
  })

  for (const [door, assets] of Object.entries({
    'src/doors/storefront/': shopAssets,
    'src/doors/panel/': panelAssets,
  })) {
    test(`are valid in each language, with their texts in them: ${door}`, () => {
      const all = assets.names.filter((name) => name.endsWith('.js'))
      assert.ok(all.length > 15)
      for (const name of all) {
        for (const language of languages) {
          const script = assets.file(name, language)!.body.toString()
          const { text } = scripts.find(({ path }) => path.startsWith(door) && path.endsWith(`/${name}`))!
          assert.doesNotMatch(script, /(?<![\w.$])t\(/, name)
          // By what makes it smaller, nothing but space and comments changed.
          assert.ok(syntaxOf(script) === syntaxOf(scriptIn(language, text)), `${name} ${language}`)
        }
      }
    })
  }

  test('are those of the language of the page', async () => {
    const texts = { es: 'Agregar al carrito', pt: 'Adicionar', en: 'Add to cart' }
    for (const language of languages) {
      const page = plainPage({ title: '' }, html``).in(language)
      const addresses = [...page.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, address]) => address!)
      assert.equal(addresses.length, 4)
      const folder = language === 'es' ? shopAssets.version : `${shopAssets.version}.${language}`
      for (const address of addresses) {
        assert.ok(address.startsWith(`/assets/${folder}/`), address)
        const { status, headers } = await service.get(address)
        assert.equal(status, 200)
        assert.match(headers.get('cache-control')!, /immutable/)
      }
      const { text } = await service.get(addresses.find((address) => address.endsWith('/shop.js'))!)
      for (const [other, said] of Object.entries(texts)) assert.equal(text.includes(said), other === language)
    }
  })

  test('are not found in other languages', async () => {
    for (const folder of ['x.fr', 'x.constructor', 'x.'])
      assert.equal((await service.get(`/assets/${folder}/shop.js`)).status, 404, folder)
    const { status, headers } = await service.get('/assets/of-an-earlier-release.pt/shop.js')
    assert.equal(status, 200)
    assert.equal(headers.get('cache-control'), 'no-cache')
  })
})

suite('a text of a script', () => {
  const said = (call: string) =>
    languages.map((language) => runInNewContext(scriptIn(language, call)) as string)

  test('is what it says in the language', () => {
    assert.deepEqual(said("t('Deshacer')"), ['Deshacer', 'Desfazer', 'Undo'])
    assert.deepEqual(said("t(\n'Deshacer',\n)"), ['Deshacer', 'Desfazer', 'Undo'])
  })

  test('has its values, and its plural', () => {
    assert.deepEqual(said("t('Quitaste {name}', { name: '`$' + '{1}' })"), [
      'Quitaste `${1}',
      'Você removeu `${1}',
      'You removed `${1}',
    ])
    const count = (n: number) =>
      said(`t('Carrito, {count, plural, one {# artículo} other {# artículos}}', { count: ${n} })`)
    assert.deepEqual(count(1), ['Carrito, 1 artículo', 'Carrinho, 1 item', 'Cart, 1 item'])
    assert.deepEqual(count(0), ['Carrito, 0 artículos', 'Carrinho, 0 itens', 'Cart, 0 items'])
    assert.deepEqual(count(12_500), [
      'Carrito, 12,500 artículos',
      'Carrinho, 12.500 itens',
      'Cart, 12,500 items',
    ])
  })

  test('needs its translations', () => {
    assert.throws(() => scriptIn('pt', "t('Sin traducción')"), /Sin traducción/)
  })
})
