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
          const { markup } = html`<p title="${text}">${text}</p>`
          assert.match(markup, /^<p title="[^"<>']*">[^<>"']*<\/p>$/)
        },
      ),
    )
  })

  test('markup created by html is not escaped, alone and in a list', () => {
    const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`)
    assert.equal(html`<ul>${items}</ul>`.markup, '<ul><li>a</li><li>&lt;b&gt;</li></ul>')
    assert.equal(html`<i>${trusted('<b>')}</i>`.markup, '<i><b></i>')
  })

  test('null and undefined render nothing, and zero is a number', () => {
    assert.equal(html`<p>${null}${undefined}${false}${0}</p>`.markup, '<p>0</p>')
  })

  test('an object that only looks like markup is not markup', () => {
    const forged = { markup: '<script>' } as never
    assert.equal(html`<p>${forged}</p>`.markup, '<p></p>')
  })

  test('line breaks and indentation between elements and values are removed', () => {
    const rows = [1, 2].map(
      (n) => html`
        <li>
          <b>${n}</b>
        </li>
      `,
    )
    const { markup } = html`
      <ul
        class="rows"
        ${html`id="a  b"`}
      >
        ${rows}
        ${null}
      </ul>
      <hr>
    `
    assert.equal(markup, '<ul class="rows" id="a  b"><li><b>1</b></li><li><b>2</b></li></ul><hr>')
  })

  test('a line break beside text is one space, except the first and the last in an element', () => {
    const { markup } = html`
      <p>
        Escribe a
        <b>${'Ana'}</b>
        o
        ${'Luz'}
        hoy,
        ya
      </p>
      <label>
        <input type="checkbox">
        Acepto
      </label>
    `
    assert.equal(
      markup,
      '<p>Escribe a <b>Ana</b> o Luz hoy, ya</p><label><input type="checkbox"> Acepto</label>',
    )
  })

  test('spaces within a line and no-break spaces are kept', () => {
    const { markup } = html`<b>a</b> <i>b</i>  ${1} ${2}
      \u00a0
      <i> c </i>`
    assert.equal(markup, '<b>a</b> <i>b</i>  1 2 \u00a0 <i> c </i>')
  })

  test('preformatted text and attribute values are unchanged', () => {
    const { markup } = html`
      <textarea
        rows="2">\n${'  a\n  b'}
  c</textarea>
      <pre>
        1
          <b>2</b>
      </pre>
      <img alt="a
        > b" src="x">
      fin
    `
    assert.equal(
      markup,
      [
        '<textarea\n        rows="2">\n  a\n  b\n  c</textarea>',
        '<pre>\n        1\n          <b>2</b>\n      </pre>',
        '<img alt="a\n        > b" src="x"> fin',
      ].join(''),
    )
  })

  test('JSON in a script element can not end the script', () => {
    const { markup } = jsonScript('application/ld+json', { name: '</script><script>alert(1)</script><!--' })
    assert.equal(markup.match(/</g)?.length, 2)
    assert.deepEqual(JSON.parse(markup.replaceAll(/^<[^>]*>|<\/script>$/g, '')), {
      name: '</script><script>alert(1)</script><!--',
    })
  })
})
