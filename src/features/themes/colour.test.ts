import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { contrast, readableOn } from './colour.ts'
import { themeSettingsOf, themeIds } from './theme.ts'
import { stylesheet } from './stylesheet.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)

suite('colours of a theme', () => {
  test('contrast is computed as in WCAG', () => {
    assert.equal(contrast('#000000', '#ffffff'), 21)
    assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48')
  })

  test('any colour of a merchant is readable on the page', () => {
    fc.assert(
      fc.property(colour, fc.constantFrom('#faf5ec', '#1a1512'), (picked, ground) => {
        assert.ok(contrast(readableOn(picked, [ground]), ground) >= 4.5)
      }),
    )
    assert.equal(readableOn('#0000ff', ['#ffffff']), '#0000ff')
  })

  test('a stored value that the schema does not allow is replaced by the theme’s default', () => {
    const saved = {
      accent: 'red;}body{display:none',
      corners: 99,
      mode: 'x',
      bannerUrl: 'javascript:alert(1)',
      bannerTitle: 7,
    }
    for (const theme of themeIds) {
      assert.deepEqual(themeSettingsOf(theme, saved), themeSettingsOf(theme, null))
      assert.match(
        stylesheet(themeSettingsOf(theme, saved)),
        /^:root\{(--[a-z-]+:(#\w{6}|light-dark\(#\w{6},#\w{6}\));){4}--corners:\d+px\}$/,
      )
    }
  })
})
