import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, suite, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { commandLine } from '../../../test/command-line.ts'
import { aPlacedOrder, aProduct, aStore } from '../../../test/factories.ts'
import { aReceiver } from '../../../test/receiver.ts'
import { startService } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { endExpiredListeners } from '../../features/webhooks/listener.ts'

const service = await startService()
const { sql } = service
const env = { PATH: process.env['PATH']!, DATABASE_URL: service.databaseUrl }
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

async function aListener(storeId: string, ...more: string[]) {
  const receiver = await aReceiver()
  const args = ['src/process/cli.ts', 'listen', '--store', storeId, '--forward', receiver.url, ...more]
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  after(() => child.kill('SIGKILL'))
  const output = { out: '', error: '' }
  child.stdout.on('data', (text: Buffer) => (output.out += text.toString()))
  child.stderr.on('data', (text: Buffer) => (output.error += text.toString()))
  const ended = once(child, 'exit')
  await waitFor(() => output.error.includes('signed with'))
  const stop = async () => {
    child.kill('SIGINT')
    return (await ended)[0] as number | null
  }
  return { receiver, output, stop }
}
const rowsOf = async (storeId: string) => {
  const [row] = await sql<[{ listeners: number; deliveries: number }]>`
    select
      (select count(*) from webhook_listeners where store_id = ${storeId}) as listeners,
      (select count(*) from deliveries where store_id = ${storeId} and kind = 'webhook') as deliveries`
  return { ...row }
}

suite('listen', () => {
  test('forwards a store’s events to a local address, signed, survives a lost database connection, and exits cleanly', async () => {
    const [store, other] = [await aStore(service), await aStore(service)]
    const { receiver, output, stop } = await aListener(store.slug, '--secret', secret)
    const { id } = await aProduct(service, store)
    await aProduct(service, other)
    await waitFor(() => receiver.messages.length === 1)
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'vitrina-cli %' and datname = current_database()`
    await service.put(`/api/v1/products/${id}`, { key: store.key, body: { price: 99 } })
    await aPlacedOrder(service, store)
    await waitFor(() => output.out.split('\n').length >= 5)

    for (const { headers, text } of receiver.messages) new Webhook(secret).verify(text, headers)
    const types = receiver.messages.map(({ body }) => body.type)
    assert.deepEqual(types, ['product.created', 'product.updated', 'product.created', 'order.created'])
    assert.ok(receiver.messages.every(({ body }) => body.storeId === store.id))
    assert.equal(await stop(), 0)
    const lines = output.out.trimEnd().split('\n')
    assert.deepEqual(
      lines.map((line) => line.split('  ').slice(1, 4)),
      receiver.messages.map(({ body, id }) => [body.type, id, '200']),
    )
    assert.deepEqual(await rowsOf(store.id), { listeners: 0, deliveries: 0 })
  })

  test('generates a secret by default, and prints JSON', async () => {
    const store = await aStore(service)
    const { receiver, output, stop } = await aListener(store.id, '--json')
    await aProduct(service, store)
    await waitFor(() => output.out.endsWith('\n'))
    const { event, id, status } = JSON.parse(output.out)
    assert.deepEqual([event, id, status], ['product.created', receiver.messages[0]!.id, 200])
    const [made] = /whsec_\S+/.exec(output.error)!
    new Webhook(made).verify(receiver.messages[0]!.text, receiver.messages[0]!.headers)
    assert.equal(await stop(), 0)
  })

  test('leaves no listener behind when it is killed', async () => {
    const store = await aStore(service)
    await sql`insert into webhook_listeners values (${store.id}, 'killed', now())`
    await sql`update webhook_listeners set listens_until = now() + interval '1 hour' where id = 'killed'`
    await aProduct(service, store)
    assert.deepEqual(await rowsOf(store.id), { listeners: 1, deliveries: 1 })
    await sql`update webhook_listeners set listens_until = now() - interval '1 hour' where id = 'killed'`
    await aProduct(service, store)
    assert.deepEqual(await rowsOf(store.id), { listeners: 1, deliveries: 1 })
    await endExpiredListeners(sql)
    assert.deepEqual(await rowsOf(store.id), { listeners: 0, deliveries: 0 })
  })

  test('fails for an invalid address and an unknown store', async () => {
    const store = await aStore(service)
    const run = (...flags: string[]) => commandLine({ DATABASE_URL: service.databaseUrl }, 'listen', ...flags)
    const odd = await run('--store', store.slug, '--forward', 'ftp://localhost/x')
    assert.deepEqual([odd.status, odd.stdout], [1, ''])
    assert.match(odd.stderr, /--forward is "ftp:\/\/localhost\/x"/)
    assert.equal((await run('--store', 'ninguna', '--forward', 'localhost:1')).status, 1)
  })
})
