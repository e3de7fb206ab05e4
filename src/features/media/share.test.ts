import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { wrap } from './share.ts'

suite('the text on a preview image', () => {
  test('is wrapped at words', () => {
    assert.deepEqual(wrap('Antigua, Finca La Pila', 16, 4), ['Antigua, Finca', 'La Pila'])
  })

  test('is truncated with an ellipsis, in a word and in total', () => {
    assert.deepEqual(wrap('Otorrinolaringología', 16, 4), ['Otorrinolaringo…'])
    assert.deepEqual(wrap('uno dos tres cuatro', 8, 2), ['uno dos', 'tres…'])
    assert.deepEqual(wrap('Comercializadora del Maipo', 16, 1), ['Comercializador…'])
  })

  test('is truncated between characters', () => {
    assert.deepEqual(wrap('👩‍👩‍👧🎁🎁🎁', 3, 1), ['👩‍👩‍👧🎁…'])
  })
})
