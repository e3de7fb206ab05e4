import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { anOrder, aProduct, aStore, order } from '../../../test/factories.ts'
import { importsOf } from '../../../test/imports.ts'
import { startService, type Service } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'

const service = await startService({ DATA_DIR: await mkdtemp(join(tmpdir(), 'vitrina-imports-')) })
const { ended, imported, send, undo, worker } = importsOf(service)

function fileOf(count: number) {
  const lines = Array.from({ length: count }, (_, n) => `Producto ${n},${n + 1},Categoría ${n % 3}`)
  return `Nombre,Precio,Categoría\n${lines.join('\n')}\n`
}

/** A process that runs imports, and hangs at a product. */
async function aWorkerThatHangs({ sql, databaseUrl }: Service, slug: string) {
  await sql.unsafe(`
    create function hang() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(7); return new; end $$;
    create trigger hang before insert on products for each row when (new.slug = '${slug}') execute function hang()`)
  const holder = await sql.reserve()
  await holder`select pg_advisory_lock(7)`
  const worker = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { connect } from './src/core/database/db.ts'
      import { createLog } from './src/core/process/log.ts'
      import { startImports } from './src/features/imports/start.ts'
      startImports({ sql: connect(process.env.DATABASE_URL), log: createLog('silent') })`,
    ],
    { env: { DATABASE_URL: databaseUrl }, stdio: 'ignore' },
  )
  const waiting = () => sql`select from pg_locks where locktype = 'advisory' and objid = 7 and not granted`
  /** Its transaction is rolled back once its connection finds that nobody is there. */
  async function killed() {
    await waitFor(async () => (await waiting()).length > 0)
    worker.kill('SIGKILL')
    await once(worker, 'exit')
    await holder`select pg_advisory_unlock(7)`
  }
  async function end() {
    holder.release()
    await sql`drop function hang cascade`
  }
  return { killed, end }
}

suite('an import that is interrupted', () => {
  test('by a killed process goes on in another one: nothing twice or lost, no edit overwritten, one change to undo', async () => {
    // Of its own, on which no other process runs imports until that one was killed.
    const service = await startService({ DATA_DIR: await mkdtemp(join(tmpdir(), 'vitrina-imports-')) })
    const store = await aStore(service)
    await aProduct(service, store, { name: 'Producto 0', slug: 'producto-0', price: 500 })
    const { killed, end } = await aWorkerThatHangs(service, 'producto-120')
    const headers = { authorization: `Bearer ${store.key}`, 'content-type': 'text/csv' }
    const sent = await fetch(`${service.url}/api/v1/imports`, { method: 'POST', headers, body: fileOf(300) })
    const { id } = ((await sent.json()) as { data: { id: string } }).data
    await killed()
    const [before] = await service.sql<[{ lines: number; products: number; edited: string }]>`
      select
        count(*)::int as lines,
        (select count(*)::int from products where store_id = ${store.id}) as products,
        max(product_id) filter (where action = 'new') as edited
      from import_rows
      where import_id = ${id}`
    assert.deepEqual([before.lines, before.products], [150, 1 + 150])
    const { edited } = before
    const { status } = await service.put(`/api/v1/products/${edited}`, {
      key: store.key,
      body: { price: 7777 },
    })
    assert.equal(status, 200)
    await end()

    const { ended, undo } = importsOf(service)
    const { state, counts, newCategories, error } = await ended(store, id)
    assert.deepEqual([state, error, newCategories.length], ['done', null, 3])
    assert.deepEqual(counts, { new: 299, changed: 1, unchanged: 0, refused: 0 })
    const { data, total } = (await service.get('/api/v1/products?limit=3', store.key)).json
    assert.deepEqual(
      [total, data.map(({ name }: { name: string }) => name)],
      [300, ['Producto 1', 'Producto 2', 'Producto 3']],
    )
    assert.equal((await service.get(`/api/v1/products/${edited}`, store.key)).json.data.price, 7777)
    assert.equal((await service.get('/api/v1/changes?by=import', store.key)).json.total, 1)
    const undone = await undo(store, id)
    assert.deepEqual(undone.undo, { restored: 1, deleted: 298, kept: 1 })
    assert.equal((await service.get('/api/v1/categories', store.key)).json.total, 1)
  })

  test('by an error keeps what was stored, says so, and can be undone', async () => {
    const store = await aStore(service)
    await service.sql`
      create function fail_at() returns trigger language plpgsql as $$ begin raise 'no more'; end $$`
    await service.sql`
      create trigger fail_at before insert on products for each row when (new.slug = 'producto-120') execute function fail_at()`
    const { id, state, counts, error } = await imported(store, fileOf(300))
    await service.sql`drop function fail_at cascade`
    assert.deepEqual([state, counts.new, error!.code], ['done', 150, 'INTERNAL_ERROR'])
    assert.match(error!.message, /^Se importó solo una parte del archivo\. .* el resto no se guardó/)
    assert.equal((await service.get('/api/v1/products', store.key)).json.total, 150)
    assert.deepEqual((await undo(store, id)).undo, { restored: 0, deleted: 150, kept: 0 })
    assert.equal((await service.get('/api/v1/categories', store.key)).json.total, 0)
  })

  test('by a lost connection is started again, and applied once', async () => {
    const store = await aStore(service)
    let id = ''
    await service.sql.begin(async (tx) => {
      await tx`select 1 from stores where id = ${store.id} for no key update` // the import waits for it
      id = (await send(store, fileOf(300))).json.data.id
      await waitFor(async () => {
        worker.trigger()
        const killed = await service.sql`
          select pg_terminate_backend(pid)
          from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%for no key update%'`
        return killed.count > 0
      })
    })
    const { state, counts } = await ended(store, id)
    assert.deepEqual([state, counts.new], ['done', 300])
    assert.equal((await service.get('/api/v1/products?limit=1', store.key)).json.total, 300)
  })
})

suite('while an import runs or is undone', () => {
  const file = fileOf(300)

  test('a rehearsal neither waits for another writer of the catalog nor makes one wait', async () => {
    const store = await aStore(service)
    const { id: productId } = await aProduct(service, store, { name: 'Taza' })
    const plain = file.replaceAll(/,Categoría.*/g, '')
    await service.sql.begin(async (tx) => {
      await tx`select 1 from stores where id = ${store.id} for no key update`
      const { json } = await send(store, plain, { dryRun: true })
      assert.deepEqual([(await ended(store, json.data.id)).state, json.data.dryRun], ['done', true])
    })
    const { json } = await send(store, file, { dryRun: true })
    const rehearsed = ended(store, json.data.id)
    const over = new AbortController()
    void rehearsed.finally(() => over.abort())
    let writes = 0
    for (; !over.signal.aborted; writes++) {
      const body = { price: 10 + writes }
      const { status } = await service.put(`/api/v1/products/${productId}`, { key: store.key, body })
      assert.equal(status, 200)
    }
    assert.ok(writes > 1)
    const { counts, newCategories } = await rehearsed
    assert.deepEqual([counts.new, newCategories.length], [300, 3])
  })

  test('writers of the catalog wait for a small part of its time, also in a busy process', async () => {
    const store = await aStore(service)
    const { id: productId, variants } = await aProduct(service, store, { name: 'Taza', price: 10 })
    const items = [{ variantId: variants[0]!.id, quantity: 1 }]
    const over = new AbortController()
    const keepBusy = () => {
      const start = performance.now()
      while (performance.now() - start < 10);
      if (!over.signal.aborted) setImmediate(keepBusy)
    }
    const began = performance.now()
    const { json } = await send(store, file)
    const imported = ended(store, json.data.id)
    void imported.finally(() => over.abort())
    setImmediate(keepBusy)
    let longest = 0
    for (let n = 0; !over.signal.aborted; n++) {
      const start = performance.now()
      const body = { price: 11 + n }
      const saved = await service.put(`/api/v1/products/${productId}`, { key: store.key, body })
      longest = Math.max(longest, performance.now() - start)
      const ordered = await order(service, anOrder(store, items))
      assert.deepEqual([saved.status, ordered.status], [200, 201], JSON.stringify(ordered.json))
    }
    assert.equal((await imported).counts.new, 300)
    const whole = performance.now() - began
    assert.ok(longest < whole / 2, `${longest} of ${whole} ms`)
  })

  test('its undo takes the categories that it deletes from a batch of products at a time', async () => {
    const store = await aStore(service)
    const lines = Array.from({ length: 250 }, (_, n) => `P${n},1,Cat ${n % 2}`)
    const { id, newCategories } = await imported(store, ['Nombre,Precio,Categoría', ...lines].join('\n'))
    assert.equal(newCategories.length, 2)
    assert.deepEqual((await undo(store, id)).undo, { restored: 0, deleted: 250, kept: 0 })
    const [{ most, left }] = await service.sql<[{ most: number; left: number }]>`
      select max(written)::int as most, (select count(*)::int from categories where store_id = ${store.id}) as left
      from (select count(*) as written from products where store_id = ${store.id} group by xmin::text) as transactions`
    assert.equal(left, 0)
    assert.ok(most <= 100, `${most} products in one transaction`)
  })
})
