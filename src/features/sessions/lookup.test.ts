import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { runPurge } from '../../../test/purge.ts'
import { startService } from '../../../test/service.ts'
import { anAccount, aStore } from '../../../test/factories.ts'
import { setBillingState, setPlan } from '../billing/change.ts'
import { changeStore } from '../stores/update.ts'
import { addMember, removeMember } from '../team/change.ts'
import { newId } from '../../core/values/id.ts'
import { PERSON_LIMIT, sessionLookup } from './lookup.ts'
import { createSession, endOtherSessions, endSession, endSessions } from './session.ts'

const service = await startService()
const { sql } = service
const find = sessionLookup(sql)

const signIn = (accountId: string) => createSession(sql, { accountId, device: 'Chrome en Android' })

/** A store, its owner, and a session of theirs. */
async function anOwner() {
  const store = await aStore(service)
  return { store, accountId: store.ownerId, ...(await signIn(store.ownerId)) }
}

suite('a session', () => {
  test('is found by its token, with its account and the store of the URL', async () => {
    const { store, accountId, id, token } = await anOwner()
    const found = await find(token, store.slug)
    assert.deepEqual(
      { ...found!.session, authenticatedAt: null },
      {
        id,
        accountId,
        email: `${accountId}@ejemplo.test`,
        name: null,
        language: 'es',
        knownDeviceId: null,
        authenticatedAt: null,
      },
    )
    assert.ok(Date.now() - Date.parse(found!.session.authenticatedAt) < 60_000)
    const { role, slug, name, plan, currency } = found!.store!
    assert.deepEqual([role, slug, name, plan, currency], ['OWNER', store.slug, store.name, 'pro', 'GTQ'])
    assert.equal((await find(token, null))!.store, null)
  })

  test('is stored as a hash', async () => {
    const { token } = await anOwner()
    const [row] = await sql<{ text: string }[]>`
      select string_agg(sessions::text, ' ') as text from sessions`
    assert.ok(!row!.text.includes(token))
  })

  test('expires after 30 days without use, and after 90 days', async () => {
    const { id, token } = await anOwner()
    await sql`update sessions set last_seen_at = now() - interval '29 days 23 hours' where id = ${id}`
    assert.ok(await find(token, null))
    await sql`update sessions set last_seen_at = now() - interval '30 days' where id = ${id}`
    assert.equal(await find(token, null), undefined)
    await sql`update sessions set last_seen_at = now(), expires_at = now() where id = ${id}`
    assert.equal(await find(token, null), undefined)
    const [row] = await sql<{ days: number }[]>`
      select extract(day from expires_at - created_at)::int as days
      from sessions where id = ${(await anOwner()).id}`
    assert.equal(row!.days, 90)
  })

  test('is extended by use', async () => {
    const { id, token } = await anOwner()
    await sql`update sessions set last_seen_at = now() - interval '10 minutes' where id = ${id}`
    await find(token, null)
    const [row] =
      await sql`select 1 from sessions where id = ${id} and last_seen_at > now() - interval '1 minute'`
    assert.ok(row)
  })

  test('can be ended alone, with all others, or all but one', async () => {
    const { accountId, id, token } = await anOwner()
    const others = await Promise.all([signIn(accountId), signIn(accountId)])
    const stranger = await anOwner()
    assert.equal(await endSession(sql, stranger.accountId, id), false)
    assert.equal(await endSession(sql, accountId, others[0].id), true)
    assert.equal(await find(others[0].token, null), undefined)
    assert.equal(await endOtherSessions(sql, accountId, id), 1)
    assert.ok(await find(token, null))
    assert.equal(await endSessions(sql, accountId), 1)
    assert.equal(await find(token, null), undefined)
    assert.ok(await find(stranger.token, null))
  })

  test('that has expired is purged', async () => {
    const [old, unused, live] = [await anOwner(), await anOwner(), await anOwner()]
    await sql`update sessions set expires_at = now() where id = ${old.id}`
    await sql`update sessions set last_seen_at = now() - interval '31 days' where id = ${unused.id}`
    await runPurge(sql, 'expired sessions')
    const rows = await sql<{ id: string }[]>`
      select id from sessions where id = any(${[old.id, unused.id, live.id]})`
    assert.deepEqual(
      [...rows].map(({ id }) => id),
      [live.id],
    )
  })

  test('is not looked up by a malformed token, which fails no other request of the batch', async () => {
    const { store, token } = await anOwner()
    const odd = ['', '\0', 'x'.repeat(43) + '\0', "' or 1=1--", token.slice(1), `${token}a`, 'é'.repeat(43)]
    const responses = await Promise.all([
      find(token, store.slug),
      ...odd.map((text) => find(text, store.slug)),
      find(token, '\0'),
    ])
    assert.deepEqual(
      responses.map((response) => Boolean(response)),
      [true, ...odd.map(() => false), true],
    )
    assert.equal(responses.at(-1)!.store, null)
  })
})

suite('the store of the URL', () => {
  test('is null for a stranger, an unknown slug and a deleted store, on the next request', async () => {
    const { token } = await anOwner()
    const { store: other } = await anOwner()
    for (const slug of [other.slug, 'ninguna-tienda', other.id]) {
      assert.equal((await find(token, slug))!.store, null)
    }
    const mine = await anOwner()
    await sql`update stores set deleted_at = now() where id = ${mine.store.id}`
    assert.equal((await find(mine.token, mine.store.slug))!.store, null)
  })

  test('has the current role, plan and billing state', async () => {
    const { store } = await anOwner()
    const member = await anAccount(service)
    const { token } = await signIn(member.id)
    const look = async () => (await find(token, store.slug))!.store
    assert.equal(await look(), null)
    for (const role of ['STAFF', 'ADMIN'] as const) {
      await addMember(sql, store.id, member.id, role)
      assert.equal((await look())!.role, role)
    }
    await setPlan(sql, store.id, 'free')
    await setBillingState(sql, store.id, 'suspended')
    const { plan, billingState } = (await look())!
    assert.deepEqual([plan, billingState], ['free', 'suspended'])
    await removeMember(sql, store.id, member.id)
    assert.equal(await look(), null)
  })

  test('is found by a former slug, with its current one', async () => {
    const { store, token } = await anOwner()
    const slug = `nueva-${newId().slice(0, 10)}`
    await sql.begin((tx) => changeStore(tx, store.id, { slug }))
    assert.equal((await find(token, store.slug))!.store!.slug, slug)
    await sql`update slugs set held_until = now() where slug = ${store.slug}`
    assert.equal((await find(token, store.slug))!.store, null)
  })

  test('is recorded as last opened', async () => {
    const { store, accountId, token } = await anOwner()
    const second = await aStore(service, { ownerId: accountId })
    const last = async () => {
      const [row] = await sql<{ storeId: string }[]>`
        select store_id from panel_visits where account_id = ${accountId}`
      return row?.storeId
    }
    await find(token, null)
    assert.equal(await last(), undefined)
    await Promise.all([find(token, store.slug), find(token, second.slug)])
    assert.equal(await last(), second.id)
    await find(token, store.slug)
    assert.equal(await last(), store.id)
  })
})

suite('the limit of a person', () => {
  test('counts the requests of all their sessions', async () => {
    const { accountId, token } = await anOwner()
    const other = await createSession(sql, { accountId, device: 'Otro' })
    const responses = await Promise.all(
      [token, other.token, token, other.token].map((one) => find(one, null)),
    )
    assert.deepEqual(
      responses.map((one) => one!.hit.hitNumber).toSorted((x, y) => x - y),
      [1, 2, 3, 4],
    )
    assert.equal((await find(token, null))!.hit.hitNumber, 5)
  })

  test('gives each request its own hit number, over processes and stores in one turn', async () => {
    const [a, b] = [await anOwner(), await anOwner()]
    const beside = sessionLookup((await startService({}, service)).sql)
    const responses = await Promise.all(
      Array.from({ length: 90 }, async (_, n) => {
        const { token, store } = n % 3 ? a : b
        const slug = n % 2 ? store.slug : null
        return { token, ...(await (n % 5 ? find : beside)(token, slug))!.hit }
      }),
    )
    for (const [{ token }, count] of [
      [a, 60],
      [b, 30],
    ] as const) {
      const mine = responses.filter((response) => response.token === token).map(({ hitNumber }) => hitNumber)
      assert.deepEqual(
        mine.toSorted((x, y) => x - y),
        Array.from({ length: count }, (_, n) => n + 1),
      )
    }
    assert.equal(PERSON_LIMIT.max, 600)
  })
})
