import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { html, jsonScript, trusted } from './html.ts'

suite('html', () => {
  test('a string can not end the text or the attribute that contains it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', 'a', '`', '=', ' ') }),
        (text) => {
          const markup = html`<p title="${text}">${text}</p>`.in('es')
          assert.match(markup, /^<p title="[^"<>']*">[^<>"']*<\/p>$/)
        },
      ),
    )
  })

  test('markup created by html is not escaped, alone and in a list', () => {
    const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`)
    assert.equal(html`<ul>${items}</ul>`.in('es'), '<ul><li>a</li><li>&lt;b&gt;</li></ul>')
    assert.equal(html`<i>${trusted('<b>')}</i>`.in('es'), '<i><b></i>')
  })

  test('null and undefined render nothing, and zero is a number', () => {
    assert.equal(html`<p>${null}${undefined}${false}${0}</p>`.in('es'), '<p>0</p>')
  })

  test('an object that only looks like markup is not markup', () => {
    const forged = { markup: '<script>' } as never
    assert.equal(html`<p>${forged}</p>`.in('es'), '<p></p>')
  })

  test('JSON in a script element can not end the script', () => {
    const markup = jsonScript('application/ld+json', { name: '</script><script>alert(1)</script><!--' }).in(
      'es',
    )
    assert.equal(markup.match(/</g)?.length, 2)
    assert.deepEqual(JSON.parse(markup.replaceAll(/^<[^>]*>|<\/script>$/g, '')), {
      name: '</script><script>alert(1)</script><!--',
    })
  })
})
