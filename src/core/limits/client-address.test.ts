import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { suite, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { startService } from '../../../test/service.ts'
import { anAddress } from '../../../test/factories.ts'
import { readConfig } from '../config/config.ts'
import { clientAddress, isSecure } from './client-address.ts'

type Overrides = { from?: string; trust?: string; forwarded?: string; proto?: string; tls?: boolean }

function aRequest({ from = '127.0.0.1', forwarded, proto, tls }: Overrides): IncomingMessage {
  const headers = {
    ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
    ...(proto !== undefined && { 'x-forwarded-proto': proto }),
  }
  return {
    headers,
    socket: { remoteAddress: from, ...(tls && { encrypted: true }) },
  } as unknown as IncomingMessage
}

const trusted = (trust = '') => readConfig({ TRUST_PROXY: trust }).trustProxy
const addressOf = (overrides: Overrides) => clientAddress(aRequest(overrides), trusted(overrides.trust))
const secure = (overrides: Overrides) => isSecure(aRequest(overrides), trusted(overrides.trust))

suite('the address of a client', () => {
  test("is the peer's while no proxy is trusted, whatever the header says", () => {
    assert.equal(addressOf({ from: '203.0.113.7' }), '203.0.113.7')
    assert.equal(addressOf({ from: '203.0.113.7', forwarded: '198.51.100.1' }), '203.0.113.7')
    assert.equal(
      addressOf({ from: '203.0.113.7', forwarded: '198.51.100.1', trust: '10.0.0.0/8' }),
      '203.0.113.7',
    )
  })

  test('is the rightmost one that is not a trusted proxy', () => {
    const trust = '10.0.0.0/8, 192.0.2.1'
    assert.equal(addressOf({ from: '10.0.0.1', trust, forwarded: '198.51.100.1' }), '198.51.100.1')
    assert.equal(addressOf({ from: '10.0.0.1', trust, forwarded: '1.1.1.1, 198.51.100.1' }), '198.51.100.1')
    assert.equal(
      addressOf({ from: '10.0.0.1', trust, forwarded: '1.1.1.1,198.51.100.1, 192.0.2.1,10.9.9.9' }),
      '198.51.100.1',
    )
    assert.equal(addressOf({ from: '10.0.0.1', trust, forwarded: '10.0.0.3, 10.0.0.2' }), '10.0.0.3')
  })

  test('is the last known proxy where the header is malformed', () => {
    for (const forwarded of [
      '',
      'unknown',
      ' , ',
      '198.51.100.1; drop',
      'a'.repeat(9000),
      '1.1.1.1, _hidden',
    ]) {
      assert.equal(addressOf({ from: '10.0.0.1', trust: '10.0.0.1', forwarded }), '10.0.0.1')
    }
  })

  test('counts IPv6 by /64', () => {
    assert.equal(addressOf({ from: '2001:db8:1:2:3:4:5:6' }), '2001:db8:1:2/64')
    assert.equal(addressOf({ from: '2001:db8:1:2::1' }), '2001:db8:1:2/64')
    assert.equal(addressOf({ from: '2001:0DB8:0001:0002:ffff::' }), '2001:db8:1:2/64')
    assert.notEqual(addressOf({ from: '2001:db8:1:3::1' }), addressOf({ from: '2001:db8:1:2::1' }))
    assert.equal(addressOf({ from: '::1', trust: '::1', forwarded: '2001:db8::9' }), '2001:db8:0:0/64')
  })

  test('reads an IPv4-mapped IPv6 address as IPv4', () => {
    assert.equal(addressOf({ from: '::ffff:203.0.113.7' }), '203.0.113.7')
    assert.equal(
      addressOf({ from: '::ffff:10.0.0.1', trust: '10.0.0.0/8', forwarded: '::ffff:198.51.100.1' }),
      '198.51.100.1',
    )
    assert.equal(
      addressOf({ from: '10.0.0.1', trust: '::ffff:10.0.0.0/104', forwarded: '198.51.100.1' }),
      '198.51.100.1',
    )
    assert.equal(
      addressOf({ from: '10.0.0.1', trust: '::ffff:10.0.0.1', forwarded: '198.51.100.1' }),
      '198.51.100.1',
    )
  })

  test('may have a port in the header', () => {
    const trust = '10.0.0.1'
    assert.equal(addressOf({ from: '10.0.0.1', trust, forwarded: '198.51.100.1:4711' }), '198.51.100.1')
    assert.equal(addressOf({ from: '10.0.0.1', trust, forwarded: '[2001:db8::1]:4711' }), '2001:db8:0:0/64')
    assert.equal(addressOf({ from: '10.0.0.1', trust, forwarded: '[2001:db8::1]' }), '2001:db8:0:0/64')
  })
})

suite('cached addresses', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void

  /** Bytes held after everything else was collected. */
  function held() {
    collect()
    return process.memoryUsage().heapUsed
  }

  test('do not retain the long headers that they were sliced from', () => {
    const trust = '10.0.0.1'
    const long = 'x'.repeat(15_000)
    const before = held()
    for (let n = 0; n < 5_000; n++) {
      const forwarded = `${long}${n}, 2001:db8:0:${n.toString(16)}:1:2:3:4`
      assert.equal(addressOf({ from: '10.0.0.1', trust, forwarded }), `2001:db8:0:${n.toString(16)}/64`)
    }
    const took = held() - before
    assert.ok(took < 20_000_000, `${took} bytes`) // the headers have 75 million
  })
})

suite('a request is secure', () => {
  test('over TLS, or where a trusted proxy says so', () => {
    assert.equal(secure({ tls: true }), true)
    assert.equal(secure({}), false)
    assert.equal(secure({ trust: '127.0.0.1', proto: 'https' }), true)
    assert.equal(secure({ trust: '127.0.0.1', proto: 'http' }), false)
    assert.equal(secure({ trust: '127.0.0.1' }), false)
    assert.equal(secure({ trust: '127.0.0.1', proto: 'https, http' }), false)
  })

  test('not because an untrusted client claims it', () => {
    assert.equal(secure({ proto: 'https' }), false)
    assert.equal(secure({ trust: '10.0.0.1', proto: 'https' }), false)
  })
})

suite('a limit per address', () => {
  const ask = (service: Awaited<ReturnType<typeof startService>>, headers: Record<string, string>) =>
    service.get('/api/check-slug?slug=abc', undefined, headers)
  const remaining = async (...args: Parameters<typeof ask>) =>
    Number((await ask(...args)).headers.get('x-ratelimit-remaining'))

  test('can not be evaded by a header that no trusted proxy wrote', async () => {
    const direct = await startService({ TRUST_PROXY: '' })
    const places = []
    for (let n = 0; n < 3; n++) places.push(await remaining(direct, anAddress()))
    assert.deepEqual(places, [29, 28, 27])
  })

  test('can not be evaded by a forged header behind a proxy, nor by changing addresses within a /64', async () => {
    const behind = await startService()
    const { 'x-forwarded-for': address } = anAddress()
    assert.equal(await remaining(behind, { 'x-forwarded-for': address! }), 29)
    assert.equal(await remaining(behind, { 'x-forwarded-for': `1.2.3.4, ${address}` }), 28)
    assert.equal(await remaining(behind, { 'x-forwarded-for': '2001:db8:5::1' }), 29)
    assert.equal(await remaining(behind, { 'x-forwarded-for': '2001:db8:5::2' }), 28)
  })
})
