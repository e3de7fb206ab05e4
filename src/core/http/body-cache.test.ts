import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { bodyCache } from './body-cache.ts'

const kilobyte = (version = 1) => ({ version, body: Buffer.alloc(1024), etag: '"x"' })

suite('kept bodies', () => {
  test('are given back for the version that they were made of, and for no other', () => {
    const bodies = bodyCache(1024 * 1024)
    const body = kilobyte(7)
    bodies.set('a', body)
    assert.equal(bodies.get('a', 7), body)
    assert.equal(bodies.get('a', 8), undefined)
    assert.equal(bodies.get('b', 7), undefined)
  })

  test('stay while they are asked for, and go when they are not', () => {
    const bodies = bodyCache(64 * 1024)
    bodies.set('asked for', kilobyte())
    bodies.set('forgotten', kilobyte())
    for (let i = 0; i < 200; i++) {
      bodies.set(`other ${i}`, kilobyte())
      assert.ok(bodies.get('asked for', 1))
    }
    assert.equal(bodies.get('forgotten', 1), undefined)
  })

  test('take no more room than they were given, however often they are replaced', () => {
    const room = 64 * 1024
    const bodies = bodyCache(room)
    for (let i = 0; i < 500; i++) bodies.set(`page ${i % 100}`, kilobyte(i))
    const left = Array.from({ length: 500 }, (_, i) => bodies.get(`page ${i % 100}`, i)).filter(
      (kept) => kept,
    )
    assert.ok(left.length > 10 && left.length * 1024 <= room, `${left.length} KiB of ${room / 1024}`)
  })

  test('that would take an eighth of the room are not kept', () => {
    const bodies = bodyCache(8 * 1024)
    bodies.set('large', kilobyte())
    assert.equal(bodies.get('large', 1), undefined)
  })
})
