import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { suite, test } from 'node:test'
import type { FastifyReply } from 'fastify'
import fc from 'fast-check'
import { message } from '../../../test/assistant.ts'
import { startService } from '../../../test/service.ts'
import { aCategory, aProduct, aStore } from '../../../test/factories.ts'
import { holdStreamedFile } from '../../core/http/unread-bodies.ts'
import { toolDefinitions } from './tool-definition.ts'

const service = await startService()
const store = await aStore(service)
const product = await aProduct(service, store)
const category = await aCategory(service, store)
const definitions = [...toolDefinitions().values()]

const REQUESTS = 800

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '',
    '\0',
    'a\0b',
    '\ud800',
    '../..',
    '%00',
    "' or 1=1 --",
    '2026-02-30T00:00:00Z',
    'x'.repeat(5000),
  ),
  fc.constantFrom(
    product.id,
    category.id,
    store.id,
    store.slug,
    'confirmed',
    'custom',
    '30d',
    '+50255551234',
  ),
)
const value = fc.oneof(text, fc.double(), fc.integer(), fc.boolean(), fc.jsonValue({ maxDepth: 3 }))

const call = fc.constantFrom(...definitions).chain((definition) => {
  const fields = [
    'id',
    'store',
    'dryRun',
    ...definition.query,
    ...(definition.body ?? []),
    '__proto__',
    'constructor',
  ]
  const given = fc.array(fc.tuple(fc.constantFrom(...fields), value), { maxLength: 6 })
  return given.map((pairs) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: definition.name, arguments: Object.fromEntries(pairs) },
  }))
})

const anything = fc.oneof(
  { weight: 6, arbitrary: call },
  fc.record(
    {
      jsonrpc: fc.oneof(fc.constant('2.0'), value),
      id: value,
      method: fc.oneof(
        fc.constantFrom('tools/call', 'tools/list', 'resources/read', 'initialize', 'server/discover'),
        value,
      ),
      params: value,
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue({ maxDepth: 4 }),
)

suite('an account with as many unread responses as it may have', () => {
  test('gets the results of writes, and errors for reads', async () => {
    const busy = await aStore(service)
    const raw = new EventEmitter()
    for (let n = 0; n < 4; n++) holdStreamedFile({ raw } as unknown as FastifyReply, busy.ownerId)
    const call = (name: string, args: object) =>
      message(
        service,
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
        { authorization: `Bearer ${busy.key}` },
      )
    const variants = Array.from({ length: 100 }, (_, n) => ({ name: `${'"'.repeat(70)}${n}` }))
    const made = await call('create_product', { name: 'Taza', price: 1, variants })
    assert.equal(made.status, 200, made.text.slice(0, 500))
    assert.ok(made.text.length > 64 * 1024)
    assert.equal((await call('list_products', {})).status, 503)
    raw.emit('close')
    assert.equal((await call('list_products', {})).status, 200)
  })
})

suite('hostile messages', () => {
  test('never cause a 5xx', async () => {
    let sent = 0
    await fc.assert(
      fc.asyncProperty(
        anything,
        fc.constantFrom<Record<string, string>[]>({}, { 'mcp-protocol-version': '2026-07-28' }),
        async (body, headers) => {
          if (++sent % 90 === 0) await service.sql`update rate_hits set hits = 0`
          const { status, text: answer } = await message(service, body, {
            authorization: `Bearer ${store.key}`,
            ...headers,
          })
          assert.ok(status < 500, `${status} ${answer}`)
          assert.doesNotMatch(answer, /INTERNAL_ERROR|SERVICE_UNAVAILABLE|-32603/)
        },
      ),
      { numRuns: REQUESTS },
    )
  })
})
