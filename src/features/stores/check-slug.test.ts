import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { anAddress, aStore } from '../../../test/factories.ts'
import { newId } from '../../core/values/id.ts'
import { markStoreDeleted } from './delete.ts'

const service = await startService()

const check = (query: string, headers = anAddress()) =>
  service.get(`/api/check-slug${query}`, undefined, headers)

suite('GET /api/check-slug', () => {
  test('reports that a slug is available', async () => {
    const { status, json } = await check(`?slug=libre-${newId().slice(0, 8)}`)
    assert.equal(status, 200)
    assert.deepEqual(json, { available: true })
  })

  test('reports that a slug in use, reserved, or of a deleted store is not', async () => {
    const [store, deleted] = [await aStore(service), await aStore(service)]
    await service.sql.begin((tx) => markStoreDeleted(tx, deleted.id))
    for (const slug of [store.slug, deleted.slug, 'admin', 'panel']) {
      assert.deepEqual((await check(`?slug=${slug}`)).json, { available: false }, slug)
    }
  })

  test('400 on a slug that is missing, too short or long, has other characters, or is given twice', async () => {
    const cases = {
      '': 'required',
      '?slug=': 'min_length',
      '?slug=ab': 'min_length',
      [`?slug=${'a'.repeat(31)}`]: 'max_length',
      '?slug=Caf%C3%A9': 'pattern',
      '?slug=abc%00': 'pattern',
      '?slug=abc&slug=abd': 'type',
    }
    for (const [query, reason] of Object.entries(cases)) {
      const { status, json } = await check(query)
      assert.equal(status, 400, query)
      assert.deepEqual(
        [json.code, json.details.field, json.details.reason],
        ['VALIDATION_ERROR', 'slug', reason],
        query,
      )
    }
  })

  test('429 past 30 per hour and IP address', async () => {
    const address = anAddress()
    const responses = await Promise.all(Array.from({ length: 31 }, () => check('?slug=abc', address)))
    const remaining = responses.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
    assert.deepEqual(
      remaining.toSorted((a, b) => a - b),
      [0, ...Array.from({ length: 30 }, (_, n) => n)],
    )
    const [rejected, ...more] = responses.filter(({ status }) => status === 429)
    assert.equal(more.length, 0)
    assert.equal(rejected!.json.code, 'RATE_LIMIT_EXCEEDED')
    const wait = Number(rejected!.headers.get('retry-after'))
    assert.ok(wait > 3590 && wait <= 3600, String(wait))
    assert.equal((await check('?slug=abc')).status, 200)
  })
})
