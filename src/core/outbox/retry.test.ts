import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { nextRetry, schedules } from './retry.ts'
import type { DeliveryKind } from './delivery.ts'

const kinds = Object.keys(schedules) as DeliveryKind[]
const delivery = (kind: DeliveryKind, attempts: number, attemptsBefore = 0) => ({
  kind,
  attempts,
  attemptsBefore,
})

suite('the wait before the next attempt', () => {
  for (const kind of kinds) {
    const schedule = schedules[kind]
    const longest = schedule.at(-1)!

    test(`of a ${kind} is the schedule's plus up to 10 % jitter, and ends after it`, () => {
      for (let attempts = 1; attempts < schedule.length; attempts++) {
        const wait = nextRetry(delivery(kind, attempts))!
        assert.ok(wait >= schedule[attempts]! && wait <= schedule[attempts]! * 1.1, `${wait} s`)
      }
      assert.equal(nextRetry(delivery(kind, schedule.length)), null)
      assert.equal(nextRetry(delivery(kind, schedule.length), 60), null)
    })

    test(`of a ${kind} is Retry-After, where that is longer, within limits`, () => {
      fc.assert(
        fc.property(
          fc.integer({ min: 1, max: schedule.length - 1 }),
          fc.nat({ max: longest * 3 }),
          (attempts, requested) => {
            const wait = nextRetry(delivery(kind, attempts), requested)!
            assert.ok(
              wait >= Math.min(requested, longest) && wait >= schedule[attempts]! && wait <= longest * 1.1,
            )
          },
        ),
      )
    })
  }

  test('restarts when a delivery is redelivered', () => {
    const wait = nextRetry(delivery('webhook', 12, 11))!
    assert.ok(wait >= 5 && wait <= 5.5, `${wait} s`)
  })
})
