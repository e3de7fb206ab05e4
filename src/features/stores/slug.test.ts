import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { runPurge } from '../../../test/purge.ts'
import { aStore } from '../../../test/factories.ts'
import { startService } from '../../../test/service.ts'

const service = await startService()
const { sql } = service

suite('the purges of small tables', () => {
  test('delete expired reservations of slugs only', async () => {
    const { id } = await aStore(service)
    await sql`
      insert into slugs (slug, store_id, held_until)
      values ('vencida', ${id}, now() - interval '1 s'), ('vigente', ${id}, now() + interval '1 day')`
    assert.equal(await runPurge(sql, 'expired slugs'), false)
    const left = await sql<{ slug: string }[]>`
      select slug from slugs where store_id = ${id} and held_until is not null`
    assert.deepEqual(
      left.map(({ slug }) => slug),
      ['vigente'],
    )
  })

  test('delete invitations that can no longer be accepted only', async () => {
    const { id } = await aStore(service)
    const invite = (email: string, days: number) => sql`
      insert into invitations (store_id, id, email, role, token_hash, expires_at)
      values (${id}, ${email}, ${email}, 'STAFF', ${Buffer.from(email)}, now() + make_interval(days => ${days}))`
    await invite('ayer@example.com', -1)
    await invite('manana@example.com', 1)
    assert.equal(await runPurge(sql, 'expired invitations'), false)
    const left = await sql<{ id: string }[]>`select id from invitations where store_id = ${id}`
    assert.deepEqual(
      left.map((row) => row.id),
      ['manana@example.com'],
    )
  })

  test('delete elapsed send intervals of recipients only', async () => {
    await sql`
      insert into recipient_pace (kind, recipient, next_at)
      values ('whatsapp', '+1', now() - interval '2 hours'), ('whatsapp', '+2', now())`
    assert.equal(await runPurge(sql, 'old paces'), false)
    const left = await sql<{ recipient: string }[]>`select recipient from recipient_pace`
    assert.deepEqual(
      left.map(({ recipient }) => recipient),
      ['+2'],
    )
  })
})
