import assert from 'node:assert/strict'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { after, suite, test } from 'node:test'
import { createLog } from '../../src/core/process/log.ts'
import { startMails } from '../../src/features/mail/deliver.ts'
import { queueMail } from '../../src/features/mail/queue.ts'
import { startService } from '../service.ts'
import { waitFor } from '../wait-for.ts'
import { aStore } from '../factories.ts'

const service = await startService()
const { sql } = service

async function aServer(meet: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    meet(socket)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const misbehaviours: Record<string, (socket: Socket) => void> = {
  'speaks no SMTP': (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
  'closes at once': (socket) => socket.destroy(),
  'breaks off in the middle of its greeting': (socket) => socket.end('220 mail.ejemplo'),
  'answers every command with noise': (socket) =>
    socket.on('data', () => socket.write('\u0000\u00ff\r\n')).write('220 mail\r\n'),
  'sends 100 MB': (socket) => {
    const chunk = Buffer.alloc(1024 * 1024, 'x')
    let left = 100
    const pour = () => {
      while (left-- > 0) if (!socket.write(chunk)) return void socket.once('drain', pour)
      socket.end()
    }
    pour()
  },
}

suite('a mail server', () => {
  for (const [what, meet] of Object.entries(misbehaviours)) {
    test(`that ${what} gets the mail later, and does not block the worker`, async () => {
      const store = await aStore(service)
      await sql.begin((tx) => queueMail(tx, { store, to: ['ana@ejemplo.test'] }, 'billing.restored', {}))
      const { mailFrom, panelUrl, dataDir } = service.app.config
      const config = { smtpUrl: await aServer(meet), mailFrom, panelUrl, dataDir }
      const before = process.memoryUsage().rss
      const worker = startMails({ sql, log: createLog('silent'), config })
      const delivery = async () => {
        const [row] = await sql<[{ state: string; reason: string | null; wait: number }]>`
          select state, reason, extract(epoch from due_at - now())::float8 as wait
          from deliveries
          where store_id = ${store.id} and leased_until is null`
        return row
      }
      await waitFor(async () => Boolean((await delivery())?.reason))
      const { state, reason, wait } = await delivery()
      await worker.stop()
      assert.equal(state, 'waiting')
      assert.match(reason!, /todavía/)
      assert.ok(wait > 10 && wait <= 33, `${wait} s`)
      const grown = (process.memoryUsage().rss - before) / 1024 ** 2
      assert.ok(grown < 60, `${grown} MiB`)
    })
  }
})
