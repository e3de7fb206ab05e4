import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { isSamePhone, phoneDigits, phoneForms, phoneKey, toE164, toE164In } from './phone.ts'

suite('the forms of a phone', () => {
  const pairs: [country: string, one: string, other: string][] = [
    ['Mexican', '+525512345678', '+5215512345678'],
    ['Brazilian', '+5531988887777', '+553188887777'],
    ['Argentine', '+5491123456789', '+541123456789'],
  ]
  for (const [country, one, other] of pairs) {
    test(`one ${country} phone is the same in both of its forms`, () => {
      assert.ok(isSamePhone(one, other) && isSamePhone(other, one))
      assert.equal(phoneKey(other), one)
      assert.deepEqual(phoneForms(other), [one, other])
      assert.deepEqual(phoneForms(one), [one, other])
    })
  }

  test('other phones are the same only in every digit', () => {
    const others = ['+50255551234', '+553133334444', '+14155552671', '+5511288887777']
    for (const phone of others) assert.deepEqual(phoneForms(phone), [phone])
    assert.ok(!isSamePhone('+5531988887777', '+5531988887778'))
    assert.ok(!isSamePhone('+553133334444', '+5531933334444'))
  })
})

suite('a phone that is written', () => {
  test('has to exist, not only to be as long as one', () => {
    for (const text of [
      '+55 98765-4321',
      '+55 20 98765-4321',
      '+56 1234 56789',
      '+502 1234 5678',
      '+54 9 11 5555 123',
    ])
      assert.equal(toE164(text), null, text)
    for (const text of ['+55 98765-4321', '98765-4321', '12345678', '123'])
      assert.equal(toE164In('+55', text), null, text)
  })

  test('is completed with what its country added, and loses what it dropped', () => {
    assert.equal(toE164('+55 31 8888-7777'), '+5531988887777')
    assert.equal(toE164('+55 31 3333-4444'), '+553133334444')
    assert.equal(toE164In('+55', '(31) 8888-7777'), '+5531988887777')
    assert.equal(toE164('+52 1 55 1234 5678'), '+525512345678')
    assert.equal(toE164In('+52', '52 1 55 1234 5678'), '+525512345678')
  })

  test('is read with its country code and no plus, unless it can be meant otherwise', () => {
    for (const [text, number] of [
      ['502 5555-1234', '+50255551234'],
      ['5215512345678', '+525512345678'],
      ['55 11 98765 4321', '+5511987654321'],
      ['51987654321', null], // of Peru, or of Porto Alegre
      ['2255551234', null],
    ] as const) {
      assert.equal(toE164(text), number, text)
    }
    assert.equal(toE164In('+51', '51987654321'), '+51987654321')
    assert.equal(toE164In('+55', '51987654321'), '+5551987654321')
    assert.equal(toE164In('+502', '(502) 5555-1234'), '+50255551234')
    assert.equal(toE164In('+502', '0052 55 1234 5678'), '+525512345678')
    assert.equal(toE164In('', '5555 1234'), null)
  })

  test('loses the marks of direction that phones copy with it', () => {
    assert.equal(toE164('\u202a+502 5555\u00a01234\u202c'), '+50255551234')
    assert.equal(toE164In('+502', '\u2068\u200e5555-1234\u2069'), '+50255551234')
    assert.equal(phoneDigits('\u202a5555-1234\u202c'), '55551234')
  })
})
