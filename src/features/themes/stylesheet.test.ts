import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { contrast } from './colour.ts'
import { stylesheet } from './stylesheet.ts'
import { themeIds, type ThemeId } from './theme.ts'

/** A colour of the sheet on a light page and on a dark one; most are one for both. */
const colours = (theme: ThemeId, accent: string, name: string) => {
  const sheet = stylesheet({ theme, accent, corners: 6 })
  const [, both, light = both!, dark = both!] = new RegExp(
    `--${name}:(?:(#\\w{6})|light-dark\\((#\\w{6}),(#\\w{6})\\))`,
  ).exec(sheet)!
  return { light, dark }
}

suite('the stylesheet of a theme', () => {
  test('has readable text on filled backgrounds, whatever the colour', () => {
    for (const theme of themeIds) {
      for (const accent of [
        '#ffffff',
        '#fff3c4',
        '#ffd400',
        '#25d366',
        '#ff7a00',
        '#e63946',
        '#7f7f7f',
        '#000000',
      ]) {
        const [fill, ink] = [colours(theme, accent, 'fill'), colours(theme, accent, 'on-fill')]
        assert.ok(contrast(fill.light, ink.light) >= 4.5, `${theme} ${accent}`)
        assert.ok(contrast(fill.dark, ink.dark) >= 4.5, `${theme} ${accent}, dark`)
      }
    }
  })

  test('fills with the brand’s colour, and adjusts it for text to be readable', () => {
    for (const accent of ['#ffd400', '#ff69b4', '#e83e8c', '#000000', '#a8472a']) {
      assert.deepEqual(colours('tinta', accent, 'fill'), { light: accent, dark: accent })
    }
    assert.ok(contrast(colours('tinta', '#ffd400', 'accent').light, '#ffffff') >= 4.5)
    assert.ok(contrast(colours('tinta', '#000000', 'fill-edge').dark, '#0f0f11') >= 3)
  })
})
