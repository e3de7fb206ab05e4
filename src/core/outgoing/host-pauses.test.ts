import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { hostPauses } from './host-pauses.ts'
import { NoReply } from './outgoing.ts'

const url = 'https://fotos.test/a.jpg'
const fails = (duration: number) => () => Promise.reject(new NoReply('timeout', duration, null))
const responses = () => Promise.resolve('photo')

suite('a host that kept requests waiting in vain', () => {
  test('gets none of that owner for a while, and then again', async (t) => {
    const now = t.mock.method(performance, 'now', () => 1_000)
    const viaHost = hostPauses({ slow: 1_000, pause: 100 })
    for (let n = 0; n < 3; n++) await assert.rejects(viaHost('ana', url, fails(15_000)))
    await assert.rejects(viaHost('ana', url, responses), { why: 'timeout', duration: 0 })
    assert.equal(await viaHost('eva', url, responses), 'photo')
    assert.equal(await viaHost('ana', 'https://otras.test/a.jpg', responses), 'photo')
    now.mock.mockImplementation(() => 1_110)
    assert.equal(await viaHost('ana', url, responses), 'photo')
  })

  test('is not paused by failures that come at once, nor by some among successes', async () => {
    const viaHost = hostPauses({ slow: 1_000, pause: 30_000 })
    for (let n = 0; n < 5; n++) await assert.rejects(viaHost('ana', url, fails(5)))
    for (let n = 0; n < 5; n++) {
      await assert.rejects(viaHost('ana', url, fails(15_000)))
      assert.equal(await viaHost('ana', url, responses), 'photo')
    }
  })
})
