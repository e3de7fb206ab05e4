import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { anAddress, aStore } from '../../../test/factories.ts'
import type { ApiError } from '../errors/errors.ts'
import { parseJson } from './json.ts'

const nested = (depth: number) => `{"name":${'['.repeat(depth)}${']'.repeat(depth)}}`
const fields = (count: number) => `{${Array.from({ length: count }, (_, n) => `"campo${n}":1`).join()}}`

const reasonOf = (text: string) => {
  try {
    parseJson(Buffer.from(text))
    return null
  } catch (error) {
    return (error as ApiError).body.details?.['reason']
  }
}

suite('a JSON body', () => {
  test('is parsed, with brackets and commas in its strings too', () => {
    const body = { text: `[{,"\\${'['.repeat(100)}${','.repeat(10_000)}`, list: [1, { a: [null] }] }
    assert.deepEqual(parseJson(Buffer.from(JSON.stringify(body))), body)
    assert.equal(reasonOf(nested(31)), null)
    assert.equal(reasonOf(fields(12_000)), null)
  })

  test('is rejected before it is parsed when it nests too deep or has too many values', () => {
    assert.equal(reasonOf(nested(32)), 'invalid')
    assert.equal(reasonOf(nested(500_000)), 'invalid')
    assert.equal(reasonOf('['.repeat(1_000_000)), 'invalid')
    assert.equal(reasonOf(fields(12_001)), 'invalid')
    assert.equal(reasonOf(`[${'0,'.repeat(500_000)}0]`), 'invalid')
  })

  test('is rejected when it is malformed', () => {
    for (const text of ['{', '"', '"\\', ']]]]', '{"a":1}}', '\ufffe', 'nul']) {
      assert.equal(reasonOf(text), 'malformed_json', text)
    }
    assert.throws(() => parseJson(Buffer.from([0x22, 0xff, 0x22])))
  })
})

const service = await startService()
const { key } = await aStore(service)

suite('every endpoint with a JSON body', () => {
  test('400 on a body that nests too deep', async () => {
    const routes = [...service.app.knownRoutes.values()].flat()
    const taking = routes.filter(
      ({ method, url, schema }) =>
        ['POST', 'PUT'].includes(String(method)) &&
        url.startsWith('/api') &&
        schema?.body &&
        !('consumes' in schema), // pictures
    )
    assert.ok(taking.length > 10)
    for (const { method, url } of taking) {
      const path = url.replaceAll(/:\w+/g, 'nada')
      const { status } = await service.call(String(method), path, {
        key,
        headers: { ...anAddress(), origin: 'http://localhost:3000' },
        body: nested(10_000),
      })
      // A store's key is rejected at the account's addresses before anything is read.
      assert.ok(status === 400 || (status === 403 && url.startsWith('/api/v1/stores')), `${url} ${status}`)
    }
  })
})
