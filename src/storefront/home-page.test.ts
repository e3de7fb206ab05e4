import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../test/service.ts'

const service = await startService()

suite('GET /', () => {
  test('presents the service, and no shop that is not there', async () => {
    const { status, text, headers } = await service.get('/')
    assert.equal(status, 200)
    assert.match(text, /<h1>Tu catálogo en un enlace/)
    assert.match(text, /href="\/docs"/)
    assert.doesNotMatch(text, /cerro-ceniza/)
    assert.match(headers.get('content-security-policy')!, /default-src 'none'/)
  })
})
