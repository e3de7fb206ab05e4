import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLog } from '../process/log.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { startLoop } from './loop.ts'

const log = createLog('silent')

function counting({ every = 10_000, fail = 0 } = {}) {
  let turns = 0
  const loop = startLoop({
    name: 'test',
    log,
    every,
    turn: async () => {
      if (++turns <= fail) throw new Error('no database')
    },
  })
  return { loop, turns: () => turns }
}

suite('a loop', () => {
  test('takes a turn per interval, and none in between', async () => {
    const begun = performance.now()
    const { loop, turns } = counting({ every: 100 })
    await waitFor(() => turns() >= 5)
    await loop.stop()
    const passed = performance.now() - begun
    assert.ok(turns() <= passed / 100 + 1, `${turns()} turns in ${passed} ms`)
  })

  test('takes one turn for many nudges at once', async () => {
    const { loop, turns } = counting()
    await waitFor(() => turns() === 1)
    for (let n = 0; n < 100; n++) loop.nudge()
    await sleep(100)
    await loop.stop()
    assert.ok(turns() >= 2 && turns() <= 3, `${turns()} turns`)
  })

  test('takes another turn after a nudge during a turn', async () => {
    let turns = 0
    let release = () => {}
    const loop = startLoop({
      name: 'test',
      log,
      every: 10_000,
      turn: () => new Promise<void>((done) => (turns++, (release = done))),
    })
    await waitFor(() => turns === 1)
    loop.nudge()
    release()
    await waitFor(() => turns === 2)
    const stopped = loop.stop()
    release()
    await stopped
  })

  test('retries failing turns with growing pauses', async () => {
    const begun = performance.now()
    const { loop, turns } = counting({ every: 20, fail: 4 })
    await waitFor(() => turns() >= 5)
    const passed = performance.now() - begun
    assert.ok(passed > 20 + 40 + 80 + 150, `${passed} ms`)
    await waitFor(() => turns() >= 7)
    await loop.stop()
  })

  test('stops at once between turns, and takes no turn after', async () => {
    const { loop, turns } = counting()
    await waitFor(() => turns() === 1)
    const begun = Date.now()
    await loop.stop()
    assert.ok(Date.now() - begun < 8000, 'long before the next turn')
    loop.nudge()
    await sleep(50)
    assert.equal(turns(), 1)
  })

  test('stops within seconds when a turn hangs', async () => {
    const loop = startLoop({ name: 'test', log, turn: () => new Promise(() => {}) })
    await loop.stop()
  })
})
