import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../test/service.ts'
import { aStore } from '../../test/factories.ts'
import { activateTheme, publishDraft, saveDraft } from './update.ts'

const service = await startService()
const { sql } = service

const shown = async (path: string) => (await service.get(path)).text

suite('the themes of a store', () => {
  test('activating one dresses the shop in it at once, also when two are chosen in the same moment', async () => {
    const { id, slug } = await aStore(service)
    assert.match(await shown(`/${slug}`), /data-theme="barro"/)
    await activateTheme(sql, id, 'lino')
    assert.match(await shown(`/${slug}`), /data-theme="lino"/)
    await Promise.all([activateTheme(sql, id, 'tinta'), activateTheme(sql, id, 'barro')])
    assert.equal((await sql`select 1 from themes where store_id = ${id} and is_active`).length, 1)
  })

  test('a draft shows only at its own address, until it is published', async () => {
    const { id, slug } = await aStore(service)
    await activateTheme(sql, id, 'lino')
    const token = await saveDraft(sql, id, 'lino', { accent: '#7a1f3d', bannerTitle: 'Nueva cosecha' })
    assert.equal(await saveDraft(sql, id, 'lino', { corners: 20 }), token)
    assert.doesNotMatch(await shown(`/${slug}`), /Nueva cosecha/)

    const preview = await service.get(`/${slug}/vista/${token}`)
    assert.match(preview.text, /<h1>Nueva cosecha<\/h1>/)
    assert.match(preview.text, /lino-7a1f3d-20-/)
    assert.equal(preview.headers.get('cache-control'), 'private, no-store')
    assert.equal((await service.get(`/${slug}/vista/${token.slice(1)}x`)).status, 404)

    assert.equal(await publishDraft(sql, id, 'lino'), true)
    assert.match(await shown(`/${slug}`), /Nueva cosecha/)
    assert.equal((await service.get(`/${slug}/vista/${token}`)).status, 404)
    assert.equal(await publishDraft(sql, id, 'lino'), false)
  })

  test('takes no setting and no value that the theme does not have', async () => {
    const { id } = await aStore(service)
    const bad = [
      { accent: 'red' },
      { corners: 99 },
      { nada: 1 },
      { bannerUrl: 'javascript:alert(1)' },
      { mode: 'x' },
    ]
    for (const changes of bad) {
      await assert.rejects(async () => saveDraft(sql, id, 'barro', changes), { status: 400 })
    }
    assert.equal((await sql`select 1 from themes where store_id = ${id}`).length, 0)
  })
})
