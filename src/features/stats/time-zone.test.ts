import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { timeZoneOfCurrency } from '../../core/values/currency.ts'
import { isTimeZone } from '../../core/values/time-zone.ts'
import { offsetsBetween } from './time-zone.ts'

const range = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) })
const hours = (zone: string, from: string, to: string) =>
  offsetsBetween(zone, range(from, to)).map(({ from, seconds }) => [
    new Date(from).toISOString().slice(0, 16),
    seconds / 3600,
  ])

suite('time zones', () => {
  test('keep one offset until a daylight-saving change', () => {
    assert.deepEqual(hours('America/Santiago', '2026-03-01T00:00:00Z', '2026-05-01T00:00:00Z'), [
      ['2026-03-01T00:00', -3],
      ['2026-04-05T03:00', -4],
    ])
    assert.deepEqual(hours('Europe/Madrid', '2026-03-01T00:00:30Z', '2026-11-01T00:00:00Z'), [
      ['2026-03-01T00:00', 1],
      ['2026-03-29T01:00', 2],
      ['2026-10-25T01:00', 1],
    ])
    assert.deepEqual(hours('Asia/Kathmandu', '2026-01-01T00:00:00Z', '2026-03-01T00:00:00Z'), [
      ['2026-01-01T00:00', 5.75],
    ])
    assert.deepEqual(hours('UTC', '2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z'), [['2026-01-01T00:00', 0]])
  })

  test('are names of the IANA database', () => {
    for (const zone of ['America/Guatemala', 'UTC', 'Etc/GMT+5', 'CET', 'US/Eastern'])
      assert.ok(isTimeZone(zone))
    for (const zone of ['+05:30', '-03', 'America/Atlantis', 'XYZ5', 'UTC+3', 'a'.repeat(100)])
      assert.ok(!isTimeZone(zone), zone)
  })

  test('are derived from the currency, else UTC', () => {
    assert.equal(timeZoneOfCurrency('PYG'), 'America/Asuncion')
    assert.equal(timeZoneOfCurrency('JPY'), 'UTC')
  })
})
