import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { connect } from '../src/core/database/db.ts'
import { createLog } from '../src/core/process/log.ts'
import { migrate } from '../src/core/database/migrate.ts'
import { startWorker } from '../src/worker.ts'
import { startMeta } from './meta.ts'
import { aReceiver } from './receiver.ts'
import { startService } from './service.ts'
import { waitFor } from './wait-for.ts'

const meta = await startMeta()
const server = await startService({ ...meta.env, ALLOW_PRIVATE_DESTINATIONS: 'true' })
const present = new URL('../db/', import.meta.url)

/** A new database as a version had made it whose last migration was this one. */
async function aDatabaseOf(t: TestContext, last: string) {
  const name = `vitrina_before_${last}`
  await server.sql.unsafe(`create database ${name}`)
  const url = new URL(server.databaseUrl)
  url.pathname = `/${name}`
  const sql = connect(url.href, { max: 5 })
  t.after(async () => {
    await sql.end({ timeout: 5 })
    await server.sql.unsafe(`drop database ${name} with (force)`)
  })

  const folder = await mkdtemp(join(tmpdir(), 'vitrina-migrations-'))
  t.after(() => rm(folder, { recursive: true }))
  await cp(present, folder, { recursive: true })
  for (const file of await readdir(join(folder, 'migrations'))) {
    if (file > `${last}~`) await rm(join(folder, 'migrations', file))
  }
  await migrate(sql, pathToFileURL(`${folder}/`))
  return sql
}

suite('a database of an earlier version', () => {
  test('tells what waited in it, and keeps what was told', async (t) => {
    const receiver = await aReceiver()
    const sql = await aDatabaseOf(t, '0019')
    await sql`insert into stores (id, name, slug, currency, currency_digits) values ('s', 'Café', 'cafe', 'GTQ', 2)`
    await sql`
      insert into webhooks (store_id, id, url, secret, events)
      values ('s', 'w', ${receiver.url}, 'whsec_c2VjcmV0', array['product.updated'])`
    const notice = {
      storeName: 'Café',
      orderNumber: 'PED-000001',
      customerName: 'Ana Morales',
      items: [{ productName: 'Café de altura', variantName: null, quantity: 2 }],
      total: 50,
      currency: 'GTQ',
    }
    const product = { id: 'p', name: 'Café de altura' }
    await sql`
      insert into deliveries (store_id, id, kind, recipient, event, subject_id, payload, state)
      values
        ('s', 'told', 'webhook', 'w', 'product.updated', 'p', ${sql.json(product)}, 'done'),
        ('s', 'waits', 'webhook', 'w', 'product.updated', 'p', ${sql.json(product)}, 'waiting'),
        ('s', 'notice', 'whatsapp', '+50255551234', 'order.created', 'o', ${sql.json(notice)}, 'waiting')`

    assert.equal((await migrate(sql, present))[0], '0020_payloads_apart')
    const worker = startWorker({ config: server.app.config, sql, log: createLog('silent') })
    await waitFor(async () => (await sql`select from deliveries where state <> 'done'`).length === 0)
    await worker.stop()
    assert.deepEqual(receiver.messages.map(({ id, body }) => [id, body.data]), [['waits', product]]) // prettier-ignore
    const [message] = meta.to('+50255551234')
    assert.deepEqual(message!.parameters.slice(0, 3), ['PED-000001', 'Ana Morales', '2 × Café de altura'])
    const kept = await sql<{ id: string }[]>`
      select deliveries.id
      from deliveries
      join delivery_payloads on delivery_payloads.store_id = deliveries.store_id and delivery_payloads.id = payload_id
      order by deliveries.id`
    assert.deepEqual(kept.map(({ id }) => id), ['notice', 'told', 'waits']) // prettier-ignore
  })
})
