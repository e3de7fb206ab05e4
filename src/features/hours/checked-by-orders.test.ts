import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { startService } from '../../../test/service.ts'
import { currencies, timeZoneOfCurrency } from '../../core/values/currency.ts'
import { days, isOpen } from './hours.ts'

const { sql } = await startService()

const zones = ['America/Santiago', 'America/Bogota', 'America/New_York', 'Europe/Madrid', 'UTC']
const time = fc
  .integer({ min: 0, max: 48 })
  .map((n) => n * 30)
  .map((minutes) => [minutes / 60, minutes % 60].map((n) => String(Math.floor(n)).padStart(2, '0')).join(':'))
const spans = fc.array(fc.tuple(time, time), { maxLength: 3 })
const hours = fc.option(fc.record(Object.fromEntries(days.map((day) => [day, spans])), { requiredKeys: [] }))
/** Half hours of two years, as the times, so that they often meet. */
const HALF_HOUR = 30 * 60_000
const instant = fc
  .integer({ min: Date.UTC(2026, 0) / HALF_HOUR, max: Date.UTC(2028, 0) / HALF_HOUR })
  .map((n) => n * HALF_HOUR)

suite('opening hours as the database checks them for an order', () => {
  test('are those that pages show', async () => {
    const property = fc.asyncProperty(
      hours,
      fc.constantFrom(...zones),
      fc.option(instant),
      fc.array(instant, { minLength: 20, maxLength: 20 }),
      async (hours, timeZone, closed, instants) => {
        const closedUntil = closed === null ? null : new Date(closed).toISOString()
        const rows = await sql<{ isOpen: boolean }[]>`
          select is_open(${hours && sql.json(hours)}::jsonb, ${timeZone}, ${closedUntil}::timestamptz, at) as is_open
          from unnest(${instants.map((at) => new Date(at).toISOString())}::timestamptz[]) as at`
        assert.deepEqual(
          rows.map((row) => row.isOpen),
          instants.map((at) => isOpen({ hours, timeZone, closedUntil }, at)),
        )
      },
    )
    await fc.assert(property, { numRuns: 200 })
  })

  test('are in the time zone of the currency where a store has set none', async () => {
    const rows = await sql<{ zone: string }[]>`
      select time_zone_of_currency(code) as zone from unnest(${currencies}::text[]) as code`
    assert.deepEqual(
      rows.map(({ zone }) => zone),
      currencies.map(timeZoneOfCurrency),
    )
  })
})
