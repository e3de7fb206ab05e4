import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { contrast } from './colour.ts'
import { stylesheet } from './stylesheet.ts'
import { themeIds, type ThemeId } from './theme.ts'

const colours = (theme: ThemeId, accent: string, name: string) => {
  const [, light = '', dark = ''] =
    new RegExp(`--${name}:light-dark\\((#\\w{6}),(#\\w{6})\\)`).exec(
      stylesheet({ theme, accent, corners: 6 }),
    ) ?? []
  return { light, dark }
}

suite('the stylesheet of a look', () => {
  test('has words on filled ground that can be read, whatever the colour', () => {
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

  test('fills with a light colour as it is, and writes with one that can be read', () => {
    assert.equal(colours('tinta', '#ffd400', 'fill').light, '#ffd400')
    assert.ok(contrast(colours('tinta', '#ffd400', 'accent').light, '#ffffff') >= 4.5)
    assert.equal(colours('barro', '#a8472a', 'fill').light, '#a8472a')
  })
})
