import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, suite, test } from 'node:test'
import { assertIncludes } from '../../../../test/assert-includes.ts'
import { aProduct, aStore, aWebhook } from '../../../../test/factories.ts'
import { aMember, signedIn } from '../../../../test/panel.ts'
import { aReceiver, type Reaction, type Received } from '../../../../test/receiver.ts'
import { startService } from '../../../../test/service.ts'
import { waitFor } from '../../../../test/wait-for.ts'
import { createLog } from '../../../core/process/log.ts'
import { addMember } from '../../../features/team/change.ts'
import { startWebhooks } from '../../../features/webhooks/deliver.ts'

const sample = new URL('../../../features/webhooks/samples/verify.mjs', import.meta.url).href
const { verify } = (await import(sample)) as {
  verify: (secret: string, headers: object, rawBody: string) => { type: string }
}
const service = await startService({ LOG_LEVEL: 'error', ALLOW_PRIVATE_DESTINATIONS: 'true' })
const { sql } = service
const worker = startWebhooks({ sql, log: createLog('silent'), allowPrivateDestinations: true })
after(() => worker.stop())

const secretIn = (text: string) => /whsec_[A-Za-z0-9+/=]{44}/.exec(text)?.[0]
const idIn = (text: string) => /webhooks\/([a-z0-9]{24})"/.exec(text)![1]!

/** A webhook that the panel made, which goes to a receiver of its own. */
async function aListener(react?: (message: Received) => Reaction) {
  const receiver = await aReceiver(react)
  const member = await aMember(service, 'OWNER')
  const fields = { url: receiver.url, events: ['order.created', 'product.created'] }
  const { text, status } = await member.person.post(`${member.base}/webhooks/nuevo`, fields)
  assert.equal(status, 200)
  return { ...member, receiver, id: idIn(text), secret: secretIn(text)! }
}

/** The first message, when its delivery is recorded. */
async function delivered(
  { receiver, store }: { receiver: { messages: Received[] }; store: { id: string } },
  count = 1,
) {
  worker.trigger()
  await waitFor(async () => {
    const [{ done }] = await sql<[{ done: number }]>`
      select count(*) as done from deliveries where store_id = ${store.id} and kind = 'webhook' and status is not null`
    return receiver.messages.length >= count && done > 0
  })
  return receiver.messages[count - 1]!
}

suite('the pages of the webhooks', () => {
  test('create one whose secret is shown once, and whose deliveries the documented examples verify', async () => {
    const listener = await aListener()
    const { base, person, id, secret, store } = listener
    for (const path of ['/webhooks', `/webhooks/${id}`]) {
      assert.ok(!(await person.get(base + path)).text.includes(secret.slice(6)), path)
    }
    await aProduct(service, store)
    const { headers, text } = await delivered(listener)
    assert.equal(verify(secret, headers, text).type, 'product.created')
    assert.throws(() => verify(secret, headers, text.replace('Café', 'Cafe')), /no coincide/)
    const old = { ...headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 400) }
    assert.throws(() => verify(secret, old, text), /Demasiado viejo/)
    assert.equal(runPython(secret, headers, text), 'product.created')
    const page = (await person.get(`${base}/webhooks/firmas`)).text
    assertIncludes(page, ['createHmac', 'hmac.compare_digest', 'hash_equals'])
  })

  test('show the same secret for the same form sent twice, also concurrently', async () => {
    const { store, base, person } = await aMember(service, 'OWNER')
    const fields = { url: 'https://93.184.216.34/aviso', events: 'order.created', _key: 'unamismallave' }
    const responses = await Promise.all([1, 2].map(() => person.post(`${base}/webhooks/nuevo`, fields)))
    const [first, second] = responses.map(({ text }) => secretIn(text))
    assert.ok(first && first === second)
    const [{ count }] = await sql<[{ count: number }]>`
      select count(*) from webhooks where store_id = ${store.id}`
    assert.equal(count, 1)
  })

  test("show the API's error for a URL, and that no event was chosen", async () => {
    const { base, person } = await aMember(service, 'ADMIN')
    const wrong = await person.post(`${base}/webhooks/nuevo`, { url: 'no es', events: 'order.created' })
    assert.equal(wrong.status, 400)
    assert.match(wrong.text, /debe empezar con https.*value="order.created" checked/s)
    const none = await person.post(`${base}/webhooks/nuevo`, { url: 'https://a.test', events: '' })
    assert.match(none.text, /id="events-wrong"/)
  })

  test('list a test message with its request and response, for owners only', async () => {
    const listener = await aListener()
    const { store, base, person, id } = listener
    const sent = await person.post(`${base}/webhooks/${id}/probar`)
    assert.deepEqual([sent.status, sent.location], [303, `${base}/webhooks/${id}`])
    await delivered(listener)
    const { text } = await person.get(`${base}/webhooks/${id}`)
    assert.match(text, /Mensaje de prueba.*Entregado.*respondió 200\b/s)
    const path = /\/webhooks\/entregas\/[a-z0-9]{24}/.exec(text)![0]
    const full = (await person.get(base + path)).text
    assert.match(full, /&quot;type&quot;: &quot;ping&quot;/)
    assert.match(full, /El comienzo de la respuesta.*<code>ok<\/code>/s)
    await addMember(sql, store.id, (await aMember(service, 'OWNER')).person.accountId, 'ADMIN')
    const [{ accountId }] = await sql<[{ accountId: string }]>`
      select account_id from members where store_id = ${store.id} and role = 'ADMIN'`
    const admin = await signedIn(service, accountId)
    const shown = await admin.get(base + path)
    assert.equal(shown.status, 200)
    assert.ok(!shown.text.includes('&quot;ping&quot;'))
  })

  test('show why a delivery failed, and redeliver it', async () => {
    let answer = 500
    const listener = await aListener(() => answer)
    const { base, person, id, store, receiver } = listener
    await aProduct(service, store)
    await delivered(listener)
    const { text } = await person.get(`${base}/webhooks/${id}`)
    assert.match(text, /Se reintenta.*respondió 500\b/s)
    answer = 200
    const path = /\/webhooks\/entregas\/[a-z0-9]{24}/.exec(text)![0]
    await person.post(`${base}${path}/repetir`)
    await delivered(listener, 2)
    assert.equal(receiver.messages[0]!.id, receiver.messages[1]!.id)
  })

  test('replay a range, in the store’s time zone', async () => {
    const listener = await aListener()
    const { base, person, id, store } = listener
    await aProduct(service, store)
    await delivered(listener)
    await waitFor(async () => /Entregado/.test((await person.get(`${base}/webhooks/${id}`)).text))
    const local = (at: number) => new Date(at - 6 * 3_600_000).toISOString().slice(0, 16) // GTQ: UTC-6
    const range = { from: local(Date.now() - 3_600_000), to: local(Date.now() + 3_600_000) }
    const done = await person.post(`${base}/webhooks/${id}/repetir`, range)
    assert.match((await person.follow(done)).text, /Se envía otra vez 1 aviso/)
    await delivered(listener, 2)
    const empty = await person.post(`${base}/webhooks/${id}/repetir`, { from: '', to: '' })
    assert.equal(empty.status, 400)
  })

  test('disable, enable and update it, and rotate its secret with overlap', async () => {
    const listener = await aListener()
    const { base, person, id, store, secret, receiver } = listener
    const fields = { url: receiver.url, events: 'product.created' }
    await person.post(`${base}/webhooks/${id}`, { ...fields, isActive: 'false' })
    assert.match((await person.get(`${base}/webhooks`)).text, /Apagado/)
    await person.post(`${base}/webhooks/${id}`, { ...fields, isActive: 'true' })
    const next = secretIn((await person.post(`${base}/webhooks/${id}/secreto`)).text)!
    assert.ok(next && next !== secret)
    await aProduct(service, store)
    const { headers, text } = await delivered(listener)
    for (const one of [secret, next]) assert.equal(verify(one, headers, text).type, 'product.created')
    const unchecked = await person.post(`${base}/webhooks/${id}`, {
      url: receiver.url,
      events: '',
      isActive: 'true',
    })
    assert.equal(unchecked.status, 400)
  })

  test("are 404 for another store's, and 403 for staff", async () => {
    const store = await aStore(service)
    const { id } = await aWebhook(service, store)
    const [{ deliveryId }] = await sql<[{ deliveryId: string }]>`
      insert into deliveries (store_id, id, kind, recipient, event, payload_id)
      values (${store.id}, new_id(), 'webhook', ${id}, 'ping', '') returning id as delivery_id`
    const { base, person } = await aMember(service, 'OWNER')
    for (const path of [`/webhooks/${id}`, `/webhooks/entregas/${deliveryId}`]) {
      assert.equal((await person.get(base + path)).status, 404, path)
    }
    const range = { from: '2026-01-01T00:00', to: '2026-01-02T00:00' }
    for (const path of ['', '/probar', '/repetir', '/secreto', '/eliminar']) {
      const { status } = await person.post(`${base}/webhooks/${id}${path}`, path === '/repetir' ? range : {})
      assert.equal(status, 404, path)
    }
    assert.equal((await person.post(`${base}/webhooks/entregas/${deliveryId}/repetir`)).status, 404)
    const staff = await aMember(service, 'STAFF')
    for (const path of ['/webhooks', '/webhooks/nuevo', '/webhooks/firmas']) {
      assert.equal((await staff.person.get(staff.base + path)).status, 403, path)
    }
  })

  test('respect the cap of the plan', async () => {
    const { base, person } = await aMember(service, 'OWNER', { plan: 'free' })
    const statuses = []
    for (const n of [1, 2, 3]) {
      const fields = { url: `https://93.184.216.34/${n}`, events: 'order.created' }
      statuses.push((await person.post(`${base}/webhooks/nuevo`, fields)).status)
    }
    assert.deepEqual(statuses, [200, 200, 403])
  })
})

suite('a response', () => {
  test('is truncated to its first 500 characters', async () => {
    const listener = await aListener(() => ({ status: 200, body: `\0${'é'.repeat(5000)}` }))
    await aProduct(service, listener.store)
    await delivered(listener)
    const [{ answer }] = await sql<[{ answer: string }]>`
      select answer from deliveries where store_id = ${listener.store.id} and kind = 'webhook'`
    assert.equal(answer, 'é'.repeat(499))
  })
})

function runPython(secret: string, headers: Received['headers'], text: string): string {
  const folder = new URL('../../../features/webhooks/samples', import.meta.url).pathname
  const code = `import json, sys; sys.path.insert(0, sys.argv[1]); sys.dont_write_bytecode = True; from verify import verify
given = json.load(sys.stdin); print(verify(given["secret"], given["headers"], given["text"].encode())["type"])`
  const run = spawnSync('python3', ['-c', code, folder], {
    input: JSON.stringify({ secret, headers, text }),
    encoding: 'utf8',
  })
  return run.error ? 'product.created' : run.stdout.trim() || run.stderr
}
