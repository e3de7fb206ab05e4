import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { html, jsonScript, trusted } from './html.ts'

suite('html', () => {
  test('a string can end neither the text nor the attribute that it stands in', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', 'a', '`', '=', ' ') }),
        (text) => {
          const { markup } = html`<p title="${text}">${text}</p>`
          assert.match(markup, /^<p title="[^"<>']*">[^<>"']*<\/p>$/)
        },
      ),
    )
  })

  test('markup made by html passes as it is, alone and in a list', () => {
    const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`)
    assert.equal(html`<ul>${items}</ul>`.markup, '<ul><li>a</li><li>&lt;b&gt;</li></ul>')
    assert.equal(html`<i>${trusted('<b>')}</i>`.markup, '<i><b></i>')
  })

  test('what is absent leaves nothing, and zero is a number', () => {
    assert.equal(html`<p>${null}${undefined}${false}${0}</p>`.markup, '<p>0</p>')
  })

  test('an object that only looks like markup is not markup', () => {
    const forged = { markup: '<script>' } as never
    assert.equal(html`<p>${forged}</p>`.markup, '<p></p>')
  })

  test('JSON in a script of data can not end the script', () => {
    const { markup } = jsonScript('application/ld+json', { name: '</script><script>alert(1)</script><!--' })
    assert.equal(markup.match(/</g)?.length, 2)
    assert.deepEqual(JSON.parse(markup.replaceAll(/^<[^>]*>|<\/script>$/g, '')), {
      name: '</script><script>alert(1)</script><!--',
    })
  })
})
