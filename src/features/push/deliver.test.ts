import assert from 'node:assert/strict'
import { createECDH } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, suite, test } from 'node:test'
import { aMember } from '../../../test/panel.ts'
import { aBrowserKey, aPushServer, claimsOf, type Push } from '../../../test/push-server.ts'
import { startService } from '../../../test/service.ts'
import { aPhone, aPlacedOrder, aProduct } from '../../../test/factories.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { newId } from '../../core/values/id.ts'
import { createLog } from '../../core/process/log.ts'
import { createManualOrder } from '../orders/create-manual.ts'
import { endSession } from '../sessions/session.ts'
import { addMember, removeMember } from '../team/change.ts'
import { startPushes } from './deliver.ts'
import { listPushDevices, MAX_DEVICES, sendTestPush, subscribe, unsubscribe } from './subscription.ts'
import { findVapidKeys } from './vapid.ts'

const service = await startService()
const { sql } = service
const vapid = { privateKey: null, subject: 'mailto:soporte@ejemplo.test' }
const loop = startPushes({ sql, log: createLog('silent'), config: { vapid, allowPrivateDestinations: true } })
service.app.afterWrite.add(loop.trigger)
after(() => loop.stop())

/** A member whose device is subscribed at a push service of its own. */
async function aListener(react?: (push: Push) => number, role: 'OWNER' | 'STAFF' = 'OWNER') {
  const server = await aPushServer(react)
  const browser = aBrowserKey()
  const { store, person } = await aMember(service, role)
  const member = { storeId: store.id, accountId: person.accountId }
  const endpoint = `${server.origin}/un-telefono`
  await subscribe(sql, { ...member, ...at(person.sessionId), ...browser.fields, endpoint })
  return { ...server, store, person, member, browser, endpoint }
}

const at = (sessionId: string) => ({ sessionId, device: 'Chrome en Android', allowPrivate: true })

const deliveriesOf = (storeId: string) => sql<{ state: string; attempts: number }[]>`
  select state, attempts from deliveries where store_id = ${storeId} and kind = 'push' order by created_at`

/** How many pushes there were once nothing waits any more. */
async function countAtEnd(storeId: string, pushes: Push[]) {
  await waitFor(async () => (await deliveriesOf(storeId)).every(({ state }) => state !== 'waiting'))
  return pushes.length
}

suite('a new order', () => {
  test('is pushed to the device, signed for the push service and encrypted for the device', async () => {
    const { store, pushes, browser, origin } = await aListener()
    const order = await aPlacedOrder(service, store, { name: 'Lucía Fernanda Méndez' })
    await waitFor(() => pushes.length === 1)
    const [push] = pushes
    const { title, body, tag, url } = browser.read(push!.body)
    assert.equal(title, `Pedido ${order.orderNumber} · ${store.name}`)
    assert.equal(body, 'Lucía · Q 100.00')
    assert.deepEqual([tag, url], [order.id, `/panel/t/${store.slug}/pedidos/${order.id}`])
    assert.equal(push!.headers['content-encoding'], 'aes128gcm')
    assert.ok(Number(push!.headers['ttl']) > 0)
    const { key, aud, sub } = claimsOf(push!)
    assert.deepEqual([key, aud, sub], [(await findVapidKeys(sql, vapid)).publicKey, origin, vapid.subject])
    assert.doesNotMatch(push!.body.toString('latin1'), /Luc/)
  })

  test('enqueues nothing where no device is subscribed', async () => {
    const { store } = await aMember(service, 'OWNER')
    await aPlacedOrder(service, store)
    assert.deepEqual([...(await deliveriesOf(store.id))], [])
  })

  test('entered in the panel is not pushed', async () => {
    const { store, pushes } = await aListener()
    const { variants } = await aProduct(service, store)
    const items = [{ variantId: variants[0]!.id, quantity: 1 }]
    for (const isTest of [false, true]) {
      await createManualOrder(
        service.app,
        store.id,
        { name: 'Ana Morales', phone: aPhone(), items, isTest },
        { formKey: newId() },
      )
    }
    assert.deepEqual([...(await deliveriesOf(store.id))], [])
    assert.equal(pushes.length, 0)
  })

  test('of one store is not pushed to a device of another', async () => {
    const [one, other] = [await aListener(), await aListener()]
    await aPlacedOrder(service, one.store)
    await waitFor(() => one.pushes.length === 1)
    assert.equal(other.pushes.length, 0)
    assert.deepEqual([...(await deliveriesOf(other.store.id))], [])
  })
})

suite('a device', () => {
  for (const status of [404, 410]) {
    test(`whose push service responds with ${status} is deleted`, async () => {
      const { store, pushes, member } = await aListener(() => status)
      await aPlacedOrder(service, store)
      await waitFor(() => pushes.length === 1)
      await waitFor(async () => (await listPushDevices(sql, member)).length === 0)
      assert.equal(await countAtEnd(store.id, pushes), 1)
    })
  }

  test('whose push service fails is retried', async () => {
    const { store, pushes, member } = await aListener(() => (pushes.length === 1 ? 503 : 201))
    await aPlacedOrder(service, store)
    await waitFor(async () => (await deliveriesOf(store.id))[0]?.attempts === 1 && pushes.length === 1)
    await waitFor(async () => {
      await sql`update deliveries set due_at = now() where store_id = ${store.id} and leased_until is null and state = 'waiting'`
      loop.trigger()
      return pushes.length === 2
    })
    assert.equal((await listPushDevices(sql, member)).length, 1)
  })

  test('whose push service rejects the message stays subscribed, and the message is not retried', async () => {
    const { store, pushes, member } = await aListener(() => 403)
    await aPlacedOrder(service, store)
    await waitFor(async () => (await deliveriesOf(store.id))[0]?.state === 'failed')
    assert.equal(pushes.length, 1)
    assert.equal((await listPushDevices(sql, member)).length, 1)
  })

  test('of a removed member, and of an ended session, gets no more messages', async () => {
    const [removed, signedOut] = [await aListener(undefined, 'STAFF'), await aListener()]
    await removeMember(sql, removed.store.id, removed.person.accountId)
    await endSession(sql, signedOut.person.accountId, signedOut.person.sessionId)
    for (const { store, pushes, member } of [removed, signedOut]) {
      assert.deepEqual([...(await listPushDevices(sql, member))], [])
      await aPlacedOrder(service, store)
      assert.equal(await countAtEnd(store.id, pushes), 0)
    }
  })

  test('that was removed between the order and its delivery gets nothing', async () => {
    const { store, pushes } = await aListener(() => 503)
    await aPlacedOrder(service, store)
    await waitFor(() => pushes.length === 1)
    await sql`delete from push_subscriptions where store_id = ${store.id}`
    await waitFor(async () => {
      await sql`update deliveries set due_at = now() where store_id = ${store.id} and leased_until is null`
      loop.trigger()
      return (await deliveriesOf(store.id)).length === 0
    })
    assert.equal(pushes.length, 1)
  })

  test('is subscribed once, also concurrently; past ten the oldest is removed', async () => {
    const { member, endpoint, person, browser } = await aListener()
    const again = (to: string) =>
      subscribe(sql, { ...member, ...at(person.sessionId), ...browser.fields, endpoint: to })
    await Promise.all([again(endpoint), again(endpoint), again(endpoint)])
    assert.equal((await listPushDevices(sql, member)).length, 1)
    await Promise.all(Array.from({ length: MAX_DEVICES + 2 }, (_, n) => again(`${endpoint}/${n}`)))
    const devices = await listPushDevices(sql, member)
    assert.equal(devices.length, MAX_DEVICES)
    assert.ok(devices.every((device) => device.endpoint !== endpoint))
  })

  test('must have a public endpoint and valid keys', async () => {
    const { member, person, browser, endpoint } = await aListener()
    const good = { ...member, ...at(person.sessionId), ...browser.fields, endpoint }
    const bad = [
      { allowPrivate: false },
      { allowPrivate: false, endpoint: 'https://127.0.0.1/x' },
      { endpoint: 'x' },
      { p256dh: Buffer.alloc(65, 4).toString('base64url') },
      { p256dh: 'x' },
      { auth: 'x' },
    ]
    for (const wrong of bad) {
      await assert.rejects(subscribe(sql, { ...good, ...wrong }), { status: 400 }, JSON.stringify(wrong))
    }
  })

  test('gets a test message, from its own member only', async () => {
    const { member, pushes, browser, store } = await aListener()
    const { id } = (await listPushDevices(sql, member))[0]!
    const stranger = await aListener()
    await addMember(sql, store.id, stranger.person.accountId, 'STAFF')
    const colleague = { storeId: store.id, accountId: stranger.person.accountId }
    for (const other of [stranger.member, colleague]) {
      await assert.rejects(sendTestPush(sql, other, id), { status: 404 })
      await assert.rejects(unsubscribe(sql, other, id), { status: 404 })
    }
    await sendTestPush(sql, member, id)
    loop.trigger()
    await waitFor(() => pushes.length === 1)
    assert.equal(browser.read(pushes[0]!.body)['url'], `/panel/t/${store.slug}/avisos`)
  })
})

suite('the devices of an account that hang', () => {
  test('delay no push of another account', async (t) => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    t.after(() => silent.close().closeAllConnections())
    const [hanging, other] = [await aListener(), await aListener()]
    const dead = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`
    const { storeId } = hanging.member
    await sql`
      insert into push_subscriptions (store_id, id, account_id, session_id, endpoint, p256dh, auth, device)
      select store_id, id || n, account_id, session_id, ${dead} || n, p256dh, auth, device
      from push_subscriptions, generate_series(1, 30) n
      where store_id = ${storeId}`
    const ofDead = await sql<{ id: string }[]>`
      select id from push_subscriptions where store_id = ${storeId} and endpoint like ${`${dead}%`}`
    for (const { id } of [...ofDead, ...ofDead]) await sendTestPush(sql, hanging.member, id)
    loop.trigger()
    await waitFor(async () => {
      const started = await sql`select from deliveries where store_id = ${storeId} and attempts > 0`
      return started.count >= 50
    })
    const { id } = (await listPushDevices(sql, other.member))[0]!
    await sendTestPush(sql, other.member, id)
    loop.trigger()
    await waitFor(() => other.pushes.length === 1)
  })
})

suite('the VAPID key', () => {
  test('is generated once for concurrent requests', async () => {
    const fresh = await startService()
    const keys = await Promise.all(Array.from({ length: 8 }, () => findVapidKeys(fresh.sql, vapid)))
    assert.equal(new Set(keys.map(({ publicKey }) => publicKey)).size, 1)
  })

  test('is the operator’s, where configured', async () => {
    const pair = createECDH('prime256v1')
    const publicKey = pair.generateKeys('base64url')
    const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32).toString('base64url') // prettier-ignore
    assert.deepEqual(await findVapidKeys(sql, { ...vapid, privateKey }), { publicKey, privateKey })
  })
})
