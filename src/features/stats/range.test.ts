import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { splitRange } from './range.ts'

const widths = { quarter: 15 * 60_000, day: 86_400_000, week: 7 * 86_400_000 }
const instant = fc.integer({ min: -100 * widths.week, max: 3000 * widths.week })

suite('a range', () => {
  test('is covered without a gap, each piece by whole spans', () => {
    const property = fc.property(instant, fc.integer({ min: 1, max: 100 * widths.day }), (from, length) => {
      const pieces = splitRange({ from, to: from + length }, ['week', 'day', 'quarter'])
      let at = from
      for (const piece of pieces) {
        assert.equal(piece.from, at)
        assert.ok(piece.to > piece.from)
        if (piece.span)
          assert.ok(piece.from % widths[piece.span] === 0 && piece.to % widths[piece.span] === 0)
        else assert.ok(piece.to - piece.from < 2 * widths.quarter)
        at = piece.to
      }
      assert.equal(at, from + length)
    })
    fc.assert(property)
  })

  test('is split into the widest spans', () => {
    const { day, week } = widths
    assert.deepEqual(splitRange({ from: week - day - 1, to: 3 * week + 1 }, ['week', 'day']), [
      { span: null, from: week - day - 1, to: week - day },
      { span: 'day', from: week - day, to: week },
      { span: 'week', from: week, to: 3 * week },
      { span: null, from: 3 * week, to: 3 * week + 1 },
    ])
  })
})
