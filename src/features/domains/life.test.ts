import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { aMember } from '../../../test/panel.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { operate } from '../../../test/command-line.ts'
import { startServiceWithDns } from '../../../test/claimed-domains.ts'
import { setPlan } from '../billing/change.ts'
import { lockText } from '../../core/database/advisory-locks.ts'
import { transaction } from '../../core/database/db.ts'
import { pauseConnection, removeConnection, saveConnection } from '../connections/save.ts'
import { markStoreDeleted } from '../stores/delete.ts'
import { purgeStore } from '../whole-stores/purge.ts'
import { noteDomainRequest } from './find-by-host.ts'
import { verificationRecordOf } from './domain.ts'

const { service, dns, aClaim, anOpenDomain, look, prove, lead, stateOf, wait, mailsOf, connectionOf } =
  await startServiceWithDns()
const { sql, databaseUrl } = service

const pause = (store: { id: string }, isPaused: boolean) =>
  pauseConnection(sql, store.id, 'custom_domain', isPaused)

suite('a domain that another store claims', () => {
  test('goes to the newer proof, and its former owner is mailed once', async () => {
    const first = await anOpenDomain()
    const second = await aClaim(first.domain)
    await look(second)
    assert.equal((await stateOf(first)).open, first.domain)
    prove(second, verificationRecordOf(first.id, first.domain).value) // both records stand there
    await look(second)
    assert.equal((await stateOf(second)).open, first.domain)
    const lost = await stateOf(first)
    assert.deepEqual([lost.state, lost.open], ['claimed', null])
    assert.match(lost.hint!, /Otra tienda demostró después/)
    await look(first)
    await look(second)
    assert.equal((await stateOf(second)).open, first.domain)
    assert.deepEqual([await mailsOf(first), await mailsOf(second)], [['domain.lost'], []])
  })

  test('comes back to a store whose record was gone and is there again, or when the other gives it up', async () => {
    const first = await anOpenDomain()
    const second = await aClaim(first.domain)
    prove(second)
    await look(second)
    await look(first) // its record is gone
    prove(first)
    await look(first)
    assert.equal((await stateOf(first)).open, first.domain)
    assert.equal((await stateOf(second)).open, null)
    prove(second, verificationRecordOf(first.id, first.domain).value)
    await removeConnection(sql, first.id, 'custom_domain')
    await look(second)
    assert.equal((await stateOf(second)).open, first.domain)
  })

  test('is open in one of them when both prove it at the same time, over and over', async () => {
    for (let round = 0; round < 8; round++) {
      const [a, b] = [await aClaim(), await aClaim()]
      const domain = a.domain
      await saveConnection(
        sql,
        { storeId: b.id, id: 'custom_domain', plan: 'pro' },
        domain,
        service.app.config,
      )
      dns.set(`_vitrina.${domain}`, { TXT: [a, b].map(({ id }) => verificationRecordOf(id, domain).value) })
      lead(a)
      await Promise.all([a, b, a, b].map(look))
      const open = (await Promise.all([a, b].map(stateOf))).filter((state) => state.open !== null)
      assert.equal(open.length, 1)
    }
  })

  test('is free when its store is deleted, purged, or its plan has lapsed before it opened', async () => {
    const next = await aClaim()
    prove(next)
    await look(next)
    const deleted = await aClaim(next.domain)
    prove(deleted, verificationRecordOf(next.id, next.domain).value)
    lead(next)
    await look(deleted)
    await look(next)
    assert.equal((await stateOf(deleted)).open, deleted.domain)
    await sql.begin((tx) => markStoreDeleted(tx, deleted.id))
    await look(next)
    assert.equal((await stateOf(next)).open, deleted.domain)
    await purgeStore(sql, deleted.id)
    assert.equal((await sql`select from domains where store_id = ${deleted.id}`).length, 0)

    const lapsed = await aClaim()
    prove(lapsed)
    await look(lapsed)
    await setPlan(sql, lapsed.id, 'free')
    const other = await aClaim(lapsed.domain)
    await sql`update domains set proved_at = now() + interval '1 hour' where store_id = ${lapsed.id}`
    prove(other)
    lead(other)
    await look(other)
    assert.equal((await stateOf(other)).open, lapsed.domain)
  })

  test('changes hands by a new plan while the other is looked up, without deadlock', async () => {
    const first = await anOpenDomain()
    const free = () => aClaim(first.domain, { plan: 'free' })
    let second = await free()
    while (second.id < first.id) second = await free() // the rows are locked in this order
    prove(second, verificationRecordOf(first.id, first.domain).value)
    await look(second)
    const both = await transaction(sql, async (tx) => {
      await lockText(tx, 'domains', first.domain)
      const plan = setPlan(sql, second.id, 'pro')
      await delay(200)
      const looks = [plan, look(first)]
      await delay(200)
      return { looks }
    })
    await Promise.all(both.looks)
    assert.deepEqual([(await stateOf(first)).open, (await stateOf(second)).open], [null, first.domain])
  })

  test('moves between the stores of one owner', async () => {
    const first = await anOpenDomain()
    const second = await aClaim(first.domain, { ownerId: first.ownerId })
    await removeConnection(sql, first.id, 'custom_domain')
    prove(second)
    await look(second)
    assert.deepEqual([(await stateOf(first)).state, (await stateOf(second)).open], [null, first.domain])
  })
})

suite('a paused domain', () => {
  test('is closed at once and not looked up, and opens at once when it goes on', async () => {
    const store = await anOpenDomain()
    await pause(store, true)
    assert.deepEqual(await stateOf(store), { state: 'claimed', hint: null, open: null })
    assert.equal((await connectionOf(store)).state, 'paused')
    const [row] = await sql`select check_at from domains where store_id = ${store.id}`
    assert.deepEqual({ ...row }, { checkAt: null })
    await pause(store, false)
    assert.equal((await stateOf(store)).open, store.domain)
  })

  test('does not come back to a store that lost it meanwhile', async () => {
    const first = await anOpenDomain()
    await pause(first, true)
    const second = await aClaim(first.domain)
    prove(second)
    await look(second)
    await pause(first, false)
    assert.deepEqual([(await stateOf(first)).open, (await stateOf(second)).open], [null, first.domain])
  })
})

suite('a store whose plan ends', () => {
  test('has its domain for 30 days, with a mail at once and one 7 days before; then it redirects', async () => {
    const store = await anOpenDomain()
    const env = { DATABASE_URL: databaseUrl }
    await operate(env, 'plan', 'set', '--store', store.id, '--plan', 'free')
    assert.equal((await stateOf(store)).open, store.domain)
    const last = new Date(Date.now() + 30 * 86_400_000)
    const day = last.toLocaleDateString('es-GT', {
      day: 'numeric',
      month: 'long',
      timeZone: 'UTC',
    })
    assert.match((await connectionOf(store)).hint!, new RegExp(`se abre aquí hasta el ${day}`))
    assert.deepEqual(await mailsOf(store), ['domain.grace'])
    await wait(store, 22)
    await look(store)
    assert.deepEqual(await mailsOf(store), ['domain.grace'])
    await wait(store, 2)
    for (let n = 0; n < 3; n++) await look(store)
    assert.deepEqual(await mailsOf(store), ['domain.grace', 'domain.grace_ends'])
    await wait(store, 7)
    await look(store)
    assert.deepEqual([(await stateOf(store)).state, (await stateOf(store)).open], ['redirecting', null])
    const { state, hint } = await connectionOf(store)
    assert.equal(state, 'degraded')
    assert.match(hint!, /llega a la dirección de tu tienda aquí/)
    assert.equal((await mailsOf(store)).length, 2)
    await operate(env, 'plan', 'set', '--store', store.id, '--plan', 'pro')
    assert.deepEqual(await stateOf(store), { state: 'open', hint: null, open: store.domain })
  })

  test('loses a domain that redirects to a store that proves it', async () => {
    const store = await anOpenDomain()
    await setPlan(sql, store.id, 'free')
    await wait(store, 31)
    await look(store)
    const next = await aClaim(store.domain)
    prove(next)
    await look(next)
    assert.deepEqual([(await stateOf(store)).state, (await stateOf(next)).open], ['claimed', store.domain])
  })
})

test('another domain of the store closes the former one', async () => {
  const store = await anOpenDomain()
  const next = `otro-${store.domain}`
  await saveConnection(sql, { storeId: store.id, id: 'custom_domain', plan: 'pro' }, next, service.app.config)
  assert.deepEqual([(await stateOf(store)).state, (await stateOf(store)).open], ['claimed', null])
  assert.equal((await sql`select from domains where domain = ${store.domain}`).length, 0)
})

test('requests are noted once an hour for each store', async () => {
  const store = await anOpenDomain()
  /** @returns whether a request is noted, so many minutes after the one before */
  const isNoted = async (minutes: number | null) => {
    const at = sql`now() - make_interval(mins => ${minutes}::int)`
    await sql`update domains set last_request_at = ${at} where store_id = ${store.id}`
    await noteDomainRequest(sql, [store.id, store.id, 'nada'])
    const [row] = await sql<[{ isNoted: boolean }]>`
      select last_request_at > now() - interval '1 minute' as is_noted from domains where store_id = ${store.id}`
    return row.isNoted
  }
  assert.deepEqual([await isNoted(null), await isNoted(61), await isNoted(59)], [true, true, false])
})

test('requests that are redirected after the grace are noted too', async () => {
  const store = await anOpenDomain()
  await sql`update domains set state = 'redirecting' where store_id = ${store.id}`
  service.app.domains.clear()
  await service.app.domains.find(store.domain)
  await waitFor(async () => {
    const [row] = await sql<{ at: string | null }[]>`
      select last_request_at as at from domains where store_id = ${store.id}`
    return row!.at !== null
  })
})

suite('a change of a connection', () => {
  test('is recorded with who made it, and undone', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const path = `${base}/conexiones/custom_domain`
    const domain = `www.${store.slug}.gt`
    await person.post(path, { value: domain })
    prove({ ...store, domain })
    lead({ domain })
    await person.post(`${path}/comprobar`)
    assert.equal((await stateOf(store)).open, domain)
    await person.post(`${path}/pausa`, { isPaused: 'true' })
    await person.post(`${path}/quitar`)
    const { json } = await service.get('/api/v1/changes', store.key)
    assert.deepEqual(
      json.data.map(({ summary, by }: { summary: string; by: string }) => [
        by,
        summary.replace(/^.*? del equipo /, ''),
      ]),
      [
        ['panel', 'quitó la conexión Dominio propio'],
        ['panel', 'puso en pausa la conexión Dominio propio'],
        ['panel', 'agregó la conexión Dominio propio'],
      ],
    )
    const undo = (n: number) => service.post(`/api/v1/changes/${json.data[n]!.id}/undo`, { key: store.key })
    assert.equal((await undo(0)).status, 200)
    assert.equal((await connectionOf(store)).state, 'paused')
    assert.equal((await undo(1)).status, 200)
    await look(store)
    assert.equal((await stateOf(store)).open, domain)
  })

  test('of the command line is the operator’s, and its shape is the documented one', async () => {
    const store = await aClaim()
    const env = { DATABASE_URL: databaseUrl, DNS_SERVERS: dns.address, DOMAIN_TARGET: 'tiendas.example' }
    const domain = `www.${store.slug}.com.mx`
    const run = (verb: string, ...more: string[]) =>
      operate(env, 'domain', verb, '--store', store.slug, ...more)
    const verification = verificationRecordOf(store.id, domain)
    const target = 'tiendas.example'
    assert.deepEqual(await run('set', '--domain', `HTTPS://${domain}/`), {
      domain,
      state: 'claimed',
      hint: 'Agrega los dos registros. En un minuto miramos si ya están',
      verification,
      target,
    })
    prove({ ...store, domain })
    lead({ domain })
    assert.deepEqual(await run('check'), { domain, state: 'open', hint: null, verification, target })
    const doctor = await operate(env, 'doctor')
    const { status, message } = doctor.checks.find(({ name }: { name: string }) => name === 'domains')
    assert.equal(status, 'ok')
    assert.match(message, /^\d+ open \(/)
    assert.deepEqual(await run('clear'), {
      domain: null,
      state: 'off',
      hint: null,
      verification: null,
      target,
    })
    const { json } = await service.get('/api/v1/changes', store.key)
    assert.equal(json.data[0]!.summary, 'El operador del servicio quitó la conexión Dominio propio')
  })
})
