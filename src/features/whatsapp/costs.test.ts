import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aPerson, anOwner, sendCallback, startChatWorker } from '../../../test/chat.ts'
import { operate, commandLine } from '../../../test/command-line.ts'
import { aPhone, aPlacedOrder, aStore } from '../../../test/factories.ts'
import { startMeta } from '../../../test/meta.ts'
import { statusCallback } from '../../../test/meta-callback.ts'
import { aMember } from '../../../test/panel.ts'
import { startService } from '../../../test/service.ts'
import { waitFor } from '../../../test/wait-for.ts'
import { hitCounter } from '../../core/limits/rate-limit.ts'
import { newId } from '../../core/values/id.ts'
import { sendNumberCode } from './number-code.ts'

const meta = await startMeta()
const service = await startService(meta.env)
const { sql } = service
startChatWorker(service)

type Update = Parameters<typeof statusCallback>[0]

const send = async (...updates: Update[]) =>
  assert.equal((await sendCallback(service, meta, statusCallback(...updates))).status, 200)
const priced = (category: string, billable = true) => ({
  pricing: { billable, pricing_model: 'PMP', category, type: billable ? 'regular' : 'free_customer_service' },
})

type Costs = {
  month: string
  rows: { store: string | null; category: string; billable: number; free: number }[]
}
const env = { DATABASE_URL: service.databaseUrl }
const costsOf = async (month?: string) =>
  (await operate(env, 'whatsapp', 'costs', ...(month ? ['--month', month] : []))) as Costs

suite('what messages cost', { concurrency: false }, () => {
  test('is counted once a message, however often, in whatever order and at whatever time its statuses come', async () => {
    const at = Date.UTC(2026, 0, 31, 23, 59, 59)
    const update = (status: string) => ({ id: 'wamid.once', status, at, ...priced('service') })
    const updates = ['read', 'sent', 'delivered'].map(update)
    await Promise.all(Array.from({ length: 10 }, (_, n) => send(updates[n % 3]!, updates[(n + 1) % 3]!)))
    await send({ id: 'wamid.free', status: 'sent', at, ...priced('utility', false) })
    await send({ id: 'wamid.next', status: 'sent', at: at + 1000, ...priced('service') })
    assert.deepEqual(await costsOf('2026-01'), {
      month: '2026-01',
      rows: [
        { store: null, category: 'service', billable: 1, free: 0 },
        { store: null, category: 'utility', billable: 0, free: 1 },
      ],
    })
    assert.deepEqual(
      (await costsOf('2026-02')).rows.map(({ billable }) => billable),
      [1],
    )
    assert.deepEqual(await costsOf('2025-12'), { month: '2025-12', rows: [] })
  })

  test("is the store's for notices, codes and replies to an owner; nobody's for replies to others", async () => {
    const owner = await anOwner(service, meta)
    await aPlacedOrder(service, owner.store)
    await waitFor(() => meta.to(owner.phone).length === 1)
    await owner.write('hoy')
    const other = await aStore(service, { whatsappNumber: null })
    const [code, person] = [aPhone(), aPerson(service, meta)]
    const api = service.app.config.whatsapp.api!
    const request = { secret: newId(), accountId: other.ownerId, storeId: other.id, number: code }
    await sendNumberCode(sql, hitCounter(sql), api, request)
    await person.write('hola')

    const at = Date.UTC(2026, 2, 5)
    const kinds = [
      [owner.phone, 'utility'],
      [code, 'authentication'],
      [person.phone, 'service'],
    ] as const
    for (const [phone, category] of kinds)
      for (const { id, correlation, template } of meta.to(phone))
        await send({
          id: id!,
          status: 'sent',
          at,
          correlation,
          ...priced(template.name ? category : 'service'),
        })
    assert.deepEqual((await costsOf('2026-03')).rows, [
      ...[
        { store: other.slug, category: 'authentication', billable: 1, free: 0 },
        { store: owner.store.slug, category: 'service', billable: 1, free: 0 },
        { store: owner.store.slug, category: 'utility', billable: 1, free: 0 },
      ].toSorted((a, b) => (a.store + a.category < b.store + b.category ? -1 : 1)),
      { store: null, category: 'service', billable: 1, free: 0 },
    ])
  })

  test('is seen by the owner, who has no other’s', async () => {
    const [ana, eva] = [await aMember(service, 'OWNER'), await aMember(service, 'OWNER')]
    const read = async ({ person, base }: typeof ana) => (await person.get(`${base}/whatsapp`)).text
    assert.match(await read(ana), /Este mes: 0 mensajes/)
    const correlation = `store:${ana.store.id}`
    for (let n = 0; n < 212; n++)
      await send({
        id: `wamid.a${n}`,
        status: 'sent',
        at: Date.now(),
        correlation,
        ...priced('utility', n % 2 > 0),
      })
    await send({
      id: 'wamid.e',
      status: 'sent',
      at: Date.now(),
      correlation: `store:${eva.store.id}`,
      ...priced('utility'),
    })
    assert.match(await read(ana), /Este mes: 212 mensajes/)
    assert.match(await read(eva), /Este mes: 1 mensaje</)
    const { month, rows } = await costsOf()
    assert.equal(month, new Date().toISOString().slice(0, 7))
    assert.deepEqual(
      rows.filter(({ store }) => store === ana.store.slug),
      [{ store: ana.store.slug, category: 'utility', billable: 106, free: 106 }],
    )
  })

  test('is not guessed: what has no readable price, category or time is left out, and a month must be one', async () => {
    const at = Date.UTC(2026, 4, 5)
    const wrong = [
      null,
      {},
      { billable: 'yes', category: 'utility' },
      { billable: true, category: 'Ú' },
      { type: 'new', category: 'utility' },
    ]
    for (const [n, pricing] of wrong.entries())
      await send({ id: `wamid.wrong${n}`, status: 'sent', at, pricing: pricing as object })
    await send({ id: 'wamid.undated', status: 'sent', at: NaN, ...priced('utility') })
    await send({ id: 'wamid.later', status: 'sent', at, pricing: { type: 'regular', category: 'utility' } })
    await send({ id: 'wamid.own', status: 'sent', at, correlation: 'store:nobody', ...priced('new_kind') })
    assert.deepEqual((await costsOf('2026-05')).rows, [
      { store: null, category: 'new_kind', billable: 1, free: 0 },
      { store: null, category: 'utility', billable: 1, free: 0 },
    ])
    for (const month of ['2026-13', '2026-1', 'mayo']) {
      const { status, stderr } = await commandLine(env, 'whatsapp', 'costs', '--month', month)
      assert.notEqual(status, 0)
      assert.match(stderr, /must be a month, such as 2026-11/)
    }
  })
})
