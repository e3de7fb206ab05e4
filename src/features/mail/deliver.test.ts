import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, suite, test } from 'node:test'
import { pino } from 'pino'
import PostalMime from 'postal-mime'
import { startMailServer } from '../../../test/mail-server.ts'
import { startService } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { anAccount, aStore } from '../../../test/factories.ts'
import { newId } from '../../core/values/id.ts'
import { createLog, type Log } from '../../core/process/log.ts'
import { hashInvitation, inviteMember } from '../team/invite.ts'
import { startMails } from './deliver.ts'
import { mailOwners, queueAccountMail, queueMail } from './queue.ts'

const server = await startMailServer()
const service = await startService()
const { sql } = service
const config = {
  smtpUrl: server.url as string | null,
  mailFrom: 'Vitrina <avisos@vitrina.test>',
  panelUrl: 'https://vitrina.test',
  dataDir: await mkdtemp(join(tmpdir(), 'vitrina-mail-')),
}
after(() => rm(config.dataDir, { recursive: true }))

beforeEach(async () => {
  server.always('accept')
  await sql`delete from deliveries`
})

function start({ log = createLog('silent'), ...changed }: Partial<typeof config> & { log?: Log } = {}) {
  const loop = startMails({ sql, log, config: { ...config, ...changed } })
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= loop.stop())
  after(stop)
  return { stop }
}

const anAddress = () => `${newId()}@ejemplo.test`

/** A mail that waits for someone. */
async function aMail(to = anAddress()) {
  const store = await aStore(service)
  await sql.begin((tx) => queueMail(tx, { store, to: [to] }, 'billing.past_due', {}))
  return { ...store, to }
}

async function deliveryTo(recipient: string) {
  const [row] = await sql<
    [
      {
        id: string
        state: string
        attempts: number
        status: number
        reason: string
        leasedUntil: string
        wait: number
        payload: object | null
        messageId: string
      },
    ]
  >`
    select
      deliveries.id, state, attempts, status, reason, leased_until, extract(epoch from due_at - now())::float8 as wait,
      payload, message_id
    from deliveries
    left join delivery_payloads on delivery_payloads.store_id = deliveries.store_id and delivery_payloads.id = payload_id
    where recipient = ${recipient}` // prettier-ignore
  return row
}

const stateOf = async (to: string) => (await deliveryTo(to)).state

suite('a mail', () => {
  test('invites to the team, with a link that is stored nowhere else', async () => {
    const store = await aStore(service)
    const to = anAddress()
    const { token } = await inviteMember(sql, store.id, { email: to, role: 'STAFF' })
    const worker = start()
    await waitFor(async () => (await stateOf(to)) === 'done')
    const [mail] = server.to(to)
    const link = `https://vitrina.test/panel/invitacion/${token}`
    assert.equal(mail!.subject, 'Te invitaron al equipo de Café de la Antigua')
    assert.deepEqual(mail!.from, { name: 'Vitrina', address: 'avisos@vitrina.test' })
    assert.deepEqual(mail!.to!.map(({ address }) => address), [to]) // prettier-ignore
    assert.ok(mail!.text!.includes(link))
    assert.ok(mail!.html!.includes(`href="${link}"`))
    assert.match(mail!.text!, /atender sus productos y pedidos/)
    const [row] = await sql<{ tokenHash: Buffer }[]>`
      select token_hash from invitations where store_id = ${store.id}`
    assert.ok(row!.tokenHash.equals(hashInvitation(token)))
    // The link is a secret: it is deleted once it was sent.
    assert.equal((await deliveryTo(to)).payload, null)
    await worker.stop()
  })

  test('goes to every owner, for each event of a store', async () => {
    const store = await aStore(service)
    const [{ email }] = await sql<[{ email: string }]>`select email from accounts where id = ${store.ownerId}`
    await sql.begin(async (tx) => {
      await mailOwners(tx, store, 'billing.past_due')
      await mailOwners(tx, store, 'billing.suspended')
      await mailOwners(tx, store, 'billing.restored')
      await mailOwners(tx, store, 'webhook.disabled', {
        reason: 'Lleva 5 días sin aceptar ninguna entrega',
        host: 'avisos.ejemplo.test',
      })
    })
    const worker = start()
    await waitFor(() => server.to(email).length === 4)
    const texts = server.to(email).map(({ subject, text, html }) => ({ subject, text, html }))
    assert.deepEqual(texts.map(({ subject }) => subject), [
      'No pudimos cobrar el plan de Café de la Antigua',
      'Café de la Antigua está suspendida por falta de pago',
      'Café de la Antigua funciona de nuevo',
      'Un webhook de Café de la Antigua quedó desactivado',
    ]) // prettier-ignore
    for (const { text, html } of texts) {
      const [href] = /https:\/\/vitrina\.test\/panel[^\s"]*/.exec(text!)!
      assert.ok(html!.includes(`href="${href}"`))
    }
    for (const [n, path] of ['/plan', '/plan', '', '/webhooks'].entries()) {
      assert.ok(texts[n]!.text!.includes(`https://vitrina.test/panel/t/${store.slug}${path}\n`))
    }
    assert.match(texts[3]!.text!, /avisos\.ejemplo\.test/)
    await worker.stop()
  })

  test('is in the language of the account, else of the store: an invitation in the latter', async () => {
    const { id, name, ownerId } = await aStore(service)
    await sql`update stores set language = 'pt' where id = ${id}`
    const [{ email }] = await sql<[{ email: string }]>`select email from accounts where id = ${ownerId}`
    const pastDue = () =>
      sql.begin((tx) => queueMail(tx, { store: { id, name }, to: [email] }, 'billing.past_due', {}))
    const worker = start()
    const subjects = async (to: string, count: number) => {
      await waitFor(() => server.to(to).length === count)
      return server.to(to).map(({ subject }) => subject)
    }
    await pastDue()
    await subjects(email, 1)
    await sql`update accounts set language = 'en' where id = ${ownerId}`
    await pastDue()
    assert.deepEqual(await subjects(email, 2), [
      'Não conseguimos cobrar o plano de Café de la Antigua',
      'We could not charge the plan of Café de la Antigua',
    ])
    const invited = await anAccount(service)
    await sql`update accounts set language = 'en' where id = ${invited.id}`
    await inviteMember(sql, id, { email: invited.email, role: 'STAFF' })
    assert.deepEqual(await subjects(invited.email, 1), [
      'Convidaram você para a equipe de Café de la Antigua',
    ])
    await worker.stop()
  })

  test('about an account is in its language, else in that of the store it opened last, else of the page', async () => {
    const worker = start()
    const [store, address] = [await aStore(service), anAddress()]
    await sql`update stores set language = 'pt' where id = ${store.id}`
    const [owner] = await sql<[{ id: string; email: string }]>`
      select id, email from accounts where id = ${store.ownerId}`
    await sql`insert into panel_visits (account_id, store_id) values (${owner.id}, ${store.id})`
    await sql.begin(async (tx) => {
      await queueAccountMail(tx, owner, 'account.exists')
      await queueAccountMail(tx, { id: null, email: address, language: 'en' }, 'account.missing')
    })
    await waitFor(() => server.to(owner.email).length === 1 && server.to(address).length === 1)
    assert.equal(server.to(owner.email)[0]!.subject, 'Você já tem uma conta na Vitrina')
    assert.equal(server.to(address)[0]!.subject, 'This e-mail address has no Vitrina account')
    assert.match(server.to(address)[0]!.html!, /<html lang="en">/)
    await worker.stop()
  })

  test('escapes the name of a store', async () => {
    const to = anAddress()
    const store = { ...(await aStore(service)), name: '<img src=x> "Ñandú" & Cía' }
    await sql.begin((tx) => queueMail(tx, { store, to: [to] }, 'billing.restored', {}))
    const worker = start()
    await waitFor(() => server.to(to).length === 1)
    const [mail] = server.to(to)
    assert.equal(mail!.subject, '<img src=x> "Ñandú" & Cía funciona de nuevo')
    assert.ok(!mail!.html!.includes('<img'))
    assert.ok(mail!.text!.includes(store.name))
    await worker.stop()
  })

  for (const behaviour of [421, 450, 452, 'reset'] as const) {
    test(`is sent again after ${behaviour}, with the same Message-ID`, async () => {
      const { to } = await aMail()
      server.next(behaviour)
      const worker = start()
      await waitFor(async () => {
        const { attempts, leasedUntil } = await deliveryTo(to)
        return attempts === 1 && leasedUntil === null
      })
      const { id, state, wait, reason } = await deliveryTo(to)
      assert.equal(state, 'waiting')
      assert.ok(wait > 10 && wait <= 33, `${wait} s`)
      assert.match(reason, /todavía/)
      await sql`update deliveries set due_at = now()`
      await waitFor(async () => (await stateOf(to)) === 'done')
      assert.equal(server.to(to)[0]!.messageId, `<${id}@vitrina.test>`)
      assert.equal((await deliveryTo(to)).messageId, `<${id}@vitrina.test>`)
      await worker.stop()
    })
  }

  test('that the server accepted without a response is sent again with the same Message-ID', async () => {
    const { to } = await aMail()
    server.next('hang')
    const first = start()
    await waitFor(() => server.to(to).length === 1)
    await first.stop()
    const second = start()
    await waitFor(() => server.to(to).length === 2)
    const [one, two] = server.to(to)
    assert.equal(one!.messageId, two!.messageId)
    assert.equal(one!.date, two!.date)
    await second.stop()
  })

  test('that the server rejects permanently fails, with a reason', async () => {
    const { to } = await aMail()
    server.next(550)
    const worker = start()
    await waitFor(async () => (await stateOf(to)) === 'failed')
    const { status, reason, payload } = await deliveryTo(to)
    assert.deepEqual([status, payload], [550, null])
    assert.match(reason, /rechazó/)
    await worker.stop()
  })

  test('is retried while the server rejects the sender, which the operator can fix', async () => {
    const { to } = await aMail()
    server.replyToSenders(530)
    const worker = start()
    await waitFor(async () => (await deliveryTo(to)).reason !== null)
    assert.equal(await stateOf(to), 'waiting')
    server.replyToSenders(null)
    await sql`update deliveries set due_at = now()`
    await waitFor(() => server.to(to).length === 1)
    await worker.stop()
  })

  test('has one recipient, whatever the address contains', async () => {
    const stranger = anAddress()
    await aMail(`"ana", <${stranger}>`)
    await aMail(`ana,${stranger}`)
    const worker = start()
    await waitFor(async () => (await sql`select from deliveries where attempts = 0`).length === 0)
    await worker.stop()
    assert.deepEqual(server.to(stranger), [])
  })

  test('is given up after the last attempt', async () => {
    const { to } = await aMail()
    await sql`update deliveries set attempts = 9`
    server.always(451)
    const worker = start()
    await waitFor(async () => (await stateOf(to)) === 'failed')
    assert.equal((await deliveryTo(to)).attempts, 10)
    await worker.stop()
  })

  test('that fails to be composed is retried by the schedule, and does not block other stores', async () => {
    const { to } = await aMail()
    await sql`update deliveries set event = 'unknown' where recipient = ${to}`
    const next = await aMail(to)
    const worker = start()
    await waitFor(() => server.to(to).length === 1)
    const [broken] = await sql<{ state: string; reason: string; isLater: boolean }[]>`
      select state, reason, due_at >= created_at + interval '30 s' as is_later
      from deliveries
      where recipient = ${to} and store_id <> ${next.id}`
    assert.deepEqual([broken!.state, broken!.isLater], ['waiting', true])
    assert.match(broken!.reason, /error al enviarlo/)

    await sql`update deliveries set attempts = 9, due_at = now() where event = 'unknown'`
    await waitFor(async () => (await sql`select from deliveries where state = 'failed'`).length === 1)
    const payloads = await sql`
      select from deliveries join delivery_payloads on delivery_payloads.id = payload_id where state = 'failed'`
    assert.equal(payloads.length, 0) // one may hold a link that signs in
    await worker.stop()
  })

  test('is retried while the server is unreachable', async () => {
    const { to } = await aMail()
    const worker = start({ smtpUrl: 'smtp://127.0.0.1:1' })
    await waitFor(async () => (await deliveryTo(to)).reason !== null)
    assert.equal(await stateOf(to), 'waiting')
    await worker.stop()
  })

  test('is written to a file without a mail server, and logged without address or content', async () => {
    const { to } = await aMail()
    const lines: string[] = []
    const worker = start({ smtpUrl: null, log: pino({}, { write: (line) => void lines.push(line) }) })
    await waitFor(async () => (await stateOf(to)) === 'done' && lines.length > 0)
    const folder = join(config.dataDir, 'mail')
    const { id } = await deliveryTo(to)
    const [name, ...others] = await readdir(folder)
    const path = join(folder, name!)
    const mail = await PostalMime.parse(await readFile(path))
    const time = mail.date!.replaceAll(':', '-').replace(/\.000Z$/, 'Z')
    assert.deepEqual([name, others], [`${time}_${to}_${id}.eml`, []])
    assert.deepEqual(mail.to!.map(({ address }) => address), [to]) // prettier-ignore
    assert.match(mail.text!, /El último cobro del plan de Café de la Antigua/)
    assert.equal((await stat(path)).mode & 0o077, 0)
    const logged = lines.join('')
    assert.ok(logged.includes(id) && logged.includes('billing.past_due'))
    assert.ok(!logged.includes(to) && !logged.includes('Antigua'))
    await worker.stop()
  })
})
