import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { openDomain, requestAt } from './domains.ts'
import { anAddress } from './factories.ts'
import { aPaidStore, aReceipt, paymentOf } from './receipts.ts'
import { startService } from './service.ts'

const service = await startService({ PUBLIC_URL: 'http://tiendas.example:3000' })
const domain = 'pagada.example'
const [shop, other] = [await aPaidStore(service), await aPaidStore(service)]
const [own, foreign] = [await shop.place(), await other.place()]
await openDomain(service, shop.store, domain)
const picture = await aReceipt()

/** The form of an order's page, as a browser sends it on the domain. */
async function send(path: string, token: string, file = picture) {
  const form = new FormData()
  form.set('token', token)
  form.set('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'comprobante.png')
  const { headers, body } = new Request('http://x', { method: 'POST', body: form })
  return requestAt(service, domain, path, {
    method: 'POST',
    headers: { ...anAddress(), 'content-type': headers.get('content-type')! },
    body: Buffer.from(await new Response(body).arrayBuffer()),
  })
}

suite("the payment of an order on the shop's own domain", () => {
  test('has its receipt, which the script and the form send there', async () => {
    const sent = await send('/api/orders/receipt', own.token)
    assert.equal(sent.status, 201, sent.text)
    const again = await send(
      `/pedido/${own.token}/comprobante`,
      own.token,
      await aReceipt({ amount: '$7.00' }),
    )
    assert.deepEqual([again.status, again.headers.location], [303, `/pedido/${own.token}`])
    assert.equal((await paymentOf(service, shop.store, own)).receipts.length, 2)
  })

  test("takes no receipt of another store's order", async () => {
    for (const path of ['/api/orders/receipt', `/pedido/${foreign.token}/comprobante`])
      assert.equal((await send(path, foreign.token)).status, 404, path)
    assert.equal((await paymentOf(service, other.store, foreign)).state, 'PENDING')
  })

  test('leads back to the page there where nothing is to be paid with a provider', async () => {
    const { status, headers } = await requestAt(service, domain, `/pedido/${own.token}/pagar`)
    assert.deepEqual([status, headers.location], [303, `/pedido/${own.token}`])
    assert.equal((await requestAt(service, domain, `/pedido/${foreign.token}/pagar`)).status, 404)
  })
})
