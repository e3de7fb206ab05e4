import assert from 'node:assert/strict'
import { pathOf } from './host.ts'
import { METHODS } from 'node:http'
import { connect } from 'node:net'
import { suite, test } from 'node:test'
import { bareApp } from '../../../test/bare-app.ts'
import { rawRequest } from '../../../test/raw-request.ts'
import { startService, type Answer } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { anAddress, aStore } from '../../../test/factories.ts'

const service = await startService()
const { key } = await aStore(service)

function is({ status, json }: Answer, expected: number, code: string) {
  assert.equal(status, expected, JSON.stringify(json))
  assert.equal(json.code, code)
  assert.ok(json.error.length > 0)
}

const order = (body: unknown, headers: Record<string, string> = {}) =>
  service.post('/api/orders', { body, headers: { ...anAddress(), ...headers } })

const put = (body: unknown, headers: Record<string, string> = {}) =>
  service.put('/api/v1/store', { key, body, headers })

const raw = (text: string) => rawRequest(service.url, text)

test('a client that sends its request byte by byte is disconnected', () => {
  const { headersTimeout, requestTimeout } = service.app.server
  assert.ok(headersTimeout > 0 && headersTimeout <= 10_000)
  assert.ok(requestTimeout > 0 && requestTimeout <= 120_000)
})

test('a client that does not read its response is disconnected', async () => {
  const silent = await startService()
  const { server } = silent.app
  assert.ok(server.timeout > 20_000 && server.timeout <= 30_000)
  server.timeout = 200 // from the next connection on
  const socket = connect(Number(new URL(silent.url).port), '127.0.0.1')
    .pause()
    .on('error', () => {})
  socket.write('GET /api/v1/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(200))
  const open = () =>
    new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))
  await waitFor(async () => (await open()) === 1)
  await waitFor(async () => (await open()) === 0)
  socket.destroy()
})

suite('addresses and methods', () => {
  test('404 on an unknown path, with or without a key', async () => {
    for (const path of ['/api/nada', '/api/v1', '/api/v1/nada', '/api/v1/store/nada', '/api/v2/store']) {
      is(await service.get(path), 404, 'NOT_FOUND')
      is(await service.get(path, key), 404, 'NOT_FOUND')
      is(await service.post(path, { body: {} }), 404, 'NOT_FOUND')
    }
  })

  test('404 in JSON on unknown paths of the API, whatever Accept says', async () => {
    const paths = [
      '/api',
      '/api?x=1',
      '/api/',
      '/api/carrito',
      '/api/p/cafe',
      '/api/v1/orders/',
      '/api/health/',
    ]
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'PATCH']) {
        const answer = await fetch(service.url + path, { method, headers: { accept: 'text/html' } })
        assert.equal(answer.status, 404, `${method} ${path}`)
        assert.match(await answer.text(), /^{.*"NOT_FOUND"}$/)
      }
    }
  })

  test('404 has a request id, however malformed the path is', async () => {
    for (const path of ['/api/v1/orders/%zz', `/api/v1/orders/${'a'.repeat(1100)}`]) {
      const answer = await service.get(path, key, { 'x-request-id': 'la-mia' })
      is(answer, 404, 'NOT_FOUND')
      assert.equal(answer.headers.get('x-request-id'), 'la-mia')
    }
  })

  test('405 with the allowed methods', async () => {
    const cases = [
      ['DELETE', '/api/v1/store', 'GET, HEAD, PUT'],
      ['POST', '/api/v1/store', 'GET, HEAD, PUT'],
      ['GET', '/api/orders', 'POST'],
      ['PUT', '/api/health', 'GET, HEAD'],
      ['PATCH', '/api/v1/orders/x', 'GET, HEAD, PUT'],
      ['OPTIONS', '/api/v1/stores/x', 'GET, HEAD, DELETE'],
    ] as const
    for (const [method, path, allow] of cases) {
      const answer = await service.call(method, path, { key })
      is(answer, 405, 'METHOD_NOT_ALLOWED')
      assert.equal(answer.headers.get('allow'), allow)
    }
  })

  test('HEAD has the status and headers of GET, and no body', async () => {
    const ask = async (method: string, path: string) => {
      const text = await raw(
        `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`,
      )
      const end = text.indexOf('\r\n\r\n')
      const changing = /^(?:date|x-request-id|x-ratelimit-\w+):/i
      const head = text
        .slice(0, end)
        .split('\r\n')
        .filter((line) => !changing.test(line))
      return { head, body: text.slice(end + 4) }
    }
    const paths = ['/api/health', '/api/v1/store', '/api/v1/products', '/api/v1/nada', '/', '/nada', '/docs']
    for (const path of paths) {
      const [get, head] = [await ask('GET', path), await ask('HEAD', path)]
      assert.notEqual(get.body, '', path)
      assert.deepEqual(head, { head: get.head, body: '' }, path)
    }
  })

  test('405 on rare methods, where the path exists', async () => {
    const usual = new Set(['CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'])
    const ask = (method: string, path: string) =>
      raw(`${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`)
    for (const method of METHODS.filter((method) => !usual.has(method))) {
      const known = await ask(method, '/api/v1/store')
      assert.match(known, /^HTTP\/1\.1 405 /, method)
      assert.match(known, /\r\nallow: GET, HEAD, PUT\r\n/i, method)
      for (const path of ['/api/v1/nada', '/api/v1/store/'])
        assert.match(await ask(method, path), /^HTTP\/1\.1 404 /, method + path)
    }
  })

  test('405 does not wait for a body', async () => {
    is(await service.call('DELETE', '/api/v1/store', { body: '{', key }), 405, 'METHOD_NOT_ALLOWED')
  })

  test('404 does not read a body either', async () => {
    for (const body of ['{', 'x'.repeat(2 ** 20 + 1)])
      for (const path of ['/api/v1/nada', '/api/v1/store/', '/api/nada'])
        is(await service.call('POST', path, { body }), 404, 'NOT_FOUND')
  })
})

suite('bodies', () => {
  test('a body: 415 when it is not JSON', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'x',
      'application/xml',
    ]) {
      is(await put('{}', { 'content-type': type }), 415, 'UNSUPPORTED_MEDIA_TYPE')
    }
    assert.equal((await put('{}', { 'content-type': 'application/json; charset=utf-8' })).status, 200)
    assert.equal((await put('{}', { 'content-type': 'Application/JSON' })).status, 200)
  })

  test('a body: 413 over 64 KiB on a public endpoint and over 1 MiB on a keyed one', async () => {
    const sized = (bytes: number) => JSON.stringify({ name: 'x'.repeat(bytes - 11) })
    is(await order(sized(64 * 1024 + 1)), 413, 'PAYLOAD_TOO_LARGE')
    is(await order(sized(64 * 1024)), 400, 'VALIDATION_ERROR')
    is(await put(sized(1024 * 1024 + 1)), 413, 'PAYLOAD_TOO_LARGE')
    is(await put(sized(1024 * 1024)), 400, 'VALIDATION_ERROR')
  })

  test('a body: 413 also without a Content-Length', async () => {
    const chunk = 'x'.repeat(65_000)
    const answer = await raw(
      `POST /api/orders HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n` +
        `${chunk.length.toString(16)}\r\n${chunk}\r\n${chunk.length.toString(16)}\r\n${chunk}\r\n0\r\n\r\n`,
    )
    assert.match(answer, /^HTTP\/1\.1 413 /)
    assert.match(answer, /PAYLOAD_TOO_LARGE/)
  })

  test('a body: 400 malformed_json on invalid JSON', async () => {
    for (const body of ['{', '{"name":}', "{'name':'x'}", 'null,', '{"name":"x"}}', 'NaN', '\u0000']) {
      const answer = await put(body)
      is(answer, 400, 'VALIDATION_ERROR')
      assert.deepEqual([answer.json.details.field, answer.json.details.reason], ['body', 'malformed_json'])
    }
  })

  test('a body: 400 malformed_json on invalid UTF-8', async () => {
    const response = await fetch(`${service.url}/api/v1/store`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: Buffer.concat([Buffer.from('{"name":"caf'), Buffer.from([0xe9]), Buffer.from('"}')]),
    })
    assert.equal(response.status, 400)
    const { details } = (await response.json()) as { details: { reason: string } }
    assert.equal(details.reason, 'malformed_json')
  })

  test('a body: 400 when the body is missing or not an object', async () => {
    for (const body of ['', 'null']) {
      const answer = await put(body)
      is(answer, 400, 'VALIDATION_ERROR')
      assert.deepEqual([answer.json.details.field, answer.json.details.reason], ['body', 'required'])
    }
    for (const body of ['[]', '"x"', '7', 'true']) {
      const answer = await put(body)
      is(answer, 400, 'VALIDATION_ERROR')
      assert.deepEqual([answer.json.details.field, answer.json.details.reason], ['body', 'type'])
    }
  })

  test('a body: 400 on deep nesting and on __proto__; of a repeated field the last value counts', async () => {
    const tower = '['.repeat(100_000)
    is(await put(tower), 400, 'VALIDATION_ERROR')
    is(await put(`{"name":${tower}${']'.repeat(100_000)}}`), 400, 'VALIDATION_ERROR')
    const proto = await put('{"__proto__":{"name":"x"}}')
    is(proto, 400, 'VALIDATION_ERROR')
    assert.equal(proto.json.details.reason, 'unknown_field')
    assert.equal((await put('{"name":"Uno","name":"Dos"}')).json.data.name, 'Dos')
  })
})

suite('every response', () => {
  test("every response has the caller's request id, when it is valid", async () => {
    for (const id of ['a', 'pedido-7_1.b', 'x'.repeat(128)]) {
      const { headers } = await service.get('/api/health', undefined, { 'x-request-id': id })
      assert.equal(headers.get('x-request-id'), id)
    }
  })

  test('every response has a new request id where the caller sends none that is valid', async () => {
    const ids = []
    for (const id of [undefined, '', 'x'.repeat(129), 'con espacio', 'año', '<script>']) {
      const { headers } = await service.get(
        '/api/health',
        undefined,
        id === undefined ? {} : { 'x-request-id': id },
      )
      ids.push(headers.get('x-request-id')!)
    }
    for (const id of ids) assert.match(id, /^[0-9a-f-]{36}$/)
    assert.equal(new Set(ids).size, ids.length)
  })

  test('an error response has its request id too, and is JSON in UTF-8 with nosniff', async () => {
    const responses = [
      await service.get('/api/nada'),
      await service.get('/api/v1/store'),
      await service.call('PATCH', '/api/v1/store'),
      await put('{'),
      await service.get('/api/v1/store', key),
    ]
    for (const { headers } of responses) {
      assert.ok(headers.get('x-request-id'))
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
    }
  })

  test('every response hides the details of an unexpected error', async () => {
    const broken = await startService()
    const store = await aStore(broken)
    await broken.sql`alter table orders rename to hidden`
    const { status, json, text } = await broken.get('/api/v1/orders', store.key)
    assert.equal(status, 500)
    assert.equal(json.code, 'INTERNAL_ERROR')
    assert.doesNotMatch(text, /orders|relation|select|\.ts/)
  })
})

suite('plain HTTP where the public address is https', async () => {
  const secure = await startService({ PUBLIC_URL: 'https://tiendas.ejemplo', TRUST_PROXY: '127.0.0.1' })

  test('plain HTTP beside https: 301 to the same path over https', async () => {
    for (const path of ['/', '/api/v1/orders?limit=5&x=%20', '/api/nada', '/cafe', '//malo.ejemplo/x']) {
      for (const headers of [{}, { 'x-forwarded-proto': 'http' }] as Record<string, string>[]) {
        const answer = await secure.get(path, undefined, headers)
        assert.equal(answer.status, 301, path)
        assert.equal(answer.headers.get('location'), `https://tiendas.ejemplo${path}`)
      }
    }
    assert.equal((await secure.post('/api/orders', { body: {} })).status, 301)
    assert.equal((await secure.call('PATCH', '/api/orders')).status, 301)
  })

  test('comes before the key is checked', async () => {
    const answer = await secure.get('/api/v1/store', 'vit_x')
    assert.equal(answer.status, 301)
    assert.equal(answer.headers.has('x-ratelimit-limit'), false)
  })

  test('plain HTTP beside https is accepted where a trusted proxy says that it was https', async () => {
    const { status } = await secure.get('/api/v1/store', undefined, { 'x-forwarded-proto': 'https' })
    assert.equal(status, 401)
  })

  test('plain HTTP beside https lets a load balancer probe directly, but redirects a probe that came through the proxy', async () => {
    for (const path of ['/api/health', '/api/ready', '/api/ready?probe=1']) {
      assert.equal((await secure.get(path)).status, 200)
      assert.equal((await secure.get(path, undefined, { 'x-forwarded-proto': 'http' })).status, 301)
      assert.equal((await secure.get(path, undefined, { 'x-forwarded-proto': 'https' })).status, 200)
    }
  })

  test('plain HTTP beside https ignores X-Forwarded-Proto from a client that is not a trusted proxy', async () => {
    const untrusting = await startService({ PUBLIC_URL: 'https://tiendas.ejemplo', TRUST_PROXY: '' })
    const { status } = await untrusting.get('/api/v1/store', undefined, { 'x-forwarded-proto': 'https' })
    assert.equal(status, 301)
  })

  test('plain HTTP beside https never redirects to another host', async () => {
    const port = Number(new URL(secure.url).port)
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('data', (chunk) => resolve(chunk.toString()))
      socket.write(
        'GET http://malo.ejemplo/cafe?x=1 HTTP/1.1\r\nHost: malo.ejemplo\r\nConnection: close\r\n\r\n',
      )
    })
    assert.match(answer, /^HTTP\/1\.1 301 /)
    assert.match(answer, /\r\nlocation: https:\/\/tiendas\.ejemplo\/cafe\?x=1\r\n/i)
    for (const target of [
      '*.malo.ejemplo',
      '*@malo.ejemplo/x',
      '.malo.ejemplo',
      '@malo.ejemplo',
      'malo.ejemplo:80',
    ]) {
      assert.equal(pathOf(target), '/', target)
    }
  })
})

test('an error while responding to an unparsable URL is a 500, and the process continues', async () => {
  const app = bareApp({ sql: service.sql, sendNotFound: () => Promise.reject(new Error('no page')) })
  assert.equal((await app.inject('/%E0%A4%A')).statusCode, 500)
  await app.close()
})
