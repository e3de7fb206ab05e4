import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readConfig } from '../src/core/config/config.ts'
import { createLog } from '../src/core/process/log.ts'
import { openProviders } from '../src/features/payments/providers/providers.ts'
import { buildMissingIndexes } from '../src/process/database.ts'
import { maintenanceJobs } from '../src/process/worker.ts'
import { copiesOfStores } from './many-stores.ts'
import { pagesRead } from './pages-read.ts'
import { fillWithAged } from './row-of-each-table.ts'
import { startService } from './service.ts'

const service = await startService()
const { sql } = service
const log = createLog('silent')
const config = readConfig({
  DATABASE_URL: service.databaseUrl,
  PUBLIC_URL: 'https://tienda.example',
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  MERCADOPAGO_CLIENT_ID: '1',
  MERCADOPAGO_CLIENT_SECRET: 'x',
  MERCADOPAGO_WEBHOOK_SECRET: 'x',
  SECRET_KEY: Buffer.alloc(32).toString('base64'),
  WHATSAPP_PHONE_NUMBER_ID: '1',
  WHATSAPP_ACCESS_TOKEN: 'x',
  WHATSAPP_RESTOCK_TEMPLATE: 'x',
})
const jobs = maintenanceJobs(config, openProviders(config))

/** The pages that each job reads. */
async function readings(): Promise<Map<string, number>> {
  const read = new Map<string, number>()
  for (const { name, run } of jobs)
    read.set(name, await pagesRead(service.databaseUrl, (one) => run(one, log)))
  return read
}

suite('a job with nothing to do', () => {
  test('reads no more of 20,000 stores than of 200', async () => {
    await buildMissingIndexes(sql)
    const { sold, reviewed } = await fillWithAged(service)
    await sql`update products set deleted_at = now() - interval '1 year' where id = any(${[sold.id, reviewed.id]})`
    await sql`update slugs set held_until = now() + interval '1 day' where held_until is not null`
    await sql`update invitations set expires_at = now() + interval '1 day'`
    await sql`update account_challenges set expires_at = now() + interval '1 day'`
    await sql`update carts set expires_at = now() + interval '1 day'`
    await service.app.keyRequests.flush()
    await sql`update key_requests set at = now() - interval '1 day'`
    const copy = await copiesOfStores(sql)
    await copy(200)
    const few = await readings()
    await copy(20_000)
    const many = await readings()
    assert.equal(many.size, jobs.length)
    const dearer = [...many].filter(([name, pages]) => pages > 2 * few.get(name)!)
    assert.deepEqual(
      dearer.map(([name, pages]) => `${name}: ${few.get(name)} pages, then ${pages}`),
      [],
    )
  })
})
