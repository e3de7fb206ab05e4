import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { languages } from '../texts/language.ts'
import { dayOf, longDate, moment, percentage } from './format.ts'

const instant = '2026-11-02T16:21:00.000Z'

suite('a date in Spanish', () => {
  for (const [zone, expected] of [
    ['America/Guatemala', '2 nov 2026, 10:21 a. m.'],
    ['America/Tijuana', '2 nov 2026, 8:21 a.m.'],
    ['America/Bogota', '2 de nov de 2026, 11:21 a. m.'],
    ['America/Lima', '2 nov. 2026, 11:21 a. m.'],
    ['America/Panama', '2 nov 2026, 11:21 a. m.'],
    ['America/Argentina/Buenos_Aires', '2 de nov de 2026, 1:21 p. m.'],
    ['Europe/Madrid', '2 nov 2026, 17:21'],
    ['America/Sao_Paulo', '2 nov 2026, 1:21 p.m.'],
    ['UTC', '2 nov 2026, 4:21 p.m.'],
  ] as const)
    test(`is written as in the country of ${zone}`, () => {
      assert.equal(moment(instant, zone).in('es'), expected)
    })
})

test('a date in Portuguese and in English is the same in each country', () => {
  for (const zone of ['America/Sao_Paulo', 'America/Argentina/Buenos_Aires']) {
    assert.equal(moment(instant, zone).in('pt'), '2 de nov. de 2026, 13:21')
    assert.equal(moment(instant, zone).in('en'), 'Nov 2, 2026, 1:21 PM')
    assert.equal(dayOf(instant, zone).in('pt'), '2 de nov. de 2026')
    assert.equal(longDate(instant, zone).in('en'), 'November 2, 2026')
  }
})

test('a percentage has a space only in Spanish', () => {
  assert.deepEqual(
    languages.map((language) => percentage(20).in(language)),
    ['20\u00a0%', '20%', '20%'],
  )
})
