import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLog } from '../process/log.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { startLoop } from './loop.ts'

const log = createLog('silent')

function countingLoop({ intervalMs = 10_000, fail = 0 } = {}) {
  let runs = 0
  const loop = startLoop({
    name: 'test',
    log,
    intervalMs,
    runOnce: async () => {
      if (++runs <= fail) throw new Error('no database')
    },
  })
  return { loop, runs: () => runs }
}

suite('a loop', () => {
  test('runs once per interval, and not in between', async () => {
    const begun = performance.now()
    const { loop, runs } = countingLoop({ intervalMs: 100 })
    await waitFor(() => runs() >= 5)
    await loop.stop()
    const passed = performance.now() - begun
    // A timer may be a millisecond early.
    assert.ok(runs() <= passed / 95 + 1, `${runs()} runs in ${passed} ms`)
  })

  test('runs once for many triggers at the same time', async () => {
    const { loop, runs } = countingLoop()
    await waitFor(() => runs() === 1)
    for (let n = 0; n < 100; n++) loop.trigger()
    await waitFor(() => runs() >= 2)
    await sleep(100)
    await loop.stop()
    assert.ok(runs() <= 3, `${runs()} runs`)
  })

  test('runs once more after a trigger during a run', async () => {
    let runs = 0
    let release = () => {}
    const loop = startLoop({
      name: 'test',
      log,
      intervalMs: 10_000,
      runOnce: () => new Promise<void>((done) => (runs++, (release = done))),
    })
    await waitFor(() => runs === 1)
    loop.trigger()
    release()
    await waitFor(() => runs === 2)
    const stopped = loop.stop()
    release()
    await stopped
  })

  test('retries failed runs with backoff', async () => {
    const begun = performance.now()
    const { loop, runs } = countingLoop({ intervalMs: 20, fail: 4 })
    await waitFor(() => runs() >= 5)
    const passed = performance.now() - begun
    assert.ok(passed > 280, `${passed} ms`) // 20 + 40 + 80 + 150, each a millisecond early at most
    await waitFor(() => runs() >= 7)
    await loop.stop()
  })

  test('stops at once between two runs, and does not run again', async () => {
    const { loop, runs } = countingLoop()
    await waitFor(() => runs() === 1)
    const begun = Date.now()
    await loop.stop()
    assert.ok(Date.now() - begun < 8000, 'long before the next turn')
    loop.trigger()
    await sleep(50)
    assert.equal(runs(), 1)
  })

  test('stops within seconds when a run hangs', async () => {
    const loop = startLoop({ name: 'test', log, runOnce: () => new Promise(() => {}) })
    await loop.stop()
  })
})
