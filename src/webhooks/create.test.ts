import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../test/service.ts'
import { aStore } from '../../test/factories.ts'
import { addWebhook, createWebhook } from './create.ts'

const { sql, ...service } = await startService()
const store = () => aStore({ sql, ...service }, { plan: 'free' })
const wanted = (storeId: string, url = 'https://ganchos.invalid/pedidos') => {
  return { storeId, url, events: ['order.created'], allowPrivate: false }
}
const refused = (field: string) => (error: { status?: number; body?: { details?: { field?: string } } }) =>
  error.status === 400 && error.body?.details?.field === field

suite('creating a webhook', () => {
  test('tells its secret once', async () => {
    const { id: storeId } = await store()
    const { id, secret } = await createWebhook(sql, wanted(storeId))
    const [row] = await sql`select url, secret, is_active from webhooks where id = ${id}`
    assert.deepEqual({ ...row }, { url: 'https://ganchos.invalid/pedidos', secret, isActive: true })
  })

  for (const url of [
    'http://ganchos.invalid/',
    'https://ana:x@ganchos.invalid/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::ffff:10.0.0.1]/',
    'https://localhost/',
    'https://169.254.169.254/',
    'https://ganchos.invalid:25/',
    'nada',
  ]) {
    test(`is 400 for ${url}`, async () => {
      const { id } = await store()
      await assert.rejects(createWebhook(sql, wanted(id, url)), refused('url'))
    })
  }

  test('is 400 for no event and for an unknown one', async () => {
    const { id } = await store()
    for (const events of [[], ['order.paid']]) {
      await assert.rejects(createWebhook(sql, { ...wanted(id), events }), refused('events'))
    }
  })

  test('may go to the inside where the settings allow it, but never with a password', async () => {
    const { id } = await store()
    const allowed = (url: string) => createWebhook(sql, { ...wanted(id, url), allowPrivate: true })
    assert.ok((await allowed('http://127.0.0.1:9/')).id)
    await assert.rejects(allowed('http://ana:x@127.0.0.1:9/'), refused('url'))
  })

  test('is subject to the cap of the plan, also when many ask at once', async () => {
    const { id } = await store()
    const asked = await Promise.allSettled(Array.from({ length: 6 }, () => createWebhook(sql, wanted(id))))
    assert.equal(asked.filter(({ status }) => status === 'fulfilled').length, 2)
    await assert.rejects(createWebhook(sql, wanted(id)), { status: 403 })
    assert.ok((await addWebhook(sql, wanted(id))).id) // the operator is not
  })
})
