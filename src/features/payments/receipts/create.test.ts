import assert from 'node:assert/strict'
import { mkdtemp, readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import sharp from 'sharp'
import { aMethod, anAddress, aWebhook, deliveriesOf } from '../../../../test/factories.ts'
import { blankPng } from '../../../../test/hostile-pictures.ts'
import { aPaidStore, aReceipt, paymentOf, sendReceipt } from '../../../../test/receipts.ts'
import { startService } from '../../../../test/service.ts'
import { waitFor } from '../../../../test/wait-for.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'vitrina-receipts-'))
const service = await startService({ DATA_DIR: dataDir })
const { sql } = service
const { store, place } = await aPaidStore(service)
const picture = await aReceipt()

/** Of other bytes each time, with the same size. */
const pdf = (bytes = 2000) => Buffer.concat([Buffer.from(`%PDF-1.7 ${Math.random()}\n`), Buffer.alloc(bytes)])

suite('POST /api/orders/receipt', () => {
  test('stores a picture without its metadata, and the order waits for the store', async () => {
    const order = await place()
    const withPlace = await sharp(picture)
      .withExif({ IFD3: { GPSLatitude: '14/1 38/1 0/1' } })
      .jpeg()
      .toBuffer()
    const { status, json } = await sendReceipt(service, order, withPlace, { type: 'image/jpeg' })
    assert.deepEqual([status, json], [201, { state: 'REVIEW' }])
    const payment = await paymentOf(service, store, order)
    assert.equal(payment.state, 'REVIEW')
    assert.equal(payment.by, 'shopper')
    assert.equal(payment.receipts.length, 1)
    assert.deepEqual(Object.keys(payment.receipts[0]), ['id', 'sentAt', 'duplicateOf'])
    assert.equal(payment.receipts[0].duplicateOf, null)
    const [row] = await sql<[{ body: Buffer; type: string }]>`
      select body, type from receipts where store_id = ${store.id} and order_id = ${order.id}`
    assert.equal(row.type, 'image/jpeg')
    assert.equal((await sharp(row.body).metadata()).exif, undefined)
    assert.deepEqual(await readdir(join(dataDir, 'uploads')), [])
  })

  test('stores a PDF as it is, up to 5 MiB', async () => {
    const order = await place()
    const file = pdf()
    assert.equal((await sendReceipt(service, order, file, { type: 'application/pdf' })).status, 201)
    const [row] = await sql<[{ body: Buffer; type: string }]>`
      select body, type from receipts where store_id = ${store.id} and order_id = ${order.id}`
    assert.deepEqual([row.type, row.body.equals(file)], ['application/pdf', true])
    const tooLarge = await sendReceipt(service, order, pdf(5 * 1024 * 1024))
    assert.deepEqual([tooLarge.status, tooLarge.json.code], [413, 'PAYLOAD_TOO_LARGE'])
  })

  test('rejects what is neither, in Spanish, and stores nothing', async () => {
    const order = await place()
    const attempts = [
      [
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        'image/svg+xml',
        400,
        /dañada o no es una foto/,
      ],
      [Buffer.from('hola'), 'text/plain', 415, /una foto .* o un PDF/],
      [Buffer.from('GIF89a...'), 'image/gif', 415, /una foto .* o un PDF/],
      [picture.subarray(0, 4000), 'image/png', 400, /dañada/],
      [blankPng(9_000, 9_000), 'image/png', 400, /demasiados píxeles/],
      [Buffer.alloc(0), 'image/png', 400, /vacío/],
      [null, '', 400, /Falta el comprobante/],
    ] as const
    for (const [file, type, status, message] of attempts) {
      const answer = await sendReceipt(service, order, file, { type })
      assert.equal(answer.status, status, JSON.stringify(answer.json))
      assert.match(answer.json.error, message)
    }
    const json = await service.post('/api/orders/receipt', {
      body: { token: order.token },
      headers: anAddress(),
    })
    assert.equal(json.status, 415)
    assert.equal((await paymentOf(service, store, order)).state, 'PENDING')
  })

  test('rejects an unknown token with 404, a missing one with 400', async () => {
    const order = await place()
    for (const token of ['x'.repeat(32), '\0', "' or true", 'a'.repeat(1500)]) {
      const { status, json } = await sendReceipt(service, order, pdf(), { token })
      assert.deepEqual([status, json.code], [404, 'NOT_FOUND'])
    }
    assert.equal((await sendReceipt(service, order, pdf(), { token: '' })).json.details.field, 'token')
  })

  test('is 409 RECEIPT_NOT_EXPECTED without a method, for cash, and for a paid or cancelled order', async () => {
    const cash = await aMethod(service, store, { kind: 'cash', name: 'Efectivo' })
    const [paid, cancelled] = [await place(), await place()]
    await service.post(`/api/v1/orders/${paid.id}/payment`, { key: store.key, body: { state: 'PAID' } })
    await service.put(`/api/v1/orders/${cancelled.id}`, { key: store.key, body: { status: 'cancelled' } })
    for (const order of [await place(null), await place(cash.id), paid, cancelled]) {
      const { status, json } = await sendReceipt(service, order, pdf())
      assert.deepEqual([status, json.code], [409, 'RECEIPT_NOT_EXPECTED'], json.error)
    }
    assert.equal((await paymentOf(service, store, paid)).state, 'PAID')
  })

  test('takes five for an order; the same file again is none', async () => {
    const order = await place()
    const files = Array.from({ length: 5 }, () => pdf())
    for (const file of [...files, files[0]!])
      assert.equal((await sendReceipt(service, order, file)).status, 201)
    const { status, json } = await sendReceipt(service, order, pdf())
    assert.deepEqual([status, json.code, json.details.limit], [409, 'LIMIT_REACHED', 5])
    assert.equal((await paymentOf(service, store, order)).receipts.length, 5)
  })

  test('replays a request with the same Idempotency-Key, also after the order was paid', async () => {
    const order = await place()
    const file = pdf()
    const first = await sendReceipt(service, order, file, { key: 'una' })
    await service.post(`/api/v1/orders/${order.id}/payment`, { key: store.key, body: { state: 'PAID' } })
    const again = await sendReceipt(service, order, file, { key: 'una' })
    assert.deepEqual([again.status, again.json], [201, first.json])
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    const other = await sendReceipt(service, await place(), pdf(), { key: 'una' })
    assert.equal(other.json.code, 'IDEMPOTENCY_KEY_REUSED')
  })

  test('counts ten a minute and address, whatever comes of them', async () => {
    const order = await place()
    const headers = anAddress()
    for (let n = 0; n < 10; n++)
      assert.equal((await sendReceipt(service, order, null, { headers })).status, 400)
    assert.equal((await sendReceipt(service, order, pdf(), { headers })).status, 429)
  })

  test('is announced to webhooks each time, with the receipts in the order', async () => {
    const other = await aPaidStore(service)
    await aWebhook(service, other.store)
    await sql`update webhooks set events = '{order.updated}' where store_id = ${other.store.id}`
    const order = await other.place()
    for (const file of [pdf(), pdf()]) await sendReceipt(service, order, file)
    const updated = (await deliveriesOf(service, other.store)).filter(
      ({ event }) => event === 'order.updated',
    )
    assert.deepEqual(updated.map(({ payload }) => (payload['receipts'] as object[]).length), [1, 2]) // prettier-ignore
  })

  test('is 402 while the store is suspended', async () => {
    const closed = await aPaidStore(service)
    const order = await closed.place()
    await sql`update stores set billing_state = 'suspended' where id = ${closed.store.id}`
    assert.equal((await sendReceipt(service, order, pdf())).status, 402)
  })

  test('leaves nothing of an upload that breaks off', async () => {
    const order = await place()
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
    const part = `--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\ncontent-type: image/png\r\n\r\n`
    socket.write(
      `POST /api/orders/receipt HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 203.0.113.77\r\n` +
        `content-type: multipart/form-data; boundary=x\r\ncontent-length: 9000000\r\n\r\n${part}`,
    )
    socket.write(picture.subarray(0, 20_000))
    await waitFor(async () => (await readdir(join(dataDir, 'uploads'))).length === 1)
    socket.destroy()
    await waitFor(async () => (await readdir(join(dataDir, 'uploads'))).length === 0)
    assert.deepEqual((await paymentOf(service, store, order)).receipts, [])
  })
})
