import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { aProduct, aStore } from '../../../test/factories.ts'
import { importsOf } from '../../../test/imports.ts'
import { startService } from '../../../test/service.ts'

const service = await startService({ DATA_DIR: await mkdtemp(join(tmpdir(), 'vitrina-moved-')) })
const { sql } = service
const { imported, productOf, undo } = importsOf(service)

suite('POST /api/v1/imports/{id}/undo in a store that came from another installation', () => {
  test('restores what an import set after an earlier change that another installation recorded', async () => {
    const store = await aStore(service)
    const { id: productId } = await aProduct(service, store, { name: 'Taza', slug: 'taza', price: 90 })
    const edit = { key: store.key, body: { price: 95 } }
    assert.equal((await service.put(`/api/v1/products/${productId}`, edit)).status, 200)
    await sql`
      with exported as (delete from change_rows where store_id = ${store.id} returning *)
      insert into change_rows overriding system value
      select store_id, change_id, n + 1e9::bigint, table_name, row_id, parent_id, label, before, after
      from exported`
    const { id } = await imported(store, 'Slug,Nombre,Precio\ntaza,Taza,100\n')
    const { rows } = await undo(store, id)
    assert.deepEqual([rows[0]!.kept, (await productOf(store, 'taza')).price], [[], 95])
  })
})
