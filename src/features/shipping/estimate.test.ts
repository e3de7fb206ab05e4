import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { earliestOf } from './estimate.ts'

/** A Thursday, 9:00 in Guatemala. */
const now = Date.parse('2026-11-26T15:00Z')
const earliest = (estimate: string | null) =>
  new Date(earliestOf(estimate, now, 'America/Guatemala')).toISOString()

suite('the first time for which a delivery can be wanted', () => {
  for (const [estimate, expected] of [
    ['2 a 3 días hábiles', '2026-11-30T06:00'],
    ['1 día hábil', '2026-11-27T06:00'],
    ['2 a 3 dias habiles', '2026-11-30T06:00'],
    ['2 a 4 días', '2026-11-28T06:00'],
    ['2-3 días', '2026-11-28T06:00'],
    ['2 – 3 días', '2026-11-28T06:00'],
    ['3 dias', '2026-11-29T06:00'],
    ['Una semana', '2026-12-03T06:00'],
    ['Mañana desde las 10 h', '2026-11-27T06:00'],
    ['24 a 48 horas', '2026-11-27T15:00'],
    ['24-48 horas', '2026-11-27T15:00'],
    ['24–48hs', '2026-11-27T15:00'],
    ['En 1 hora', '2026-11-26T16:00'],
    ['El mismo día antes de las 13 h', '2026-11-26T15:00'],
    ['Hoy antes de las 13:30 h', '2026-11-26T15:00'],
    ['De 9 a 18 h', '2026-11-26T15:00'],
    ['De 24 a 48 horas', '2026-11-27T15:00'],
    ['Hoy por la mañana', '2026-11-26T15:00'],
    ['30 a 45 minutos', '2026-11-26T15:00'],
    ['', '2026-11-26T15:00'],
    [null, '2026-11-26T15:00'],
  ] as const)
    test(`of «${estimate}» is ${expected}`, () => {
      assert.equal(earliest(estimate).slice(0, 16), expected)
    })

  test('follows the clocks of the store where they change', () => {
    const saturday = Date.parse('2026-10-24T10:00Z')
    assert.equal(
      new Date(earliestOf('2 días', saturday, 'Europe/Madrid')).toISOString(),
      '2026-10-25T23:00:00.000Z',
    )
  })
})
