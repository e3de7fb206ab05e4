import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { connect, type Db } from '../../src/core/database/db.ts'
import { startEmbeddedPostgres } from '../../src/core/database/embedded/embedded-postgres.ts'
import { migrate } from '../../src/core/database/migrate.ts'
import { commandLine, operate } from '../command-line.ts'
import { aProduct, aStore, anOrder, order } from '../factories.ts'
import { startService } from '../service.ts'
import { waitFor } from '../wait-for.ts'

const folder = await mkdtemp(join(tmpdir(), 'vitrina-backup-test-'))
const [dataDir, elsewhere, file] = ['data', 'elsewhere', 'shop.backup'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
]
const server = await startEmbeddedPostgres({ dataDir })
after(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})
const operator = connect(server.url, { max: 1 })
after(() => operator.end({ timeout: 1 }))
await migrate(operator, new URL('../../db/', import.meta.url))
const service = await startService({}, { databaseUrl: server.url })

async function sumsOf(sql: Db) {
  const [sums] = await sql`
    select
      (select count(*) from orders) as orders,
      (select sum(completed + pending + cancelled) from order_sums) as summed,
      (select sum(value) from counters where name like 'orders.%') as counted,
      (select sum(order_count) from customers) as customers,
      (select sum(total) from orders) as total,
      (select sum(completed_amount + pending_amount) from order_sums) as amount`
  return sums!
}

suite('a backup that is made under load', () => {
  test('restores every order acknowledged before it began, with consistent sums', async (t) => {
    const store = await aStore(service, { whatsappNumber: null })
    const { variants } = await aProduct(service, store)
    const acknowledged: string[] = []
    const enough = new AbortController()
    t.after(() => enough.abort())
    const clients = Array.from({ length: 4 }, async () => {
      while (!enough.signal.aborted) {
        const placed = await order(service, anOrder(store, [{ variantId: variants[0]!.id, quantity: 1 }]))
        if (placed.status === 201) acknowledged.push(placed.json.id)
      }
    })
    await waitFor(() => acknowledged.length > 50)
    const before = acknowledged.slice()
    const made = await operate({ DATA_DIR: dataDir }, 'backup', 'create', file)
    const during = acknowledged.length
    enough.abort()
    await Promise.all(clients)
    assert.ok(during > before.length, 'orders went on')
    assert.equal(made.file, file)
    assert.ok(made.bytes === (await readFile(file)).length && made.orders >= before.length)

    const counts = await operate({ DATA_DIR: elsewhere }, 'backup', 'restore', file)
    assert.deepEqual([counts.orders, counts.stores, counts.products], [made.orders, 1, 1])
    const restored = await startEmbeddedPostgres({ dataDir: elsewhere })
    after(() => restored.stop())
    const sql = connect(restored.url, { max: 1 })
    after(() => sql.end({ timeout: 1 }))
    const stored = new Set((await sql<{ id: string }[]>`select id from orders`).map(({ id }) => id))
    assert.deepEqual(before.filter((id) => !stored.has(id)), []) // prettier-ignore
    const sums = await sumsOf(sql)
    assert.deepEqual(
      [sums['summed'], sums['counted'], sums['customers'], sums['amount']],
      [sums['orders'], sums['orders'], sums['orders'], sums['total']],
    )
  })

  test('is not restored over a database, or from a corrupt file, with an error of one line', async () => {
    const over = await commandLine({ DATA_DIR: dataDir }, 'backup', 'restore', file)
    assert.match(over.stderr, /^DATA_DIR: .* is in use by another running service.*\n$/)
    const whole = await readFile(file)
    for (const broken of [whole.subarray(0, -2000), Buffer.from('nothing')]) {
      await writeFile(`${file}.broken`, broken)
      const { status, stderr } = await commandLine({}, 'backup', 'verify', `${file}.broken`)
      assert.deepEqual([status, /^\S+ is not a complete backup: [^\n]+\n$/.test(stderr)], [1, true], stderr)
    }
    assert.match(
      (await commandLine({}, 'backup', 'verify')).stderr,
      /^FILE is missing: backup verify FILE\n$/,
    )
    const own = await commandLine(
      { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' },
      'backup',
      'create',
      file,
    )
    assert.match(own.stderr, /^DATABASE_URL names a server of your own: .*docs\/backup\.md\n$/)
  })
})
