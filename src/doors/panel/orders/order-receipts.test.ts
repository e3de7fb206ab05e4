import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import sharp from 'sharp'
import { addMember } from '../../../features/team/change.ts'
import { anAccount, aKey } from '../../../../test/factories.ts'
import { aVisitor, signedIn } from '../../../../test/panel.ts'
import { aPaidStore, aReceipt, paymentOf, sendReceipt } from '../../../../test/receipts.ts'
import { startService } from '../../../../test/service.ts'

const service = await startService()
const { store, place } = await aPaidStore(service)
const owner = await signedIn(service, store.ownerId)
const base = `/panel/t/${store.slug}`

const first = await place()
const second = await place()
const picture = await aReceipt()
await sendReceipt(service, first, picture)
await sendReceipt(service, second, await sharp(picture).resize(700).webp().toBuffer())
await sendReceipt(service, second, Buffer.from('%PDF-1.7 <script>'))
const [ofPicture, ofPdf] = (await paymentOf(service, store, second)).receipts.map(
  ({ id }: { id: string }) => `${base}/pedidos/${second.id}/comprobantes/${id}`,
)

suite('the receipts of an order in the panel', () => {
  test('are pictures, or PDFs to download, with a warning where one was used before', async () => {
    const { text } = await owner.get(`${base}/pedidos/${second.id}`)
    assert.ok(text.includes(`<img src="${ofPicture}"`))
    assert.ok(text.includes(`href="${ofPdf}" download`))
    assert.equal(text.match(/ya se usó en/g)?.length, 1)
    assert.match(text, new RegExp(`ya se usó en ${first.orderNumber}`))
    assert.doesNotMatch((await owner.get(`${base}/pedidos/${first.id}`)).text, /ya se usó en/)
  })

  test('are sent so that a browser runs nothing of them', async () => {
    const shown = await owner.get(ofPicture)
    assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/jpeg'])
    const downloaded = await owner.get(ofPdf)
    assert.deepEqual([downloaded.status, downloaded.headers.get('content-type')], [200, 'application/pdf'])
    assert.equal(downloaded.headers.get('content-disposition'), 'attachment; filename="comprobante.pdf"')
    for (const { headers } of [shown, downloaded]) {
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox")
      assert.equal(headers.get('cache-control'), 'private, no-store')
    }
  })

  test('are shown to members of the store alone, and of their own order', async () => {
    const staff = (await anAccount(service)).id
    await addMember(service.sql, store.id, staff, 'STAFF')
    assert.equal((await (await signedIn(service, staff)).get(ofPicture)).status, 200)

    const other = await aPaidStore(service)
    const stranger = await signedIn(service, other.store.ownerId)
    const id = ofPicture.split('/').at(-1)!
    const theirs = await other.place()
    const elsewhere = `/panel/t/${other.store.slug}/pedidos/${theirs.id}/comprobantes/${id}`
    for (const path of [ofPicture, elsewhere]) assert.equal((await stranger.get(path)).status, 404)
    assert.equal((await owner.get(`${base}/pedidos/${first.id}/comprobantes/${id}`)).status, 404)
    assert.equal((await aVisitor(service).get(ofPicture)).status, 303)
  })

  test('have no public address: not for a key, nor with the token of the order', async () => {
    const id = ofPicture.split('/').at(-1)!
    const key = await aKey(service, { storeId: store.id, accountId: store.ownerId })
    const paths = [
      ofPicture,
      `/media/${store.id}/fotos/${id}.jpg`,
      `${second.path}/comprobante`,
      `${second.path}/comprobantes/${id}`,
      `/api/orders/receipt/${id}`,
      `/api/v1/orders/${second.id}/receipts/${id}`,
    ]
    for (const path of paths) {
      const response = await fetch(service.url + path, {
        headers: { authorization: `Bearer ${key}` },
        redirect: 'manual',
      })
      assert.notEqual(response.status, 200, path)
      assert.doesNotMatch(response.headers.get('content-type') ?? '', /image|pdf/, path)
    }
  })
})
