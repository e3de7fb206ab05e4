import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { promises } from 'node:dns'
import { after, suite, test } from 'node:test'
import { destinationError, isPublic, nameServers, publicLookup, type Resolve } from './destination.ts'

const resolvesTo =
  (...addresses: string[]): Resolve =>
  (_host, _options, response) =>
    response(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
const fails: Resolve = (_host, _options, response) => response(new Error('no such name'), [])

suite('a public address', () => {
  for (const address of ['8.8.8.8', '200.12.9.1', '2606:4700:4700::1111', '::ffff:8.8.8.8']) {
    test(address, () => assert.equal(isPublic(address), true))
  }
})

suite('not a public address', () => {
  for (const address of [
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '168.63.129.16',
    '192.0.0.8',
    '192.0.2.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.251',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:168.63.129.16',
    '::10.0.0.1',
    '::ffff:0:10.0.0.1',
    '64:ff9b::127.0.0.1',
    '64:ff9b:1::10.0.0.1',
    '2002:7f00:1::1',
    '2001:0:4136:e378::1',
    '2001:db8::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '100::1',
    '5f00::1',
    '4000::1',
    'not an address',
  ]) {
    test(address, () => assert.equal(isPublic(address), false))
  }
})

suite('a destination given by a user', () => {
  const cases: [url: string, fault: string | null][] = [
    ['https://hooks.example.com/pedidos?x=1', null],
    ['https://hooks.example.com:8443/', null],
    ['https://8.8.8.8/', null],
    ['http://hooks.example.com/', 'not_https'],
    ['ftp://hooks.example.com/', 'malformed'],
    ['hooks.example.com', 'malformed'],
    ['https://[fe80::1%25eth0]/', 'malformed'],
    ['https://user:secret@hooks.example.com/', 'credentials'],
    ['https://user@hooks.example.com/', 'credentials'],
    ['https://hooks.example.com:22/', 'port'],
    ['https://hooks.example.com:25/', 'port'],
    ['https://hooks.example.com:80/', 'port'],
    ['https://hooks.example.com:6000/', 'port'],
    ['https://127.0.0.1/', 'not_public'],
    ['https://127.1/', 'not_public'],
    ['https://2130706433/', 'not_public'],
    ['https://0x7f.0.0.1/', 'not_public'],
    ['https://0177.0.0.1/', 'not_public'],
    ['https://127.0.0.1./', 'not_public'],
    ['https://①②⑦.0.0.1/', 'not_public'],
    ['https://0/', 'not_public'],
    ['https://localhost/', 'not_public'],
    ['https://LocalHost/', 'not_public'],
    ['https://tienda.localhost/', 'not_public'],
    ['https://localhost./', 'trailing_dot'],
    ['https://localhost../', 'trailing_dot'],
    ['https://hooks.example.com./', 'trailing_dot'],
    ['https://hooks.example.com。/', 'trailing_dot'],
    ['https://[::1]/', 'not_public'],
    ['https://[::ffff:10.0.0.1]/', 'not_public'],
    ['https://[64:ff9b::a9fe:a9fe]/', 'not_public'],
    ['https://169.254.169.254/latest/meta-data/', 'not_public'],
  ]
  for (const [url, fault] of cases) {
    test(`${url} → ${fault}`, async () => {
      assert.equal(await destinationError(url, resolvesTo('93.184.216.34')), fault)
    })
  }

  test('must not resolve to a private address', async () => {
    const url = 'https://hooks.example.com/'
    assert.equal(await destinationError(url, resolvesTo('93.184.216.34', '10.0.0.1')), 'not_public')
    assert.equal(await destinationError(url, resolvesTo('::1')), 'not_public')
  })

  test('may have a name that does not resolve yet: it is checked again on connection', async () => {
    assert.equal(await destinationError('https://hooks.example.com/', fails), null)
  })
})

/** A name server with one IPv4 address for every name. */
async function aNameServer(address: number[]) {
  const server = createSocket('udp4')
  server.on('message', (query, { port }) => {
    const isA = query[query.indexOf(0, 12) + 2] === 1
    const head = Buffer.from([query[0]!, query[1]!, 0x81, 0x80, 0, 1, 0, isA ? 1 : 0, 0, 0, 0, 0])
    const response = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address])
    const question = query.subarray(12, query.indexOf(0, 12) + 5)
    server.send(Buffer.concat([head, question, ...(isA ? [response] : [])]), port, '127.0.0.1')
  })
  await new Promise<void>((ready) => server.bind(0, '127.0.0.1', ready))
  after(() => server.close())
  return [`127.0.0.1:${server.address().port}`]
}

const lookUp = (servers: string[]) =>
  new Promise((done) =>
    publicLookup(nameServers(servers))('a.example', { all: true }, (error, found) => done(error ?? found)),
  )

suite('name servers', () => {
  test('are queried for A and AAAA records', async () => {
    assert.deepEqual(await lookUp(await aNameServer([93, 184, 216, 34])), [
      { address: '93.184.216.34', family: 4 },
    ])
    assert.match(String(await lookUp(await aNameServer([10, 0, 0, 1]))), /not a public address/)
  })

  test('that never respond block no other lookup', async () => {
    const silent = createSocket('udp4')
    await new Promise<void>((ready) => silent.bind(0, '127.0.0.1', ready))
    after(() => silent.close())
    const lookup = publicLookup(nameServers([`127.0.0.1:${silent.address().port}`]))
    let callbacks = 0
    for (let n = 0; n < 20; n++) lookup(`slow${n}.example`, { all: true }, () => callbacks++)
    await promises.lookup('localhost')
    assert.equal(callbacks, 0)
  })

  test('without an address are an error', async () => {
    const response = await new Promise<NodeJS.ErrnoException | null>((done) =>
      nameServers()('nowhere.invalid', { all: true }, (error) => done(error)),
    )
    assert.equal(response?.code, 'ENOTFOUND')
  })
})
