import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { anOrder, aProduct, aStore, order } from '../../../test/factories.ts'
import { importsOf } from '../../../test/imports.ts'
import { startService } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'

const service = await startService({ DATA_DIR: await mkdtemp(join(tmpdir(), 'vitrina-imports-')) })
const { ended, send, worker } = importsOf(service)

suite('an import that is interrupted', () => {
  test('is retried after a lost connection, and applied once', async () => {
    const store = await aStore(service)
    const file = `Nombre,Precio\n${Array.from({ length: 300 }, (_, n) => `Producto ${n},1`).join('\n')}\n`
    let id = ''
    await service.sql.begin(async (tx) => {
      await tx`select 1 from stores where id = ${store.id} for no key update` // the import waits for it
      id = (await send(store, file)).json.data.id
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
    const { json } = await service.get('/api/v1/products?limit=1', store.key)
    assert.equal(json.total, 300)
    const [job] = await service.sql<[{ attempts: number }]>`select attempts from imports where id = ${id}`
    assert.ok(job.attempts > 1)
  })
})

suite('while an import runs', () => {
  const lines = Array.from({ length: 300 }, (_, n) => `Producto ${n},1,Categoría ${n % 3}`)
  const file = `Nombre,Precio,Categoría\n${lines.join('\n')}\n`

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
})
