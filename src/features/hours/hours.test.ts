import assert from 'node:assert/strict'
import { wordingIn } from '../../core/texts/text.ts'
import { suite, test } from 'node:test'
import { instantOf } from '../../core/values/time-zone.ts'
import { isOpen, nextChange, nextClosing, nextOpening, type Hours, orderTimes } from './hours.ts'
import { nearDay, weekLines } from './format.ts'

const at = (text: string) => Date.parse(text)
const iso = (instant: number | null) =>
  instant === null ? null : new Date(instant).toISOString().slice(0, 16)
const of = (hours: Hours | null, timeZone = 'America/Guatemala', closedUntil: string | null = null) => ({
  hours,
  timeZone,
  closedUntil,
})
const everyDay = (...spans: string[][]): Hours =>
  Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, spans]))

suite('opening hours', () => {
  // 2026-11-23 is a Monday; Guatemala is six hours behind UTC.
  const week = of({
    mon: [
      ['09:00', '13:00'],
      ['14:00', '18:00'],
    ],
    fri: [['20:00', '02:00']],
  })

  test('include their first minute and exclude their last', () => {
    const open = (text: string) => isOpen(week, at(text))
    assert.deepEqual(
      ['14:59', '15:00', '18:59', '19:00', '20:00'].map((time) => open(`2026-11-23T${time}Z`)),
      [false, true, true, false, true],
    )
  })

  test('go on past midnight, past Sunday too', () => {
    assert.equal(isOpen(week, at('2026-11-28T07:59Z')), true)
    assert.equal(isOpen(week, at('2026-11-28T08:00Z')), false)
    const sunday = of({ sun: [['22:00', '03:00']] })
    assert.equal(isOpen(sunday, at('2026-11-23T08:59Z')), true)
    assert.equal(iso(nextClosing(sunday, at('2026-11-23T08:59Z'))), '2026-11-23T09:00')
    assert.equal(iso(nextOpening(sunday, at('2026-11-23T09:00Z'))), '2026-11-30T04:00')
  })

  test('have a next opening', () => {
    const opens = (text: string) => iso(nextOpening(week, at(text)))
    assert.equal(opens('2026-11-23T10:00Z'), '2026-11-23T15:00')
    assert.equal(opens('2026-11-23T15:30Z'), '2026-11-23T15:30')
    assert.equal(opens('2026-11-23T19:30Z'), '2026-11-23T20:00')
    assert.equal(opens('2026-11-24T00:00Z'), '2026-11-28T02:00')
    assert.equal(opens('2026-11-28T08:00Z'), '2026-11-30T15:00')
    assert.equal(nextOpening(of({}), at('2026-11-28T08:00Z')), null)
  })

  test('open after a holiday at the first opening that is not before its end', () => {
    const until = (closedUntil: string, hours: Hours | null = week.hours) =>
      iso(nextOpening(of(hours, 'America/Guatemala', closedUntil), at('2026-11-23T16:00Z')))
    assert.equal(until('2026-11-26T06:00:00Z'), '2026-11-28T02:00')
    assert.equal(until('2026-11-30T16:30:00Z'), '2026-11-30T16:30') // a Monday morning
    assert.equal(until('2026-11-26T06:00:00Z', null), '2026-11-26T06:00')
    assert.equal(isOpen(of(null, 'UTC', '2026-11-26T06:00:00Z'), at('2026-11-26T05:59Z')), false)
    assert.equal(isOpen(of(null, 'UTC', '2026-11-26T06:00:00Z'), at('2026-11-26T06:00Z')), true)
  })

  test('that are adjacent count as one, and around the clock never close', () => {
    const day = of({
      mon: [['09:00', '24:00']],
      tue: [
        ['00:00', '03:00'],
        ['03:00', '04:00'],
      ],
    })
    assert.equal(iso(nextClosing(day, at('2026-11-23T16:00Z'))), '2026-11-24T10:00')
    const always = of(everyDay(['00:00', '24:00']))
    assert.equal(nextChange(always, at('2026-11-23T16:00Z')), null)
    assert.equal(nextChange(of(everyDay(['00:00', '00:00'])), at('2026-11-23T16:00Z')), null)
    assert.equal(nextChange(of(null), at('2026-11-23T16:00Z')), null)
  })

  test('follow local time across daylight-saving changes', () => {
    // Santiago: from -4 to -3 at midnight before 2026-09-06, and back before 2026-04-05.
    const santiago = of(everyDay(['09:00', '18:00']), 'America/Santiago')
    assert.equal(iso(nextOpening(santiago, at('2026-09-05T23:00Z'))), '2026-09-06T12:00')
    assert.equal(iso(nextOpening(santiago, at('2026-04-04T23:00Z'))), '2026-04-05T13:00')
    const night = of(everyDay(['00:00', '05:00']), 'America/Santiago')
    assert.equal(iso(nextOpening(night, at('2026-09-05T20:00Z'))), '2026-09-06T04:00') // 0:00 is jumped over
    assert.equal(isOpen(night, at('2026-09-06T04:00Z')), true)
    assert.equal(iso(nextClosing(night, at('2026-09-06T04:00Z'))), '2026-09-06T08:00')
  })

  test('are formatted as lines, equal days in a row joined', () => {
    const weekdays = Object.fromEntries(
      ['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => [day, [['09:00', '18:00']]]),
    )
    assert.deepEqual(
      weekLines({
        ...weekdays,
        sat: [
          ['09:00', '12:00'],
          ['14:00', '16:00'],
        ],
      }).map((line) => line.map((part) => wordingIn(part, 'es'))),
      [
        ['lunes a viernes', '9:00–18:00'],
        ['sábado', '9:00–12:00, 14:00–16:00'],
        ['domingo', 'cerrado'],
      ],
    )
  })
})

suite('the times that can be chosen for an order', () => {
  test('are half-hour slots within opening hours, from half an hour ahead, for a week at most', () => {
    const schedule = of({
      mon: [
        ['09:00', '10:30'],
        ['11:10', '12:00'],
      ],
      tue: [['09:15', '09:20']],
      fri: [['09:00', '10:00']],
    })
    const times = orderTimes(schedule, at('2026-11-23T15:20Z')).map((time) => time.slice(0, 16))
    assert.deepEqual(times, [
      '2026-11-23T16:00',
      '2026-11-23T17:30',
      '2026-11-27T15:00',
      '2026-11-27T15:30',
      '2026-11-30T15:00',
    ])
    const long = orderTimes(of(everyDay(['07:00', '21:00']), 'UTC'), at('2026-11-23T06:00Z'))
    assert.equal(new Set(long.map((time) => time.slice(0, 10))).size, 7)
    assert.equal(orderTimes(of(everyDay(['00:00', '24:00'])), at('2026-11-23T15:20Z')).length, 200)
    assert.deepEqual(orderTimes(of(null), at('2026-11-23T15:20Z')), [])
    assert.deepEqual(orderTimes(of({}), at('2026-11-23T15:20Z')), [])
    const away = orderTimes(
      of(everyDay(['09:00', '18:00']), 'UTC', '2026-11-25T10:10:00Z'),
      at('2026-11-23T15:20Z'),
    )
    assert.equal(away[0], '2026-11-25T10:30:00.000Z')
  })

  test('to choose from are of the whole week where what is ordered is sold on its last day alone, in a shop that never closes', () => {
    const brunch: Hours = { sun: [['09:00', '10:00']] }
    const times = orderTimes(of(everyDay(['00:00', '24:00'])), at('2026-11-23T15:20Z'), [brunch])
    assert.deepEqual(times, ['2026-11-29T15:00:00.000Z', '2026-11-29T15:30:00.000Z'])
  })
})

suite('a local time', () => {
  test('that occurs twice is the first; one that is skipped is the instant after the change', () => {
    const instant = (local: string, zone: string) => iso(instantOf(at(local), zone))
    assert.equal(instant('2026-11-23T09:00Z', 'America/Guatemala'), '2026-11-23T15:00')
    assert.equal(instant('2026-10-25T02:30Z', 'Europe/Madrid'), '2026-10-25T00:30')
    assert.equal(instant('2026-03-29T02:30Z', 'Europe/Madrid'), '2026-03-29T01:00')
  })
})

test('a day of this week is short, also in Portuguese', () => {
  const day = nearDay('2026-12-01T15:00:00.000Z', 'America/Sao_Paulo')
  assert.deepEqual([day.in('es'), day.in('pt'), day.in('en')], ['martes 1', 'terça 1', 'Tuesday 1'])
})
