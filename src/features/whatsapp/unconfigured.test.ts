import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { pino } from 'pino'
import { startService } from '../../../test/service.ts'
import { anOrder, aPlacedOrder, aProduct, aStore } from '../../../test/factories.ts'
import { buildApp } from '../../doors/app.ts'

const service = await startService()

test('without a provider the order is placed, and the log shows the notice without a name or a phone', async (t) => {
  const store = await aStore(service)
  const placed = await aPlacedOrder(service, store)
  assert.equal(placed.notification.state, 'NOT_CONFIGURED')
  assert.equal((await service.sql`select 1 from deliveries where kind = 'whatsapp'`).length, 0)

  let lines = ''
  const log = pino(new Writable({ write: (chunk, _encoding, done) => done(void (lines += chunk)) }))
  const app = await buildApp(service.app.config, service.sql, log)
  t.after(() => app.close())
  const { variants } = await aProduct(service, store)
  const body = { ...anOrder(store, [{ variantId: variants[0]!.id, quantity: 2 }]), name: 'Zoila Cristales' }
  const answer = await app.inject({ method: 'POST', url: '/api/orders', body })
  assert.equal(answer.statusCode, 201, answer.body)
  assert.match(
    lines,
    new RegExp(`Nuevo pedido ${answer.json().orderNumber} de Z\\.: 2 × Café de altura.*Q 200\\.00`),
  )
  assert.doesNotMatch(lines, new RegExp(`Zoila|Cristales|${body.phone.slice(1)}`))
})
