import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { aStore } from '../../test/factories.ts'
import { importsOf } from '../../test/imports.ts'
import { startService } from '../../test/service.ts'
import { waitFor } from '../../test/wait-for.ts'

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
