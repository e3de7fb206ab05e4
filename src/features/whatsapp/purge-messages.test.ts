import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aStore } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'
import { hashUnknownSenders } from './store-messages.ts'
import { inboundLag } from './inbound-metrics.ts'

const service = await startService()
const { sql } = service

const write = (wamid: string, hours: number, { handled = true, storeId = null as string | null } = {}) => sql`
  insert into whatsapp_messages (wamid, n, phone, kind, text, sent_at, received_at, handled_at, store_id)
  select
    ${wamid}, nextval('whatsapp_arrivals'), '+50255551234', 'text', 'hola', at, at, case when ${handled} then at end, ${storeId}
  from (select now() - make_interval(hours => ${hours}) as at) as instants`

suite('messages of unknown senders', () => {
  test('lose their number a day after they arrived; those about a store and those that wait keep it', async () => {
    const store = await aStore(service)
    await write('old', 25)
    await write('older', 26)
    await write('new', 23)
    await write('of-store', 25, { storeId: store.id })
    await write('waits', 25, { handled: false })
    assert.ok(Math.abs((await inboundLag(sql)) - 25 * 3600) < 60)
    await hashUnknownSenders(sql)
    const rows = await sql<{ wamid: string; phone: string }[]>`select wamid, phone from whatsapp_messages`
    const phones = new Map(rows.map(({ wamid, phone }) => [wamid, phone]))
    assert.match(phones.get('old')!, /^hash [0-9a-f]{32}$/)
    assert.equal(phones.get('older'), phones.get('old'))
    for (const kept of ['new', 'of-store', 'waits']) assert.equal(phones.get(kept), '+50255551234', kept)
  })
})
