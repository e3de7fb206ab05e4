import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aPlacedOrder } from '../../../../test/factories.ts'
import { aMember } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'
import { helpGuides } from './help-page.ts'
const service = await startService({ LOG_LEVEL: 'error' })

suite('the help', () => {
  test('lists its guides, which staff can open too', async () => {
    const { base, person } = await aMember(service, 'STAFF')
    const { text } = await person.get(`${base}/ayuda`)
    for (const { slug: id, title } of helpGuides) {
      assert.ok(text.includes(`href="${base}/ayuda/${id}"`), id)
      const guide = await person.get(`${base}/ayuda/${id}`)
      assert.deepEqual([guide.status, guide.text.includes(`<h1>${title.in('es')}</h1>`)], [200, true], id)
    }
    assert.equal((await person.get(`${base}/ayuda/nada`)).status, 404)
  })

  test('links only what the role may open', async () => {
    const [staff, owner] = [await aMember(service, 'STAFF'), await aMember(service, 'OWNER')]
    assert.doesNotMatch((await staff.person.get(`${staff.base}/ayuda/claves`)).text, /\/claves">Tus claves/)
    assert.match((await owner.person.get(`${owner.base}/ayuda/claves`)).text, /\/claves">Tus claves/)
  })

  test('is linked from the pages that it explains', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    assert.ok((await person.get(`${base}/pedidos`)).text.includes(`${base}/ayuda/primer-pedido`))
    const { id } = await aPlacedOrder(service, store)
    for (const [path, guide] of [
      ['/claves', 'claves'],
      [`/pedidos/${id}`, 'responder'],
      [`/pedidos/${id}/imprimir`, 'imprimir'],
    ] as const) {
      assert.ok((await person.get(base + path)).text.includes(`${base}/ayuda/${guide}`), path)
    }
  })
})
