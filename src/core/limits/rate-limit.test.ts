import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startService } from '../../../test/service.ts'
import { anAddress, anOrder, aPhone, aProduct, aStore, order } from '../../../test/factories.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { hitCounter, type Limit } from './rate-limit.ts'

const service = await startService()
const beside = await startService({}, service)
const { sql } = service

const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)
const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b)

suite('a count of hits', () => {
  const minute: Limit = { name: 'test', max: 10, seconds: 60 }
  const day: Limit = { name: 'test-day', max: 3, seconds: 86_400 }

  test('gives each hit its own hit number, over several processes and names in one turn', async () => {
    const counters = [hitCounter(sql), hitCounter(beside.sql)]
    const places = await Promise.all(
      Array.from({ length: 400 }, async (_, n) => {
        const who = `who-${n % 8}`
        const { hitNumber } = await counters[n % 3 ? 1 : 0]!.count(minute, who)
        return { who, hitNumber }
      }),
    )
    for (let n = 0; n < 8; n++) {
      const mine = places.filter(({ who }) => who === `who-${n}`).map(({ hitNumber }) => hitNumber)
      assert.deepEqual(sorted(mine), upTo(50))
    }
  })

  test('counts limits of different names separately, and returns when each window ends', async () => {
    const { count } = hitCounter(sql)
    const [a, b] = await Promise.all([count(minute, 'apart'), count(day, 'apart')])
    assert.deepEqual([a.hitNumber, b.hitNumber], [1, 1])
    assert.ok(a.resetIn > 30 && a.resetIn <= 60, String(a.resetIn))
    assert.ok(b.resetIn > 86_370 && b.resetIn <= 86_400, String(b.resetIn))
  })

  test('stores long windows where they survive a crash of the database', async () => {
    await hitCounter(sql).count(day, 'kept')
    const [row] = await sql<{ persistence: string; hits: number }[]>`
      select relpersistence as persistence, hits
      from long_rate_hits
      join pg_class on pg_class.oid = long_rate_hits.tableoid
      where key = 'test-day:kept'`
    assert.deepEqual({ ...row }, { persistence: 'p', hits: 1 })
  })

  test('resets when the window is over, and not before', async () => {
    const { count } = hitCounter(sql)
    await count(minute, 'window')
    await sql`update rate_hits set ends_at = now() + interval '20 seconds' where key = 'test:window'`
    const second = await count(minute, 'window')
    assert.equal(second.hitNumber, 2)
    assert.ok(second.resetIn <= 20)
    await sql`update rate_hits set ends_at = now() where key = 'test:window'`
    const third = await count(minute, 'window')
    assert.equal(third.hitNumber, 1)
    assert.ok(third.resetIn > 30)
  })
})

suite('429', () => {
  test('has the seconds to wait in Retry-After and in the message, and does not affect other clients', async () => {
    const headers = anAddress()
    const ask = (query: string) => service.get(`/api/check-slug${query}`, undefined, headers)
    let response = await ask('?slug=abc')
    await waitFor(async () => {
      await sql`
        update long_rate_hits
        set hits = 30, ends_at = now() + interval '1 second'
        where key = ${`check-slug:${headers['x-forwarded-for']!}`}`
      response = await ask('?slug=abc') // within this second, or it is tried again
      return response.status === 429
    })
    const { json, headers: responseHeaders } = response
    assert.deepEqual(json, {
      error: 'Demasiadas solicitudes: vuelve a intentarlo en 1 segundo',
      code: 'RATE_LIMIT_EXCEEDED',
    })
    assert.equal(responseHeaders.get('retry-after'), '1')
    assert.equal(responseHeaders.get('x-ratelimit-limit'), '30')
    assert.equal(responseHeaders.get('x-ratelimit-remaining'), '0')
    assert.equal((await service.get('/api/check-slug?slug=abc', undefined, anAddress())).status, 200)
  })

  test('counts a request that fails validation', async () => {
    const headers = anAddress()
    await service.get('/api/check-slug', undefined, headers)
    const { headers: responseHeaders } = await service.get('/api/check-slug?slug=abc', undefined, headers)
    assert.equal(responseHeaders.get('x-ratelimit-remaining'), '28')
  })
})

suite('a 503', () => {
  test('does not count, so that who retries an order is not locked out', async () => {
    const store = await aStore(service, { whatsappNumber: null })
    const { variants } = await aProduct(service, store)
    const headers = anAddress()
    const v = variants[0]!.id
    const toApi = () => order(service, anOrder(store, [{ variantId: v, quantity: 1 }]), headers)
    const toForm = async () => {
      const body = new URLSearchParams({ v, n: '1', name: 'Ana', phone: aPhone() })
      return fetch(`${service.url}/${store.slug}/pedir`, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
      })
    }
    const hits = async () => {
      const [row] = await sql<{ hits: number }[]>`
        select hits from rate_hits where key = ${`orders:${headers['x-forwarded-for']!}`}`
      return row?.hits
    }
    await sql.unsafe(`
      create function disk_full() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger disk_full before insert on orders execute function disk_full()`)
    for (let n = 0; n < 12; n++) {
      for (const place of [toApi, toForm]) {
        assert.equal((await place()).status, 503, `attempt ${n}`)
        await waitFor(async () => (await hits()) === 0)
      }
    }
    await sql`drop trigger disk_full on orders`
    assert.deepEqual([(await toApi()).status, (await toForm()).status], [201, 303])
    assert.equal(await hits(), 2)
  })
})
