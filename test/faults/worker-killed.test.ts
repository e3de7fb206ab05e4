import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { after, suite, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { queueMail } from '../../src/features/mail/queue.ts'
import { addWebhook } from '../../src/features/webhooks/create.ts'
import { selectWebhookLogs } from '../../src/features/webhooks/list-logs.ts'
import { startMailServer } from '../mail-server.ts'
import { startMeta } from '../meta.ts'
import { aReceiver, type Reaction } from '../receiver.ts'
import { startService } from '../service.ts'
import { waitFor } from '../wait-for.ts'
import { aProduct, aStore, anAddress, anOrder, order } from '../factories.ts'

const meta = await startMeta()
const mails = await startMailServer()
const service = await startService(meta.env)

function startWorkerProcess() {
  const child = spawn(process.execPath, ['test/faults/worker.ts', '--lease', '2', '--pace', '0.5'], {
    env: {
      ...process.env,
      ...meta.env,
      SMTP_URL: mails.url,
      DATABASE_URL: service.databaseUrl,
      ALLOW_PRIVATE_DESTINATIONS: 'true',
    },
    stdio: 'inherit',
  })
  after(() => child.kill('SIGKILL'))
  return child
}

suite('a worker that is killed between sending and recording', () => {
  test('has its message sent again by another worker when its lease expires, and not before', async () => {
    const store = await aStore(service)
    const { variants } = await aProduct(service, store)
    meta.next('hang') // WhatsApp has the message; the answer never comes
    const first = startWorkerProcess()
    const placed = await service.post('/api/orders', {
      headers: anAddress(),
      body: anOrder(store, [{ variantId: variants[0]!.id, quantity: 1 }]),
    })
    await waitFor(() => meta.messages.length === 1)
    first.kill('SIGKILL')
    const [{ leasedUntil }] = await service.sql<
      [{ leasedUntil: string }]
    >`select leased_until from deliveries`

    const second = startWorkerProcess()
    await waitFor(() => meta.messages.length === 2)
    const [sent, again] = meta.messages
    assert.ok(again!.at >= Date.parse(leasedUntil), `${new Date(again!.at).toISOString()} ${leasedUntil}`)
    assert.deepEqual(again!.parameters, sent!.parameters)

    const placedOrder = async () =>
      (await service.get(`/api/v1/orders/${placed.json.id}`, store.key)).json.data
    await waitFor(async () => (await placedOrder()).notification.state === 'SENT')
    const [delivery] = await service.sql`select attempts, state from deliveries`
    assert.deepEqual({ ...delivery }, { attempts: 2, state: 'done' })
    second.kill('SIGKILL')
  })

  test('has its webhook sent again with the same id and body', async () => {
    const reactions: Reaction[] = ['hang', 200]
    const receiver = await aReceiver(() => reactions.shift() ?? 200)
    const store = await aStore(service, { whatsappNumber: null })
    const { variants } = await aProduct(service, store)
    const { id, secret } = await addWebhook(service.sql, {
      storeId: store.id,
      url: receiver.url,
      events: ['order.created'],
      allowPrivate: true,
    })
    const first = startWorkerProcess()
    await order(service, anOrder(store, [{ variantId: variants[0]!.id, quantity: 1 }]))
    await waitFor(() => receiver.messages.length === 1)
    first.kill('SIGKILL')
    const second = startWorkerProcess()
    await waitFor(() => receiver.messages.length === 2)

    const [sent, again] = receiver.messages
    assert.equal(again!.id, sent!.id)
    assert.equal(again!.text, sent!.text)
    new Webhook(secret).verify(again!.text, again!.headers)
    const logs = () => selectWebhookLogs(service.sql, store.id, id, { limit: 1, offset: 0 })
    await waitFor(async () => (await logs()).data[0]!.success)
    second.kill('SIGKILL')
  })

  test('has its mail sent again with the same Message-ID', async () => {
    const store = await aStore(service)
    const to = 'ana@ejemplo.test'
    await service.sql.begin((tx) => queueMail(tx, { store, to: [to] }, 'billing.restored', {}))
    mails.next('hang') // the server has the mail; it never says so
    const first = startWorkerProcess()
    await waitFor(() => mails.to(to).length === 1)
    first.kill('SIGKILL')

    startWorkerProcess()
    await waitFor(() => mails.to(to).length === 2)
    const [sent, again] = mails.to(to)
    assert.equal(again!.messageId, sent!.messageId)
    assert.equal(again!.text, sent!.text)
  })
})
