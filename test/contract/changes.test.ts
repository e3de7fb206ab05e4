import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { createLog } from '../../src/core/process/log.ts'
import { startImports } from '../../src/features/imports/start.ts'
import { startService } from '../service.ts'
import { aStore } from '../factories.ts'
import { waitFor } from '../wait-for.ts'
import { clientOf } from './client.ts'

const service = await startService()
const store = await aStore(service)
const vitrina = clientOf(service, { key: store.key })
const worker = startImports({ sql: service.sql, log: createLog('silent') })
after(() => worker.stop())

/** Waits until an import, or its undoing, has ended. */
async function ended(id: string) {
  await waitFor(async () => {
    worker.trigger()
    return !['waiting', 'undoing'].includes((await vitrina.getImport({ id })).data.state)
  })
  return (await vitrina.getImport({ id })).data
}

suite('imports, changes and undo, through the client', () => {
  test('a file of products is previewed, imported, exported and undone', async () => {
    const file = new Blob(['Nombre,Precio\nCardamomo,60\nCacao,45.5\n'], { type: 'text/csv' })
    const { data: tried } = await vitrina.createImport({ body: { file, dryRun: true } })
    assert.deepEqual([tried.dryRun, (await ended(tried.id)).counts.new], [true, 2])
    const { data: made } = await vitrina.createImport({ body: { from: tried.id } })
    assert.equal((await ended(made.id)).state, 'done')
    assert.equal((await vitrina.listImports()).total, 2)
    assert.match(await vitrina.exportProducts({ format: 'shopify' }), /Cardamomo/)
    await vitrina.undoImport({ id: made.id })
    assert.equal((await ended(made.id)).state, 'undone')
    assert.equal((await vitrina.listProducts()).total, 0)
  })

  test('changes are listed, and one of them undone', async () => {
    const { data: category } = await vitrina.createCategory({ body: { name: 'Granos' } })
    const { data: changes } = await vitrina.listChanges({ resource: 'category', resourceId: category.id })
    const { data: change } = await vitrina.getChange({ id: changes[0]!.id })
    assert.equal(change.id, changes[0]!.id)
    const { data: undoing } = await vitrina.undoChange({ id: change.id })
    assert.notEqual(undoing.id, change.id)
    assert.equal((await vitrina.listCategories()).total, 0)
  })
})
