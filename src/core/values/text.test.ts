import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { processorTime } from '../../../test/processor-time.ts'
import { isAddressPart } from './id.ts'
import { cleanText, truncated } from './text.ts'

suite('a text', () => {
  test('may have the combining marks that languages use, composed where possible (NFC)', () => {
    assert.equal(cleanText('  Cafe\u0301 ', 'one'), 'Café')
    assert.equal(cleanText('e\u0302\u0301', 'one'), '\u1ebf')
    const stacked = `x${'\u0323\u0302'.repeat(15)}`
    assert.equal(cleanText(stacked, 'one'), stacked.normalize('NFC'))
  })

  test('is invalid with control characters, lone surrogates and noncharacters', () => {
    for (const odd of [
      '\0',
      '\u0007',
      '\u0085',
      '\ufffe',
      '\uffff',
      '\u{1ffff}',
      '\ufdd0',
      '\ud800',
      '\udc00a',
    ]) {
      for (const lines of ['one', 'many'] as const) assert.equal(cleanText(`Café${odd}`, lines), null)
    }
    for (const end of ['a\nb', 'a\tb', 'a\u2028b', 'a\u2029b']) assert.equal(cleanText(end, 'one'), null)
    assert.equal(cleanText('Café 👩‍🌾 ñ\nفارسی', 'many'), 'Café 👩‍🌾 ñ\nفارسی')
  })

  test('loses bidirectional overrides, and is empty when nothing is visible', () => {
    assert.equal(cleanText('Ana\u202e \u2066Morales', 'one'), 'Ana Morales')
    for (const blank of ['\u200b', '\u200b \u2060', '\u3164', '\ufe0f', '\u202a\u202c', '\ufeff'])
      for (const lines of ['one', 'many'] as const) assert.equal(cleanText(blank, lines), '')
    assert.equal(cleanText('\u200f\u0639\u0644\u064a', 'one'), '\u200f\u0639\u0644\u064a')
  })

  test('is invalid with too many combining marks on a letter, checked in linear time', () => {
    const taken = processorTime(() => {
      assert.equal(cleanText(`x${'\u0301\u0316'.repeat(16)}`, 'one'), null)
      assert.equal(cleanText(`x${'\u0301\u0316'.repeat(20_000)}`, 'many'), null)
      assert.equal(cleanText(`x${`${'\u0301\u0316'.repeat(15)}\u202a`.repeat(2_000)}`, 'one'), null)
    })
    assert.ok(taken < 200, `sorting the marks took ${taken} ms`)
  })
})

suite('a text that is too long', () => {
  test('is truncated at a grapheme, with an ellipsis', () => {
    assert.equal(truncated('Café', 4), 'Café')
    assert.equal(truncated('Cafetera', 5), 'Cafe…')
    assert.equal(truncated('👩‍🌾👩‍🌾👩‍🌾', 3), '👩‍🌾👩‍🌾👩‍🌾')
    assert.equal(truncated('👩‍🌾👩‍🌾👩‍🌾👩‍🌾', 3), '👩‍🌾👩‍🌾…')
    assert.equal(truncated('ñ'.repeat(200), 150), `${'ñ'.repeat(149)}…`)
    assert.equal(truncated('x\u0323'.repeat(200), 150), `${'x\u0323'.repeat(149)}…`)
  })
})

suite('a path segment', () => {
  test('is a slug, a token or a file name, without path traversal', () => {
    for (const part of ['cafe-de-altura', '180.png', 'a.b_C-9', '.well'])
      assert.equal(isAddressPart(part), true, part)
    for (const part of ['', '.', '..', '...', 'a/b', 'a%2fb', 'á', ' '])
      assert.equal(isAddressPart(part), false, part)
  })
})
