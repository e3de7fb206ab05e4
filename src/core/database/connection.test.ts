import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect as connectTo, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { after, suite, test } from 'node:test'
import { TLSSocket } from 'node:tls'
import { startService } from '../../../test/service.ts'
import { isReachable } from './connection.ts'
import { parseConnectionString } from './connection-string.ts'
import { connect, isTransientError } from './db.ts'

const { databaseUrl } = await startService()
const { hosts, user, password, database } = parseConnectionString(databaseUrl)
const fixture = (name: string) => new URL(`../../../test/fixtures/${name}`, import.meta.url).pathname
const certificate = fixture('localhost.crt')

/** What takes connections at each proxy's address. */
const listeners = new Map<string, Server>()

/** A proxy in front of the database. @param handshake handles the client until the database's protocol starts */
async function aProxy(handshake: (client: Socket) => Promise<Socket>): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    sockets.add(client.on('error', () => {}))
    void handshake(client).then((plain) => {
      const { host, port } = hosts[0]!
      const real = host.startsWith('/') ? connectTo(`${host}/.s.PGSQL.${port}`) : connectTo(port, host)
      sockets.add(real.on('error', () => {}))
      plain
        .on('error', () => {})
        .pipe(real)
        .pipe(plain)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    sockets.forEach((socket) => socket.destroy())
    server.close()
  })
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  listeners.set(address, server)
  return address
}

/** Answers an SSLRequest with TLS, as a server does. */
async function speakTls(client: Socket): Promise<Socket> {
  const [greeting] = (await once(client, 'data')) as [Buffer]
  if (greeting.readInt32BE(4) !== 80_877_103) {
    client.pause()
    client.unshift(greeting)
    return client
  }
  client.write('S')
  const [cert, key] = [readFileSync(certificate), readFileSync(fixture('localhost.key'))]
  return new TLSSocket(client, { isServer: true, cert, key })
}

async function ask(host: string, query: string, options = {}) {
  const sql = connect(`postgres://${user}:${password}@${host}/${database}?${query}`, { max: 1, ...options })
  try {
    return (await sql<[{ one: number }]>`select 1 as one`)[0].one
  } finally {
    await sql.end({ timeout: 1 })
  }
}

suite('sslmode', () => {
  test('encrypts without verifying, or verifies the issuer, or the host name too', async () => {
    const host = await aProxy(speakTls)
    const named = host.replace('127.0.0.1', 'localhost')
    assert.equal(await ask(host, 'sslmode=require'), 1)
    await assert.rejects(ask(host, 'sslmode=verify-ca'), isTransientError)
    await assert.rejects(ask(host, 'sslmode=verify-full'), isTransientError)
    assert.equal(await ask(host, `sslmode=verify-ca&sslrootcert=${certificate}`), 1)
    assert.equal(await ask(named, `sslmode=verify-full&sslrootcert=${certificate}`), 1)
  })

  test('prefers TLS and falls back to none; require does not', async () => {
    const host = await aProxy(async (client) => client) // PostgreSQL itself says that it has none on a socket
    assert.equal(await ask(host, ''), 1)
    assert.equal(await ask(host, 'sslmode=disable'), 1)
    await assert.rejects(ask(host, 'sslmode=require'), /does not support SSL/)
  })
})

suite('a server that does not respond', () => {
  test('times out during the handshake', { timeout: 20_000 }, async () => {
    const silent = await aProxy(() => new Promise(() => {}))
    await assert.rejects(ask(silent, 'sslmode=disable'), isTransientError)
  })

  test('times out during a statement of a service', { timeout: 30_000 }, async () => {
    let freeze = () => {}
    const host = await aProxy(async (client) => {
      freeze = () => client.unpipe().pause()
      return client
    })
    const sql = connect(`postgres://${user}:${password}@${host}/${database}`, {
      max: 1,
      responseTimeout: 2_000,
    })
    await sql`select 1`
    freeze()
    await assert.rejects(sql`select 2`.execute(), isTransientError)
    assert.equal((await sql`select 3 as n`)[0]!['n'], 3)
    await sql.end()
  })

  test(
    'is waited for by a reserved connection, which builds indexes and backups',
    { timeout: 30_000 },
    async () => {
      const url = `postgres://${user}:${password}@${await aProxy(async (client) => client)}/${database}`
      const sql = connect(url, { max: 2, responseTimeout: 500 })
      const reserved = await sql.reserve()
      const slow = reserved`select pg_sleep(4)`.execute() // the timeout is looked for once a second
      await assert.rejects(sql`select pg_sleep(10)`.execute(), isTransientError)
      await slow
      reserved.release()
      await sql.end()
    },
  )

  test(
    'is abandoned for another host once it accepts no connections either',
    { timeout: 30_000 },
    async () => {
      let freeze = () => {}
      const dead = await aProxy(async (client) => {
        freeze = () => client.unpipe().pause()
        return client
      })
      const { host, port } = hosts[0]!
      const other = `${encodeURIComponent(host)}:${port}`
      const sql = connect(`postgres://${user}:${password}@${dead},${other}/${database}`, { max: 1 })
      await sql`select 1`
      freeze()
      listeners.get(dead)!.close()
      await assert.rejects(sql`select 2`.execute(), isTransientError)
      assert.equal((await sql`select 3 as n`)[0]!['n'], 3)
      await sql.end()
    },
  )

  test('is not assumed when it responds with an error', async () => {
    const refusing = createServer((client) =>
      client.on('error', () => {}).end('Ecould not fork new process\n\0'),
    )
    refusing.listen(0, '127.0.0.1')
    after(() => refusing.close())
    await once(refusing, 'listening')
    const { port } = refusing.address() as AddressInfo
    assert.equal(await isReachable({ host: '127.0.0.1', port }), true)
    refusing.close()
    await once(refusing, 'close')
    assert.equal(await isReachable({ host: '127.0.0.1', port }), false)
  })
})
