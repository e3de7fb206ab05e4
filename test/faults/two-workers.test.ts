import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { after, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { addWebhook } from '../../src/features/webhooks/create.ts'
import { startMailServer } from '../mail-server.ts'
import { queueMail } from '../../src/features/mail/queue.ts'
import { startMeta } from '../meta.ts'
import { aReceiver } from '../receiver.ts'
import { startService } from '../service.ts'
import { waitFor } from '../wait-for.ts'
import { aPhone, aProduct, aStore, anAddress, anOrder } from '../factories.ts'

const meta = await startMeta()
const mails = await startMailServer()
const env = { ...meta.env, SMTP_URL: mails.url, ALLOW_PRIVATE_DESTINATIONS: 'true' }
const service = await startService(env)
const { sql } = service
const ORDERS = 40

function startWorkerProcess() {
  const child = spawn(process.execPath, ['test/faults/worker.ts', '--lease', '30', '--pace', '0.2'], {
    env: { ...process.env, ...env, DATABASE_URL: service.databaseUrl },
    stdio: 'inherit',
  })
  after(() => child.kill('SIGKILL'))
}

suite('two workers on one queue', () => {
  test('make each attempt exactly once', async () => {
    // A third of what arrives fails once: those have two attempts.
    const failed = new Set<string>()
    const receiver = await aReceiver(({ id }) => {
      if (failed.has(id) || Number.parseInt(id.slice(-1), 36) % 3 !== 0) return 200
      failed.add(id)
      return 500
    })
    const store = await aStore(service, { whatsappNumber: aPhone() })
    const { variants } = await aProduct(service, store)
    for (let n = 0; n < 3; n++) {
      await addWebhook(sql, {
        storeId: store.id,
        url: receiver.url,
        events: ['order.created'],
        allowPrivate: true,
      })
    }
    const addresses = Array.from({ length: 20 }, (_, n) => `n${n}@ejemplo.test`)
    await sql.begin((tx) => queueMail(tx, { store, to: addresses }, 'billing.restored', {}))
    startWorkerProcess()
    startWorkerProcess()
    await Promise.all(
      Array.from({ length: ORDERS }, async (_, n) => {
        await sleep(n * 20)
        const body = { ...anOrder(store, [{ variantId: variants[0]!.id, quantity: n + 1 }]) }
        await service.post('/api/orders', { headers: anAddress(), body })
      }),
    )
    await waitFor(async () => {
      await sql`update deliveries set due_at = now() where leased_until is null and state = 'waiting'`
      return (await sql`select 1 from deliveries where state <> 'done' limit 1`).length === 0
    })
    await sleep(300)

    // On a busy machine one may be answered 503 by its deadline, and placed all the same.
    const placed = await sql<{ orderNumber: string }[]>`select order_number from orders order by order_number`
    const rows = await sql<{ id: string; kind: string; attempts: number }[]>`
      select id, kind, attempts from deliveries`
    const webhooks = rows.filter(({ kind }) => kind === 'webhook')
    assert.ok(placed.length > 0)
    assert.equal(webhooks.length, placed.length * 3)
    const sent = Map.groupBy(receiver.messages, ({ id }) => id)
    for (const { id, attempts } of webhooks) {
      assert.equal(sent.get(id)?.length, attempts, id)
      assert.equal(attempts, failed.has(id) ? 2 : 1)
    }
    assert.ok(failed.size > 0)
    const notified = meta.messages.flatMap(({ parameters }) => parameters[0]!.split(', '))
    assert.deepEqual(
      notified.toSorted(),
      placed.map(({ orderNumber }) => orderNumber),
    )
    assert.equal(mails.received.length, addresses.length)
  })
})
