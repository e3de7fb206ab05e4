import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { callbackWith, sendCallback } from '../../../test/chat.ts'
import { aPhone } from '../../../test/factories.ts'
import { startMeta } from '../../../test/meta.ts'
import { callbackOf } from '../../../test/meta-callback.ts'
import { readMetrics } from '../../../test/metrics.ts'
import { startService } from '../../../test/service.ts'
import { enableMetrics, render, takeSnapshot } from '../../core/metrics/metrics.ts'
import { createLog } from '../../core/process/log.ts'
import { unhandledCounter } from './unhandled.ts'

await enableMetrics()
const meta = await startMeta()
const service = await startService(meta.env)
const unconfigured = await startService({
  WHATSAPP_APP_SECRET: meta.env.WHATSAPP_APP_SECRET,
  WHATSAPP_VERIFY_TOKEN: 'x',
})

/** How many of each kind are counted while it runs. */
async function countedBy(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const read = async () => {
    const samples = readMetrics(await render([await takeSnapshot()]))
    const names = [...samples.keys()].filter((name) => name.startsWith('vitrina_whatsapp_unhandled_total{'))
    return new Map(names.map((name) => [/kind="(\w+)"/.exec(name)![1]!, samples.get(name)!]))
  }
  const before = await read()
  await work()
  const counted = [...(await read())].map(([kind, count]) => [kind, count - (before.get(kind) ?? 0)] as const)
  return Object.fromEntries(counted.filter(([, count]) => count > 0))
}

const change = (field: string, value: object = {}) => ({ entry: [{ changes: [{ field, value }] }] })

suite('what nobody handles', () => {
  test('is counted by the word of Meta: types, fields, what no sender or another number has', async () => {
    const from = aPhone()
    const send = (body: object, to = service) => sendCallback(to, meta, body)
    const nobody = { id: 'wamid.nobody', timestamp: '1', type: 'location' }
    const cases: [object, Record<string, number>][] = [
      [callbackWith({ from, text: 'hola' }), {}],
      [
        callbackWith({ from, type: 'image' }, { from, type: 'image' }, { from, type: 'hologram' }),
        { image: 2, other: 1 },
      ],
      [
        callbackWith({ from, type: 'reaction' }, { from, contact: { phone: from, isAsked: false } }),
        { reaction: 1, contacts: 1 },
      ],
      [
        callbackOf({ messages: [nobody, { ...nobody, from_user_id: 'co.12' }, 7] }),
        { location: 2, other: 1 },
      ],
      [
        callbackOf({ metadata: { phone_number_id: '1' }, messages: [{ ...nobody, type: 'text' }] }),
        { text: 1 },
      ],
      [callbackOf({ errors: [{ code: 1 }], calls: [{}], novelty: [{}] }), { errors: 1, calls: 1, other: 1 }],
      [callbackOf({ statuses: [{ id: 'wamid.p', status: 'played' }] }), { played: 1 }],
      [
        callbackOf({ statuses: [{ id: 'wamid.p', status: 'sent', pricing: { category: 'service' } }] }),
        { pricing: 1 },
      ],
      [change('account_update'), { account_update: 1 }],
      [change('whatever', { messages: [{ from }] }), { other: 1 }],
      [{}, { other: 1 }],
    ]
    for (const [body, expected] of cases)
      assert.deepEqual(await countedBy(() => send(body)), expected, JSON.stringify(body))
    const unsent = () => send(callbackWith({ from, text: 'hola' }), unconfigured)
    assert.deepEqual(await countedBy(unsent), { text: 1 })
  })

  test('is logged once a minute, by its kinds alone', (t) => {
    let now = 0
    t.mock.method(performance, 'now', () => now)
    const lines: Record<string, unknown>[] = []
    const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) })
    const countUnhandled = unhandledCounter(log)
    const others = () => lines.map(({ kinds }) => kinds)
    countUnhandled([])
    countUnhandled(['image', 'https://example.com/ana'])
    countUnhandled(['audio', 'audio'])
    assert.deepEqual(others(), [{ image: 1, other: 1 }])
    now += 60_000
    countUnhandled(['image'])
    assert.deepEqual(others(), [
      { image: 1, other: 1 },
      { audio: 2, image: 1 },
    ])
    assert.ok(!JSON.stringify(lines).includes('ana'))
  })
})
