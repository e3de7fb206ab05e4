import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { notificationOf, startMercadoPago } from '../../../../test/mercadopago.ts'
import { aMercadoPagoShop } from '../../../../test/online-shop.ts'
import { startService } from '../../../../test/service.ts'
import { waitFor } from '../../../../test/wait-for.ts'
import { createLog } from '../../../core/process/log.ts'
import { startPaymentChecks } from './check-payment.ts'
import { renewExpiring } from './renew.ts'

const mercadoPago = await startMercadoPago()
const lines: string[] = []
const write = process.stdout.write.bind(process.stdout)
process.stdout.write = (text: string | Uint8Array, ...rest: never[]) => {
  lines.push(String(text))
  return write(text, ...rest)
}
after(() => (process.stdout.write = write))

suite('the log', () => {
  test('has no token, code or secret, whatever the provider does', async () => {
    const service = await startService({ ...mercadoPago.env, LOG_LEVEL: 'trace' })
    const { sql, app } = service
    const log = createLog('trace')
    const loop = startPaymentChecks({ sql, log, config: app.config, providers: app.providers })
    after(() => loop.stop())
    const shop = await aMercadoPagoShop(service, mercadoPago)
    const { id } = (await shop.place()).json
    for (const how of ['garbage', { status: 500 }, { status: 401 }] as const) {
      mercadoPago.failWith(() => how)
      await shop.place()
      await sql`update payment_accounts set expires_at = now()`
      await renewExpiring(sql, log, app.providers)
    }
    const paymentId = mercadoPago.pay(shop.account, { external_reference: id })
    const { path, ...rest } = notificationOf({ account: shop.account, paymentId })
    await service.post(path, rest)
    const tried = () => sql`select 1 from deliveries where kind = 'payment' and reason is not null`
    await waitFor(async () => (await tried()).length > 0)
    const text = lines.join('')
    assert.match(text, /payment/, 'it is the log')
    assert.doesNotMatch(text, /APP_USR-[0-9a-f]|TG-[0-9a-f]/)
    for (const secret of [
      mercadoPago.env.MERCADOPAGO_CLIENT_SECRET,
      mercadoPago.env.MERCADOPAGO_WEBHOOK_SECRET,
    ])
      assert.ok(!text.includes(secret))
  })
})
