import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { suite, test } from 'node:test'
import { aMember, signedIn, type Person } from '../../../../test/panel.ts'
import { decideProposal } from '../../../features/orders/decide-proposal.ts'
import { setBillingState } from '../../../features/billing/change.ts'
import { aPhone, aPlacedOrder, aProduct } from '../../../../test/factories.ts'
import { newId } from '../../../core/values/id.ts'
import { createManualOrder } from '../../../features/orders/create-manual.ts'
import { startService, type Service } from '../../../../test/service.ts'
import { waitFor } from '../../../../test/wait-for.ts'
import { endSession } from '../../../features/sessions/session.ts'
import { removeMember } from '../../../features/team/change.ts'

const service = await startService()
const { sql } = service

/** A page that listens: the response's head, what came so far, and whether the server ended it. */
async function aListener(person: Pick<Person, 'token'>, base: string, at: Service = service) {
  const leave = new AbortController()
  const response = await fetch(`${at.url}${base}/eventos`, {
    headers: { cookie: `vitrina=${person.token}`, accept: 'text/event-stream' },
    redirect: 'manual',
    signal: leave.signal,
  })
  const received = { text: '', versions: [] as string[], isOver: false }
  void (async () => {
    try {
      for await (const chunk of response.body!) received.text += Buffer.from(chunk).toString()
    } catch {
      // it left
    }
    received.isOver = true
  })()
  const versions = () => [...received.text.matchAll(/^data: (\S*)/gm)].map(([, version]) => version)
  return { response, versions, received, leave: () => leave.abort() }
}

const stopUsing = (sessionId: string) =>
  sql`update sessions set last_seen_at = now() - interval '31 days' where id = ${sessionId}`

const count = (version: string) => version.split('-').reduce((sum, number) => sum + Number(number), 0)

// Each waits for the next look at the versions, two seconds later.
suite('the events of a store’s orders', { concurrency: true }, () => {
  test('have the current version, and a new one after an order and after a status change', async () => {
    const { base, person, store } = await aMember(service, 'STAFF')
    const { response, versions, received, leave } = await aListener(person, base)
    assert.equal(response.status, 200)
    await waitFor(() => versions().length === 1)
    assert.match(received.text, /^retry: \d+\n\ndata: 0-0-0-0-0\n\n$/)
    const { id } = await aPlacedOrder(service, store)
    await waitFor(() => versions().length === 2)
    assert.equal(versions()[1], '1-0-0-0-0')
    await person.post(`${base}/pedidos/${id}`, { status: 'confirmed' })
    await waitFor(() => versions().length === 3)
    assert.equal(versions()[2], '0-1-0-0-0')
    assert.match((await person.get(`${base}/pedidos`)).text, new RegExp(`data-orders="0-1-0-0-0 ${id}"`))
    leave()
  })

  test('name the orders that arrived last, not those that the store entered itself', async () => {
    const { base, person, store } = await aMember(service, 'OWNER')
    const { received, leave } = await aListener(person, base)
    const { id } = await aPlacedOrder(service, store)
    const { variants } = await aProduct(service, store)
    const items = [{ variantId: variants[0]!.id, quantity: 1 }]
    await createManualOrder(
      service.app,
      store.id,
      { name: 'Luis', phone: aPhone(), items },
      { formKey: newId() },
    )
    await waitFor(() => received.text.includes('data: 2-0-0-0-0'))
    assert.match(received.text, new RegExp(`data: 2-0-0-0-0 ${id}\n`))
    leave()
  })

  test('have a new version when a change of an order is taken or not', async () => {
    const { base, person, store } = await aMember(service, 'STAFF')
    const { versions, leave } = await aListener(person, base)
    const { id } = await aPlacedOrder(service, store)
    for (const [n, isAccepted] of [false, true].entries()) {
      const { items } = (await service.get(`/api/v1/orders/${id}`, store.key)).json.data
      const body = { items: items.map(({ variantId }) => ({ variantId: variantId!, quantity: 5 })) }
      const { json } = await service.post(`/api/v1/orders/${id}/proposal`, { key: store.key, body })
      await decideProposal(sql, store.id, id, { sentAt: json.data.proposal!.sentAt, isAccepted })
      await waitFor(() => versions().at(-1) === `1-0-0-0-0.${n + 1}`)
    }
    assert.match(
      (await person.get(`${base}/pedidos/${id}`)).text,
      new RegExp(`data-orders="1-0-0-0-0.2 ${id}"`),
    )
    leave()
  })

  test('pass through proxies: no cache, no compression, no buffer', async () => {
    const { base, person } = await aMember(service, 'OWNER')
    const { response, leave } = await aListener(person, base)
    const head = ['content-type', 'cache-control', 'x-accel-buffering', 'content-encoding'].map((name) =>
      response.headers.get(name),
    )
    assert.deepEqual(head, ['text/event-stream; charset=utf-8', 'no-store, no-transform', 'no', null])
    leave()
  })

  test('are those of one store', async () => {
    const [one, other] = [await aMember(service, 'OWNER'), await aMember(service, 'OWNER')]
    const listeners = [await aListener(one.person, one.base), await aListener(other.person, other.base)]
    await aPlacedOrder(service, one.store)
    await waitFor(() => listeners[0]!.versions().at(-1) === '1-0-0-0-0')
    await waitFor(() => listeners[1]!.versions().length > 0)
    assert.equal(listeners[1]!.versions().at(-1), '0-0-0-0-0')
    for (const { leave } of listeners) leave()
  })

  test('require a signed-in member', async () => {
    const { base } = await aMember(service, 'OWNER')
    const stranger = await aMember(service, 'OWNER')
    assert.equal((await aListener({ token: 'x' }, base)).response.status, 303)
    assert.equal((await aListener(stranger.person, base)).response.status, 404)
    const head = await fetch(`${service.url}${base}/eventos`, { method: 'HEAD' })
    assert.equal(head.status, 405)
  })

  test('end with the session, the membership or the suspension of the store', async () => {
    const ends: [string, (member: Awaited<ReturnType<typeof aMember>>) => Promise<unknown>][] = [
      ['session', ({ person }) => endSession(sql, person.accountId, person.sessionId)],
      ['idle', ({ person }) => stopUsing(person.sessionId)],
      ['membership', ({ store, person }) => removeMember(sql, store.id, person.accountId)],
      ['payment', ({ store }) => setBillingState(sql, store.id, 'suspended')],
      ['store', ({ store }) => sql`update stores set deleted_at = now() where id = ${store.id}`],
    ]
    await Promise.all(
      ends.map(async ([why, happen]) => {
        const member = await aMember(service, 'STAFF')
        const { received, versions } = await aListener(member.person, member.base)
        await waitFor(() => versions().length === 1)
        await happen(member)
        await waitFor(() => received.isOver)
        assert.equal(versions().length, 1, why)
      }),
    )
  })

  test('are limited to twelve streams per account: the oldest is closed', async () => {
    const { base, person, store } = await aMember(service, 'OWNER')
    const phone = await signedIn(service, person.accountId)
    const colleague = await aMember(service, 'OWNER')
    const other = await aListener(colleague.person, colleague.base)
    const own: Awaited<ReturnType<typeof aListener>>[] = []
    for (let n = 0; n < 14; n++) own.push(await aListener(n % 2 ? person : phone, base))
    await waitFor(() => own.filter(({ received }) => received.isOver).length === 2)
    assert.deepEqual(own.map(({ received }) => received.isOver).slice(0, 3), [true, true, false])
    await aPlacedOrder(service, store)
    await waitFor(() => own.slice(2).every(({ versions }) => count(versions().at(-1) ?? '0') === 1))
    assert.equal(other.received.isOver, false)
    for (const { leave } of [other, ...own]) leave()
  })
})

suite('the streams of events', () => {
  test('are not opened for pages that left meanwhile, which would count among the account’s streams', async (t) => {
    const { base, person } = await aMember(service, 'OWNER')
    const open = await aListener(person, base)
    const responses: ServerResponse[] = []
    const note = (_request: IncomingMessage, response: ServerResponse) => responses.push(response)
    service.app.server.on('request', note)
    t.after(() => service.app.server.off('request', note))
    await sql.begin(async (tx) => {
      await tx`lock table sessions in access exclusive mode`
      const leave = new AbortController()
      const options = { headers: { cookie: `vitrina=${person.token}` }, signal: leave.signal }
      for (let n = 0; n < 12; n++) fetch(`${service.url}${base}/eventos`, options).catch(() => {})
      await waitFor(() => responses.length === 12)
      leave.abort()
      await waitFor(() => responses.every(({ destroyed }) => destroyed))
    })
    const last = await aListener(person, base)
    await waitFor(() => last.versions().length === 1)
    assert.equal(open.received.isOver, false)
    for (const { leave } of [open, last]) leave()
  })

  test('come from every process, and end when it stops', async () => {
    const beside = await startService({}, service)
    const { base, person, store } = await aMember(service, 'OWNER')
    const listeners = [await aListener(person, base), await aListener(person, base, beside)]
    await aPlacedOrder(service, store)
    for (const { versions } of listeners) await waitFor(() => versions().at(-1) === '1-0-0-0-0')
    await beside.app.close()
    await waitFor(() => listeners[1]!.received.isOver)
    assert.equal(listeners[0]!.received.isOver, false)
    listeners[0]!.leave()
  })
})
