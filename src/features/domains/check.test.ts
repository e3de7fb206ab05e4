import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startServiceWithDns } from '../../../test/claimed-domains.ts'
import { createLog } from '../../core/process/log.ts'
import { checkDueDomains } from './check.ts'
import { verificationRecordOf } from './domain.ts'

const { service, dns, aClaim, look, prove, lead, stateOf, wait, anOpenDomain, connectionOf } =
  await startServiceWithDns()
const { sql } = service

suite('a domain opens', () => {
  test('once its TXT record is seen and one of its addresses is one of the target, and not before', async () => {
    const store = await aClaim()
    assert.deepEqual(await stateOf(store), {
      state: 'claimed',
      hint: 'Agrega los dos registros. En un minuto miramos si ya están',
      open: null,
    })
    await look(store)
    assert.match((await stateOf(store)).hint!, /no tiene ningún registro/)
    dns.set(store.domain, { A: ['93.184.215.1'] })
    await look(store)
    assert.match((await stateOf(store)).hint!, /Falta el registro TXT: en _vitrina\.\S+ no hay ninguno/)
    dns.set(`_vitrina.${store.domain}`, { TXT: ['vitrina=otra'] })
    await look(store)
    assert.match((await stateOf(store)).hint!, /dice «vitrina=otra», y debe decir «vitrina=/)
    prove(store)
    await look(store)
    assert.match(
      (await stateOf(store)).hint!,
      /lleva a 93\.184\.215\.1, y debe llevar a tiendas\.example \(93\.184\.216\.7/,
    )
    assert.equal((await connectionOf(store)).state, 'partial')
    dns.set(store.domain, { A: ['93.184.215.1', '93.184.216.8'] })
    await look(store)
    assert.deepEqual(await stateOf(store), { state: 'open', hint: null, open: store.domain })
    assert.equal((await connectionOf(store)).state, 'full')
  })

  test('and says of a private address only that it is one', async () => {
    const store = await aClaim()
    prove(store)
    dns.set(store.domain, { A: ['10.1.2.3', '93.184.215.1'] })
    await look(store)
    assert.match((await stateOf(store)).hint!, /lleva a una dirección privada, 93\.184\.215\.1, y debe/)
  })

  test('with an AAAA record alone, and by a CNAME', async () => {
    for (const records of [{ AAAA: ['2606:2800::7'] }, { CNAME: 'tiendas.example' }]) {
      const store = await aClaim()
      prove(store)
      dns.set(store.domain, records)
      await look(store)
      assert.equal((await stateOf(store)).open, store.domain)
    }
  })

  test('with its record among many, which come over TCP, of which a few are stored', async () => {
    const store = await aClaim()
    const others = Array.from({ length: 150 }, (_, n) => `v=spf1 ${n} ${'x'.repeat(280)}`)
    dns.set(`_vitrina.${store.domain}`, {
      TXT: [...others, verificationRecordOf(store.id, store.domain).value],
    })
    dns.set(store.domain, { A: [...Array.from({ length: 60 }, (_, n) => `93.184.215.${n}`), '93.184.216.7'] })
    await look(store)
    assert.equal((await stateOf(store)).state, 'open')
    const [{ bytes }] = await sql<[{ bytes: number }]>`
      select pg_column_size(seen::text) as bytes from domains where store_id = ${store.id}`
    assert.ok(bytes < 2_000, `${bytes} bytes`)
  })

  test('never for a store without a paid plan', async () => {
    const store = await aClaim(undefined, { plan: 'free' })
    prove(store)
    lead(store)
    await look(store)
    assert.deepEqual(await stateOf(store), {
      state: 'claimed',
      hint: 'Tu plan no incluye un dominio propio',
      open: null,
    })
  })
})

suite('name servers that do not answer', () => {
  for (const fault of ['silent', 'SERVFAIL', 'REFUSED', 'truncated'] as const) {
    test(`(${fault}) neither open nor close a domain, and are no wrong record`, async () => {
      const [open, claim] = [await anOpenDomain(), await aClaim()]
      prove(claim)
      lead(claim)
      for (const { domain } of [open, claim]) {
        dns.fail(domain, fault)
        dns.fail(`_vitrina.${domain}`, fault)
      }
      const began = performance.now()
      await Promise.all([look(open), look(claim)])
      assert.ok(performance.now() - began < 20_000)
      assert.equal((await stateOf(open)).open, open.domain)
      assert.match((await stateOf(claim)).hint!, /no responden ahora/)
      dns.mend(claim.domain)
      dns.mend(`_vitrina.${claim.domain}`)
      await look(claim)
      assert.equal((await stateOf(claim)).state, 'open')
    })
  }

  test('count as failed days', async () => {
    const store = await anOpenDomain()
    dns.fail(store.domain, 'SERVFAIL')
    for (let day = 0; day < 3; day++) {
      await wait(store, 1)
      await look(store)
    }
    assert.match((await connectionOf(store)).hint!, /^Falla desde el .*no responden ahora/)
  })
})

suite('an open domain whose records are gone', () => {
  test('is degraded after three failed days in a row, of which each counts once', async () => {
    const store = await anOpenDomain()
    const { name } = verificationRecordOf(store.id, store.domain)
    dns.set(name, { TXT: [] })
    await wait(store, 1)
    for (let n = 0; n < 5; n++) await look(store)
    assert.equal((await connectionOf(store)).state, 'full')
    await wait(store, 1)
    await look(store)
    prove(store)
    await look(store) // a day that is not in a row any more
    dns.set(name, { TXT: [] })
    for (let day = 0; day < 3; day++) {
      assert.equal((await connectionOf(store)).state, 'full', `${day}`)
      await wait(store, 1)
      await look(store)
    }
    const { state, hint } = await connectionOf(store)
    assert.equal(state, 'degraded')
    assert.match(hint!, /^Falla desde el \d+ de .*El registro TXT ya no está en _vitrina\./)
    assert.equal((await stateOf(store)).open, store.domain)
    prove(store)
    await look(store)
    assert.equal((await connectionOf(store)).state, 'full')
  })

  test('stays open until nobody came by it for 90 days, also when its registration has lapsed', async () => {
    const store = await anOpenDomain()
    dns.remove(store.domain)
    dns.remove(`_vitrina.${store.domain}`)
    for (let day = 0; day < 3; day++) {
      await wait(store, 1)
      await look(store)
    }
    assert.match((await stateOf(store)).hint!, /revisa que no haya vencido/)
    await wait(store, 100)
    await sql`update domains set last_request_at = now() - interval '89 days' where store_id = ${store.id}`
    await look(store)
    assert.equal((await stateOf(store)).open, store.domain)
    await wait(store, 2)
    await look(store)
    assert.deepEqual([(await stateOf(store)).state, (await stateOf(store)).open], ['claimed', null])
    assert.equal((await connectionOf(store)).state, 'partial')
  })
})

suite('the looks', () => {
  const log = createLog('silent')
  const run = () => checkDueDomains(sql, log, service.app.config)
  const nextLook = async (store: { id: string }) => {
    const [row] = await sql<{ hours: number }[]>`
      select (extract(epoch from check_at - now()) / 3600)::float8 as hours from domains where store_id = ${store.id}`
    return row!.hours
  }

  test('come at once, then hourly until it is open, then daily, and are spread', async () => {
    const stores = await Promise.all(Array.from({ length: 20 }, () => aClaim()))
    await run()
    const hourly = await Promise.all(stores.map(nextLook))
    assert.ok(hourly.every((hours) => hours > 0.8 && hours <= 1))
    for (const store of stores) {
      prove(store)
      lead(store)
      await look(store)
    }
    const daily = await Promise.all(stores.map(nextLook))
    assert.ok(daily.every((hours) => hours > 19.9 && hours <= 24))
    assert.ok(new Set(daily.map((hours) => Math.round(hours * 10))).size > 5)
  })

  test('are made once where several workers find them due', async () => {
    const stores = await Promise.all(Array.from({ length: 6 }, () => aClaim()))
    const asked = dns.questions.length
    await Promise.all([run(), run(), run()])
    for (const { domain } of stores) {
      const times = dns.questions.slice(asked).filter((question) => question === `A ${domain}`).length
      assert.equal(times, 1)
    }
  })
})
