import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { aStore } from '../../../test/factories.ts'
import { activateTheme, discardDraft, publishDraft, saveDraft } from './draft.ts'

import { findTheme } from './get.ts'
import { previewTokenOf } from './preview.ts'
import { listVersions, restoreVersion } from './draft.ts'

const service = await startService()
const { sql } = service

const shown = async (path: string) => (await service.get(path)).text

suite('the themes of a store', () => {
  test('activating one shows it to shoppers at once, also when two are activated at the same time', async () => {
    const { id, slug } = await aStore(service)
    assert.match(await shown(`/${slug}`), /data-theme="barro"/)
    await activateTheme(sql, id, 'lino')
    assert.match(await shown(`/${slug}`), /data-theme="lino"/)
    await Promise.all([activateTheme(sql, id, 'tinta'), activateTheme(sql, id, 'barro')])
    assert.equal((await sql`select 1 from themes where store_id = ${id} and is_active`).length, 1)
  })

  test('a draft is visible only at its preview URL, until it is published', async () => {
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

  test('400 on settings and values that the theme does not have', async () => {
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

  test('replaced versions are kept, up to twenty, and can be restored to the draft', async () => {
    const [{ id }, other] = [await aStore(service), await aStore(service)]
    for (let n = 1; n <= 22; n++) {
      await saveDraft(sql, id, 'lino', { corners: (n % 12) * 2, bannerTitle: n === 22 ? null : `Vez ${n}` })
      await publishDraft(sql, id, 'lino')
    }
    const versions = await listVersions(sql, id, 'lino')
    assert.equal(versions.length, 20)
    await assert.rejects(restoreVersion(sql, other.id, 'lino', versions[0]!.id), { status: 404 })
    await assert.rejects(restoreVersion(sql, id, 'barro', versions[0]!.id), { status: 404 })
    await restoreVersion(sql, id, 'lino', versions[0]!.id)
    const { draft, published } = await findTheme(sql, id, 'lino')
    assert.deepEqual([draft!['bannerTitle'], published['bannerTitle']], ['Vez 21', null])
  })

  test('a discarded draft is deleted with its preview URL; reading a theme creates none', async () => {
    const { id, slug, key } = await aStore(service)
    const before = (await service.get('/api/v1/store/themes/lino', key)).json.data
    const token = await previewTokenOf(sql, id, 'lino')
    assert.equal(await previewTokenOf(sql, id, 'lino'), token)
    assert.deepEqual((await service.get('/api/v1/store/themes/lino', key)).json.data, before)
    assert.match((await service.get(`/${slug}/vista/${token}`)).text, /data-theme="lino"/)
    await saveDraft(sql, id, 'lino', { corners: 2 })
    await discardDraft(sql, id, 'lino')
    assert.equal((await findTheme(sql, id, 'lino')).draft, null)
    assert.equal((await service.get(`/${slug}/vista/${token}`)).status, 404)
  })
})
