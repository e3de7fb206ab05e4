import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { RESERVED_SLUGS } from './reserved-slugs.ts'

const service = await startService()

suite('a slug', () => {
  test('is never the first segment of a path of the service itself', () => {
    const segments = [...service.app.knownRoutes.keys()].map((url) => url.split('/')[1] ?? '')
    const couldBeSlugs = segments.filter((segment) => /^[a-z0-9-]{3,30}$/.test(segment))
    assert.ok(couldBeSlugs.includes('api'))
    const free = couldBeSlugs.filter((segment) => !RESERVED_SLUGS.has(segment))
    assert.deepEqual([...new Set(free)], [])
  })

  test('is reserved where the specification says so', () => {
    for (const word of 'admin api app www help ayuda blog login status static assets'.split(' ')) {
      assert.ok(RESERVED_SLUGS.has(word), word)
    }
  })
})
