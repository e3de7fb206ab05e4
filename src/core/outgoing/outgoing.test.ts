import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { after, suite, test } from 'node:test'
import { waitFor } from '../../../test/wait-for.ts'
import type { Resolve } from './destination.ts'
import { createHttpClient, NoReply, retryAfter } from './outgoing.ts'

/** A server that must not be reached: every connection to it is counted. */
async function aCanary(host = '127.0.0.1') {
  let connections = 0
  const server = createTcpServer((socket) => {
    connections++
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
  })
  await new Promise<void>((ready) => server.listen(0, host, ready))
  after(() => server.close())
  return { port: (server.address() as AddressInfo).port, seen: () => connections }
}

async function aServer(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function open(options: Partial<Parameters<typeof createHttpClient>[0]>) {
  const httpClient = createHttpClient({ publicOnly: false, ...options })
  after(() => httpClient.close())
  return (url: string, signal?: AbortSignal) => httpClient.post({ url, headers: {}, body: '{}', signal })
}

const failsBecause = (why: NoReply['why']) => (error: unknown) =>
  error instanceof NoReply && error.why === why

suite('a request to public addresses only', () => {
  const post = open({ publicOnly: true })

  for (const host of [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
  ]) {
    test(`never connects to ${host}`, async () => {
      const [canary, canary6] = [await aCanary(), await aCanary('::1')]
      await assert.rejects(post(`http://${host}:${canary.port}/`), failsBecause('forbidden'))
      await assert.rejects(post(`http://${host}:${canary6.port}/`), failsBecause('forbidden'))
      await assert.rejects(post(`https://${host}:${canary.port}/`), failsBecause('forbidden'))
      assert.equal(canary.seen() + canary6.seen(), 0)
    })
  }

  test('connects to the addresses that were checked, whatever the name resolved to before', async () => {
    const canary = await aCanary()
    const responses = ['93.184.216.34', '127.0.0.1']
    const rebinding: Resolve = (_host, _options, reply) =>
      reply(null, [{ address: responses.pop()!, family: 4 }])
    const post = open({ publicOnly: true, resolve: rebinding })
    await assert.rejects(post(`http://rebind.example:${canary.port}/`), failsBecause('forbidden'))
    assert.equal(responses.length, 1)
    assert.equal(canary.seen(), 0)
  })

  test('rejects a name with one private address among public ones', async () => {
    const canary = await aCanary()
    const mixed: Resolve = (_host, _options, reply) =>
      reply(null, [
        { address: '93.184.216.34', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ])
    const post = open({ publicOnly: true, resolve: mixed })
    await assert.rejects(post(`http://mixed.example:${canary.port}/`), failsBecause('forbidden'))
    assert.equal(canary.seen(), 0)
  })
})

suite('a request', () => {
  test('follows no redirect', async () => {
    const canary = await aCanary()
    const url = await aServer((_request, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${canary.port}/` }).end(),
    )
    assert.equal((await open({})(url)).status, 307)
    assert.equal(canary.seen(), 0)
  })

  test('ignores proxy variables', async () => {
    const proxy = await aCanary()
    const url = await aServer((_request, response) => response.end('direct'))
    process.env['http_proxy'] = `http://127.0.0.1:${proxy.port}`
    const { body } = await open({})(url)
    delete process.env['http_proxy']
    assert.equal(body, 'direct')
    assert.equal(proxy.seen(), 0)
  })

  test('reads the beginning of an endless body and disconnects', async () => {
    let closed = false
    const url = await aServer((_request, response) => {
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x'))) continue
      }
      response.on('drain', pour).on('close', () => (closed = true))
      pour()
    })
    const { body } = await open({})(url)
    assert.equal(body.length, 65_536)
    await waitFor(() => closed)
  })

  test('times out without a response, or with a slow body', async () => {
    const post = open({ timeout: 300 })
    await assert.rejects(post(await aServer(() => {})), failsBecause('timeout'))
    const slow = await aServer((_request, response) => {
      const drops = setInterval(() => response.write('.'), 50)
      response.on('close', () => clearInterval(drops))
    })
    const { status, body } = await post(slow)
    assert.equal(status, 200)
    assert.match(body, /^\.+$/)
  })

  test('returns the reason when there is no response', async () => {
    const post = open({})
    const canary = await aCanary()
    await assert.rejects(post(`https://127.0.0.1:${canary.port}/`), failsBecause('tls'))
    await assert.rejects(post('http://127.0.0.1:9/'), failsBecause('refused'))
    await assert.rejects(post('http://nowhere.invalid/'), failsBecause('unknown_host'))
    const reset = await aServer((request) => request.socket.destroy())
    await assert.rejects(post(reset), failsBecause('connection'))
    const hanging = await aServer(() => {})
    await assert.rejects(post(hanging, AbortSignal.timeout(50)), failsBecause('interrupted'))
  })

  test('does not wait for other requests to the same server', async () => {
    const url = await aServer((request, response) => {
      if (request.url === '/') response.end()
    })
    const post = open({ timeout: 60_000 })
    const over = new AbortController()
    let ended = 0
    const hanging = Array.from({ length: 100 }, () => post(`${url}/hang`, over.signal).catch(() => ended++))
    await post(url)
    assert.equal(ended, 0)
    over.abort()
    await Promise.all(hanging)
  })

  test('is not sent once its signal is aborted', async () => {
    let requested = 0
    const url = await aServer((_request, response) => {
      requested++
      response.end()
    })
    const post = open({})
    await assert.rejects(post(url, AbortSignal.abort()), failsBecause('interrupted'))
    await post(url)
    assert.equal(requested, 1)
  })

  test('ends on abort, though the DNS lookup hangs', async () => {
    const post = open({ publicOnly: true, timeout: 5000, resolve: () => {} })
    await assert.rejects(post('http://slow.example/', AbortSignal.timeout(50)), failsBecause('interrupted'))
    const impatient = open({ publicOnly: true, timeout: 100, resolve: () => {} })
    await assert.rejects(impatient('http://slow.example/'), failsBecause('timeout'))
  })
})

test('Retry-After is read as seconds or as a date', () => {
  const requested = (value?: string) => retryAfter({ headers: { 'retry-after': value } })
  assert.equal(requested('120'), 120)
  assert.equal(requested(), null)
  assert.equal(requested('soon'), null)
  assert.equal(requested('-5'), null)
  const inAMinute = requested(new Date(Date.now() + 60_000).toUTCString())!
  assert.ok(inAMinute > 55 && inAMinute <= 60, String(inAMinute))
})
