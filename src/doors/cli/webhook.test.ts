import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { operate } from '../../../test/command-line.ts'
import { startService } from '../../../test/service.ts'
import { aStore } from '../../../test/factories.ts'

const service = await startService()
const store = await aStore(service)
const webhook = (verb: string, ...flags: string[]) =>
  operate({ DATABASE_URL: service.databaseUrl }, 'webhook', verb, '--store', store.slug, ...flags)

suite('webhook', () => {
  test('is created, disabled, rotated, pinged, redelivered, replayed and deleted', async () => {
    const made = await webhook('create', '--url', 'https://ganchos.invalid/', '--events', 'order.created')
    const of = ['--id', made.id]
    assert.equal((await webhook('list')).data[0].id, made.id)
    assert.equal((await webhook('disable', ...of)).isActive, false)
    assert.equal((await webhook('enable', ...of)).isActive, true)
    const rotated = await webhook('rotate', ...of)
    assert.match(rotated.secret, /^whsec_/)
    assert.notEqual(rotated.secret, made.secret)
    const ping = await webhook('ping', ...of)
    assert.equal((await webhook('redeliver', ...of, '--delivery', ping.id)).id, ping.id)
    const range = ['--from', '2020-01-01T00:00:00Z', '--to', '2020-02-01T00:00:00Z']
    assert.deepEqual(await webhook('replay', ...of, ...range), { webhookId: made.id, replayed: 0 })
    assert.deepEqual(await webhook('delete', ...of), { id: made.id, deleted: true })
    assert.equal((await webhook('list')).total, 0)
  })
})
