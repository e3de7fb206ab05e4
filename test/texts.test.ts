import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { notFound } from '../src/core/errors/errors.ts'
import { html } from '../src/core/http/html.ts'
import { languages } from '../src/core/texts/language.ts'
import { Formatted, t, wordingIn } from '../src/core/texts/text.ts'
import { duplicateSlug } from '../src/core/values/slug.ts'
import { optOutWords } from '../src/features/whatsapp/opt-outs.ts'
import { argumentsOf, catalogs, markedTexts } from './texts.ts'

const entries = catalogs.flatMap(({ name, texts }) =>
  Object.entries(texts).map(([source, translations]) => ({ name, source, translations })),
)
const marked = markedTexts()

suite('the catalogs of texts', () => {
  test('have each text once, in each language and no other', () => {
    const counted = Map.groupBy(entries, ({ source }) => source)
    assert.deepEqual(
      [...counted.values()].filter((same) => same.length > 1).map((same) => same.map(({ name }) => name)),
      [],
    )
    for (const { source, translations } of entries) {
      assert.deepEqual(Object.keys(translations).toSorted(), ['en', 'pt'], source)
      for (const text of Object.values(translations)) assert.ok(text.trim() === text && text !== '', source)
    }
  })

  test('have no text that no source file uses', () => {
    const used = new Set(marked.map(({ source }) => source))
    assert.ok(used.size > 50)
    assert.deepEqual(
      entries.filter(({ source }) => !used.has(source)).map(({ source }) => source),
      [],
    )
  })

  test('have valid messages, with the same values in each language', () => {
    for (const { source, translations } of entries) {
      const names = argumentsOf(source)
      for (const text of Object.values(translations)) assert.deepEqual(argumentsOf(text), names, source)
    }
  })

  test('name the words by which a number stops messages, and gets them again, as each language has them', () => {
    const quoted = entries.filter(({ source }) => /«(?:baja|alta)»/.test(source))
    assert.ok(quoted.length > 8)
    for (const { source, translations } of quoted)
      for (const language of ['pt', 'en'] as const)
        for (const [spanish, words] of [
          ['baja', optOutWords.out],
          ['alta', optOutWords.in],
        ] as const)
          assert.equal(
            source.includes(`«${spanish}»`),
            translations[language]!.includes(`“${words[language][0]}”`),
            source,
          )
  })

  test('are used with the values that their messages name', () => {
    const wrong = marked.filter(({ source, values }) => String(argumentsOf(source)) !== String(values))
    assert.deepEqual(wrong, [])
  })
})

suite('a text', () => {
  test('of what does not exist is in one language', () => {
    const { body, sentence } = notFound(t('El pedido'))
    assert.equal(body.error, 'El pedido no existe')
    assert.equal(wordingIn(sentence, 'pt'), 'O pedido não existe')
    assert.equal(wordingIn(sentence, 'en'), 'The order does not exist')
  })

  test('of a taken address is in one language', () => {
    const { body, sentence } = duplicateSlug(t('otro producto'), 'cafe', 'cafe-2')
    assert.equal(body.error, 'Ya hay otro producto con la dirección cafe; cafe-2 está libre')
    assert.equal(
      wordingIn(sentence, 'en'),
      'There is another product with the address cafe already; cafe-2 is free',
    )
  })

  test('is Spanish in the data that programs read', () =>
    assert.equal(JSON.stringify({ content: [count(1)] }), '{"content":["Carrito, 1 artículo"]}'))

  const count = (n: number) =>
    t('Carrito, {count, plural, one {# artículo} other {# artículos}}', { count: n })
  const inAll = (text: { in: (language: 'es' | 'pt' | 'en') => string }) =>
    languages.map((language) => text.in(language))

  test('is written in the language of who reads it, with its plural', () => {
    assert.deepEqual(inAll(count(1)), ['Carrito, 1 artículo', 'Carrinho, 1 item', 'Cart, 1 item'])
    assert.deepEqual(inAll(count(0)), ['Carrito, 0 artículos', 'Carrinho, 0 itens', 'Cart, 0 items'])
    assert.deepEqual(inAll(count(12_500)), [
      'Carrito, 12,500 artículos',
      'Carrinho, 12.500 itens',
      'Cart, 12,500 items',
    ])
  })

  test('has only its Spanish without what tells two meanings apart', () => {
    assert.deepEqual(inAll(t('Otros | productos')), ['Otros', 'Outros', 'Other'])
  })

  test('may have texts as values, in the same language', () => {
    const [first, last] = [t('lunes'), t('viernes')]
    assert.deepEqual(inAll(t('{first} a {last}', { first, last })), [
      'lunes a viernes',
      'segunda a sexta',
      'Monday to Friday',
    ])
  })

  test('escapes its values in markup, and does not escape markup', () => {
    const name = '<b>&'
    assert.equal(html`<p>${t('Elegir {name}', { name })}</p>`.in('pt'), '<p>Escolher &lt;b&gt;&amp;</p>')
    const link = t('Tienda hecha con <a>Vitrina</a>', { a: (text) => html`<a href="/">${text}</a>` })
    assert.equal(html`<p>${link}</p>`.in('en'), '<p>Shop made with <a href="/">Vitrina</a></p>')
    assert.throws(() => link.in('en'), TypeError)
  })

  test('is no string before its language is known', () => {
    for (const text of [t('Buscar'), html`<p></p>`] as unknown[]) assert.throws(() => String(text), TypeError)
  })

  test('throws where a value is missing', () => {
    assert.throws(() => t('Elegir {name}', {}).in('es'), /name/)
  })

  test('resolves values by the language', () => {
    const name = new Formatted((language) => language.toUpperCase())
    assert.deepEqual(inAll(t('Elegir {name}', { name })), ['Elegir ES', 'Escolher PT', 'Choose EN'])
  })
})
