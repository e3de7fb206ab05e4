import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { childOf, traceOf, traceparentOf } from './trace.ts'

const [TRACE, SPAN] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
const form = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-0[0-3]$/

suite('a trace', () => {
  test("is the caller's, with a new span and the known flags", () => {
    for (const [given, flags] of [
      [`00-${TRACE}-${SPAN}-01`, '01'],
      [`00-${TRACE}-${SPAN}-00`, '00'],
      [`00-${TRACE}-${SPAN}-ff`, '03'],
      [`01-${TRACE}-${SPAN}-01`, '01'],
      [`cc-${TRACE}-${SPAN}-01-what-comes-later`, '01'],
    ] as const) {
      const trace = traceOf(given)
      assert.deepEqual([trace.traceId, trace.flags], [TRACE, flags], given)
      assert.notEqual(trace.spanId, SPAN)
      assert.match(traceparentOf(trace), form)
    }
  })

  test('is a new one where traceparent is missing or malformed', () => {
    const made = new Set<string>()
    const malformed = [
      undefined,
      '',
      TRACE,
      `00-${TRACE}-${SPAN}`,
      `00-${TRACE}-${SPAN}-01-more`,
      `00-${TRACE}-${SPAN}-1`,
      `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
      `00-${TRACE.toUpperCase()}-${SPAN}-01`,
      `00-${'0'.repeat(32)}-${SPAN}-01`,
      `00-${TRACE}-${'0'.repeat(16)}-01`,
      `ff-${TRACE}-${SPAN}-01`,
      `cc-${TRACE}-${SPAN}-01.more`,
      ` 00-${TRACE}-${SPAN}-01`,
      `00-${TRACE.slice(1)}-${SPAN}-01`,
      `00-${TRACE.slice(1)}g-${SPAN}-01`,
    ]
    for (const given of malformed) {
      const trace = traceOf(given)
      assert.notEqual(trace.traceId, TRACE, given)
      assert.match(traceparentOf(trace), form)
      made.add(trace.traceId).add(trace.spanId)
    }
    assert.equal(made.size, 2 * malformed.length)
  })

  test('has a span for each outgoing request', () => {
    const parent = traceparentOf(traceOf(`00-${TRACE}-${SPAN}-00`))
    const spans = Array.from({ length: 1000 }, () => childOf(parent))
    assert.ok(
      spans.every((span) => form.test(span) && span.startsWith(`00-${TRACE}-`) && span.endsWith('-00')),
    )
    assert.equal(new Set([parent, ...spans]).size, 1001)
  })
})
