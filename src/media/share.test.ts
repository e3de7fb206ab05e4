import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { wrap } from './share.ts'

suite('the words on a shared picture', () => {
  test('stand in lines of whole words', () => {
    assert.deepEqual(wrap('Antigua, Finca La Pila', 16, 4), ['Antigua, Finca', 'La Pila'])
  })

  test('show that something is left out, of a word and of the whole', () => {
    assert.deepEqual(wrap('Otorrinolaringología', 16, 4), ['Otorrinolaringo…'])
    assert.deepEqual(wrap('uno dos tres cuatro', 8, 2), ['uno dos', 'tres…'])
    assert.deepEqual(wrap('Comercializadora del Maipo', 16, 1), ['Comercializador…'])
  })

  test('cut no character in two', () => {
    assert.deepEqual(wrap('👩‍👩‍👧🎁🎁🎁', 3, 1), ['👩‍👩‍👧🎁…'])
  })
})
