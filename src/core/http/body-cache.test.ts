import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { suite, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { bodyCache, conditionalResponse } from './body-cache.ts'
import { compressed } from './compress.ts'

const MiB = 1024 * 1024
const kilobyte = (version = 1) => ({ version, body: Buffer.alloc(1024), etag: '"x"' })

suite('cached bodies', () => {
  test('are returned for their own version, and for no other', () => {
    const bodies = bodyCache(MiB)
    bodies.set('a', kilobyte(7))
    assert.equal(bodies.get('a', 7)?.body.length, 1024)
    assert.equal(bodies.get('a', 8), undefined)
    assert.equal(bodies.get('b', 7), undefined)
  })

  test('are evicted when they are least recently used', () => {
    const bodies = bodyCache(64 * 1024)
    bodies.set('asked for', kilobyte())
    bodies.set('forgotten', kilobyte())
    for (let i = 0; i < 200; i++) {
      bodies.set(`other ${i}`, kilobyte())
      assert.ok(bodies.get('asked for', 1))
    }
    assert.equal(bodies.get('forgotten', 1), undefined)
  })

  test('larger than a quarter of the cache, with their headers, are not cached', () => {
    const bodies = bodyCache(4 * 1024)
    bodies.set('large', kilobyte())
    assert.equal(bodies.get('large', 1), undefined)
    const small = { version: 1, body: Buffer.alloc(1), etag: '"x"' }
    bodies.set('small', small)
    bodies.set('long headers', { ...small, headers: { 'content-security-policy': 'x'.repeat(200) } })
    assert.ok(bodies.get('small', 1))
    assert.equal(bodies.get('long headers', 1), undefined)
  })

  test('are made once for concurrent callers, separately for each version', async () => {
    const bodies = bodyCache(MiB)
    let made = 0
    const make = async () => Buffer.from(`body ${++made}`)
    const requested = await Promise.all([1, 1, 2, 1].map((version) => bodies.getOrCreate('a', version, make)))
    assert.deepEqual(
      requested.map(({ body }) => String(body)),
      ['body 1', 'body 1', 'body 2', 'body 1'],
    )
  })

  test('do not include errors: the next caller loads the body again', async () => {
    const bodies = bodyCache(MiB)
    const fail = () => Promise.reject(new Error('gone'))
    const responses = await Promise.allSettled([1, 2].map(() => bodies.getOrCreate('a', 1, fail)))
    assert.deepEqual(
      responses.map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    assert.equal(String((await bodies.getOrCreate('a', 1, async () => Buffer.from('b'))).body), 'b')
  })
})

suite('the memory of cached bodies', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void

  /** Bytes held after everything else was collected. */
  async function held() {
    await new Promise((resolve) => setTimeout(resolve, 50))
    collect()
    collect()
    const { arrayBuffers, heapUsed } = process.memoryUsage()
    return arrayBuffers + heapUsed
  }

  /** As long when it is compressed as a small page is: of shorter ones, thousands more would have to be compressed. */
  const text = (n: number, bytes: number) =>
    createHash('shake256', { outputLength: bytes }).update(String(n)).digest('base64')

  const makers: Record<string, (n: number) => Promise<Buffer>> = {
    'compressed pages, which come as slices of a pool': (n) =>
      compressed(Buffer.from(`<p>${text(n, 2048)}`), 'gzip', 'quick'),
    'short texts, which come as slices of a pool too': async (n) => Buffer.from(`{"n":${n}}`),
    'pages of 20 KiB': async (n) => Buffer.alloc(20 * 1024, n),
  }
  for (const [name, make] of Object.entries(makers)) {
    test(`is within the limit: ${name}`, async () => {
      const room = 6 * MiB
      const before = await held()
      const bodies = bodyCache(room)
      const [{ length }] = [await make(1)]
      const count = Math.ceil((2 * room) / (length + 700))
      const keyOf = (n: number) => `page of a store with a long name ${n}`
      for (let n = 0; n < count; n++) await bodies.getOrCreate(keyOf(n), n, () => make(n))
      const took = (await held()) - before
      assert.ok(took < room * 1.15, `${(took / MiB).toFixed(1)} MiB`)
      const left = Array.from({ length: count }, (_, n) => bodies.get(keyOf(n), n)).filter(Boolean)
      assert.ok(left.length > count / 3, `${left.length} of ${count}`)
    })
  }
})

suite('the response from a cached body', () => {
  const cached = { version: 1, body: Buffer.from('{}'), etag: '"a"' }
  const how = { type: 'text/html', cacheControl: 'no-cache', encoding: 'br' } as const

  test('is the full body, or a 304 with the Vary header', () => {
    assert.deepEqual(conditionalResponse(cached, how, '"b"'), {
      status: 200,
      headers: {
        etag: '"a"',
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
        'content-type': 'text/html',
        'content-length': 2,
        'content-encoding': 'br',
      },
      body: cached.body,
    })
    assert.deepEqual(conditionalResponse(cached, how, '"b", W/"a"'), {
      status: 304,
      headers: { etag: '"a"', 'cache-control': 'no-cache', vary: 'accept-encoding' },
    })
  })
})
