import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { suite, test } from 'node:test'
import { parseConnectionString } from '../src/core/database/connection-string.ts'
import { waitForStatus, processesOn } from './process.ts'
import { startService } from './service.ts'

const service = await startService()
const { onFreePort } = await processesOn(service.databaseUrl)

suite('a database that hangs', () => {
  test('a database that hangs fails readiness soon, and the service recovers by itself', async () => {
    const proxy = await pausableProxy()
    const { url, stop } = await onFreePort({ DATABASE_URL: proxy.databaseUrl })
    await waitForStatus(`${url}/api/ready`)

    proxy.pause()
    const asked = performance.now()
    const hung = await fetch(`${url}/api/ready`)
    assert.equal(hung.status, 503)
    assert.equal(((await hung.json()) as { database: string }).database, 'disconnected')
    assert.ok(performance.now() - asked < 20_000, 'answers long before a statement would time out')
    assert.equal((await fetch(`${url}/api/health`)).status, 200)

    proxy.resume()
    await waitForStatus(`${url}/api/ready`)
    await stop('SIGINT')
    proxy.close()
  })
})

/** Stands between the service and the database, and can stop passing anything on, as a frozen server would. */
async function pausableProxy() {
  const { hosts, user, password, database } = parseConnectionString(service.databaseUrl)
  const { host, port } = hosts[0]!
  const sockets = new Set<Socket>()
  let isPaused = false
  const proxy = createServer((client) => {
    const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
    }
    if (!isPaused) client.pipe(server).pipe(client)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address() as { port: number }
  const through = new URL(`postgres://127.0.0.1:${address.port}/${database}`)
  through.username = user
  through.password = password
  return {
    databaseUrl: through.href,
    pause() {
      isPaused = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    resume() {
      isPaused = false
      for (const socket of sockets) socket.destroy()
    },
    close: () => proxy.close(),
  }
}
