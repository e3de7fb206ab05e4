import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { isSamePhone, phoneForms, phoneKey } from './phone.ts'

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
