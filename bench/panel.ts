// How long does the panel take to answer a page, beside a bare page of the same bytes, and what do open pages and kitchens cost?
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Db } from '../src/core/database/db.ts'
import { seedLoad } from '../src/features/demo/load/seed.ts'
import { createSession } from '../src/features/sessions/session.ts'
import { addMember } from '../src/features/team/change.ts'
import { anAccount } from '../test/factories.ts'
import { load, type Load } from './load.ts'
import { median, print, type Figure } from './report.ts'
import { startService } from './service.ts'

const ROUNDS = 5
const LARGE = { stores: 1, products: 10_000, orders: 100_000 }
const SMALL = { stores: 10, products: 3, orders: 60 }
const OWNERS = 300
const ONE_CONNECTION = { connections: 1, seconds: 1, expect: 200 }

type Owner = { base: string; token: string }

const service = await startService()
const { port, sql } = service
const [large] = (await seedLoad(sql, LARGE)).keys
const token = await aSession(sql, large!.storeId)

const figures: Figure[] = []
for (const [name, path] of [
  ['Hoy', ''],
  ['Pedidos, 50 of 100,000', '/pedidos'],
  ['Productos, 50 of 10,000', '/productos'],
] as const) {
  figures.push(await timed(name, get(`/panel/t/${large!.slug}${path}`, token)))
}
print('A page of the panel, one request at a time', figures)
print('Ten screens of a store, each time they reload', [await kitchens(`/panel/t/${large!.slug}`)])

const { keys } = await seedLoad(sql, SMALL)
const owners: Owner[] = []
for (let n = 0; n < OWNERS; n++) {
  const { storeId, slug } = keys[n % keys.length]!
  owners.push({ base: `/panel/t/${slug}`, token: await aMember(storeId) })
}
await liftLimits(sql)
print('Order pages that are open', [await openPages(owners)])
await service.stop()

/** Somebody signed in who may do everything in the store. */
async function aSession(sql: Db, storeId: string): Promise<string> {
  const [owner] = await sql<[{ accountId: string }]>`
    select account_id from members where store_id = ${storeId} and role = 'OWNER'`
  const { token } = await createSession(sql, { accountId: owner.accountId, device: 'Chrome en Android' })
  return token
}

/** Lifts the rate limit of everyone who is signed in. */
async function liftLimits(sql: Db) {
  await sql`
    insert into rate_hits (key, hits, ends_at)
    select distinct 'person:' || account_id, -2000000000, now() + interval '110 minutes'
    from sessions
    on conflict (key) do update
    set hits = excluded.hits, ends_at = excluded.ends_at`
}

function get(path: string, token: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: bench\r\ncookie: vitrina=${token}\r\naccept-encoding: gzip, br\r\n\r\n`
}

/** A page in turn with a bare server that sends as many bytes. */
async function timed(name: string, request: string): Promise<Figure> {
  await liftLimits(sql)
  const bytes = await bytesOf(request)
  const bare = fork(new URL('baseline-server.ts', import.meta.url), [String(bytes)])
  const [barePort] = (await once(bare, 'message')) as [number]
  await load({ ...ONE_CONNECTION, port, requests: [request] })
  const rounds: [Load, Load][] = []
  for (let i = 0; i < ROUNDS; i++) {
    const theirs = await load({ ...ONE_CONNECTION, port: barePort, requests: [request] })
    rounds.push([await load({ ...ONE_CONNECTION, port, requests: [request] }), theirs])
  }
  bare.kill()
  const [ours, theirs] = [median(rounds.map(([{ p50 }]) => p50)), median(rounds.map(([, { p50 }]) => p50))]
  return {
    name: `${name}, p50 ms, ${(bytes / 1024).toFixed(1)} KiB`,
    value: ours.toFixed(2),
    limit: `5; ${theirs.toFixed(2)} of a bare page of the same bytes`,
    ratio: ours / 5,
    atMost: 1,
  }
}

/** The kitchen's screen beside the list of orders, whose data and stream it has. */
async function kitchens(base: string): Promise<Figure> {
  await liftLimits(sql)
  const rounds: [number, number][] = []
  await processorTime(`${base}/cocina`) // compiles what both use
  for (let i = 0; i < ROUNDS; i++)
    rounds.push([await processorTime(`${base}/cocina`), await processorTime(`${base}/pedidos`)])
  const [kitchen, list] = [median(rounds.map(([ours]) => ours)), median(rounds.map(([, theirs]) => theirs))]
  return {
    name: 'kitchen, processor ms of Node each',
    value: kitchen.toFixed(1),
    limit: `${list.toFixed(1)} of a list of orders`,
    ratio: kitchen / list,
    atMost: 1,
  }
}

/** Of one answer of ten connections, in ms. */
async function processorTime(path: string): Promise<number> {
  const count = 200
  const before = await service.cpu()
  await load({ port, connections: 10, count, requests: [get(path, token)], expect: 200 })
  return (((await service.cpu()) - before) / count) * 1000
}

async function bytesOf(request: string): Promise<number> {
  const [, path] = request.split(' ')
  const headers = { cookie: /cookie: (.*)\r/.exec(request)![1]!, 'accept-encoding': 'br' }
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  await answer.arrayBuffer()
  return Number(answer.headers.get('content-length'))
}

/** Somebody with an account of her own, who works in the store. */
async function aMember(storeId: string): Promise<string> {
  const { id: accountId } = await anAccount({ sql })
  await addMember(sql, storeId, accountId, 'STAFF')
  return (await createSession(sql, { accountId, device: 'Chrome en Android' })).token
}

/** Each holds the event stream of its store's orders and reloads itself every two minutes, as `assets/live.js` does. */
async function openPages(pages: Owner[]): Promise<Figure> {
  const closing = new AbortController()
  for (const { base, token } of pages) {
    const headers = { cookie: `vitrina=${token}` }
    const stream = await fetch(`http://127.0.0.1:${port}${base}/eventos`, { headers, signal: closing.signal })
    if (stream.status !== 200) throw new Error(`A stream was answered with ${stream.status}`)
  }
  const requests = pages.map(({ base, token }) => get(`${base}/pedidos`, token))
  const ask = (seconds: number) =>
    load({ port, connections: 8, seconds, requests, expect: 200, perSecond: pages.length / 120 })
  await ask(5)
  const before = await service.cpu()
  const began = performance.now()
  await ask(20)
  const share = ((await service.cpu()) - before) / ((performance.now() - began) / 1000)
  closing.abort()
  return {
    name: `${pages.length} open pages, share of one core`,
    value: `${(share * 100).toFixed(1)} %`,
    limit: '5 %',
    ratio: share / 0.05,
    atMost: 1,
  }
}
