import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { dayAt, bucketsOf } from './period.ts'
import { midnight } from './time-zone.ts'

suite('the buckets of a period', () => {
  test('are days with the one that begins in the middle, weeks from Monday, or months, up to today, and as many before', () => {
    assert.deepEqual(bucketsOf({ count: 3, unit: 'day' }, '2026-03-01'), {
      now: ['2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01'],
      before: ['2026-02-23', '2026-02-24', '2026-02-25', '2026-02-26'],
    })
    assert.deepEqual(bucketsOf({ count: 2, unit: 'week' }, '2026-11-22'), {
      now: ['2026-11-09', '2026-11-16'],
      before: ['2026-10-26', '2026-11-02'],
    })
    assert.deepEqual(bucketsOf({ count: 2, unit: 'month' }, '2026-01-31'), {
      now: ['2025-12-01', '2026-01-01'],
      before: ['2025-10-01', '2025-11-01'],
    })
  })

  test('begin at local midnight, also on the day of a daylight-saving change', () => {
    const begins = (day: string, zone: string) => new Date(midnight(day, zone)).toISOString()
    assert.equal(begins('2026-11-22', 'America/Guatemala'), '2026-11-22T06:00:00.000Z')
    assert.equal(begins('2026-11-01', 'America/New_York'), '2026-11-01T04:00:00.000Z')
    assert.equal(begins('2026-11-02', 'America/New_York'), '2026-11-02T05:00:00.000Z')
    // Santiago's clocks go from 24:00 to 01:00.
    assert.equal(begins('2026-09-06', 'America/Santiago'), '2026-09-06T04:00:00.000Z')
    assert.equal(dayAt(Date.parse('2026-11-22T03:00:00Z'), 'America/Guatemala'), '2026-11-21')
  })
})
