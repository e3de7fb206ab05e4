import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readPhone, shownPhone } from './phone.ts'

suite('a phone as a shopper writes it', () => {
  const guatemala = { whatsappNumber: '+50255551234' }
  const brazil = { whatsappNumber: '+5511987654321' }

  test('is read with and without its country, and shown with it', () => {
    for (const [text, phone, shown] of [
      ['5512 3456', '+50255123456', '+502 5512 3456'],
      ['+52 55 5123 4567', '+525551234567', '+52 55 5123 4567'],
      ['(+502) 5512-3456', '+50255123456', '+502 5512 3456'],
      ['502 5512 3456', '+50255123456', '+502 5512 3456'],
      ['\u202a5512 3456\u202c', '+50255123456', '+502 5512 3456'],
    ] as const) {
      assert.equal(readPhone(guatemala, text), phone)
      assert.equal(shownPhone(phone), shown)
    }
    assert.equal(readPhone(guatemala, '123'), null)
  })

  test('is none in Brazil without its area, and gets the ninth digit of a mobile', () => {
    assert.equal(readPhone(brazil, '98765-4321'), null)
    assert.equal(readPhone(brazil, '11 8765-4321'), '+5511987654321')
  })
})
