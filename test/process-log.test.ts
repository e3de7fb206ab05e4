import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { checkoutForms } from './checkout-form.ts'
import { waitForStatus, processesOn } from './process.ts'
import { aStore } from './factories.ts'
import { startService } from './service.ts'
import { waitFor } from './wait-for.ts'

const service = await startService()
const { onFreePort } = await processesOn(service.databaseUrl)

suite('the log', () => {
  test('the log has the key, the error code and a hash of the IP address, never the address', async () => {
    const { url, stop, output } = await onFreePort({ LOG_LEVEL: 'info', TRUST_PROXY: '127.0.0.1' })
    const store = await aStore(service)
    await waitForStatus(`${url}/api/ready`)
    const ask = (headers: Record<string, string>) =>
      fetch(`${url}/api/v1/orders/none`, { headers: { 'x-forwarded-for': '198.51.100.77', ...headers } })
    const lines = () =>
      output()
        .split('\n')
        .filter((line) => line.includes('"request"') && line.includes('orders'))
        .map((line) => JSON.parse(line) as Record<string, unknown>)
    await waitFor(async () => {
      await ask({ authorization: `Bearer ${store.key}` })
      return lines().some(({ client }) => typeof client === 'string')
    })
    const [{ id }] = await service.sql<[{ id: string }]>`select id from api_keys where store_id = ${store.id}`
    const { key, code, status, client } = lines().at(-1)!
    assert.deepEqual({ key, code, status }, { key: id, code: 'NOT_FOUND', status: 404 })
    assert.match(String(client), /^[\w-]{12}$/)
    assert.doesNotMatch(output(), /198\.51\.100/)
    assert.ok(!output().includes(store.key))
    await stop('SIGINT')
  })

  test('without WhatsApp the log has the notice of an order, also of a form that was sent without JavaScript', async () => {
    const { url, stop, output } = await onFreePort({ LOG_LEVEL: 'info' })
    const { store, fields } = await checkoutForms(service).shopWithCart()
    await waitForStatus(`${url}/api/ready`)
    const body = new URLSearchParams(fields)
    const sent = await fetch(`${url}/${store.slug}/pedir`, { method: 'POST', body, redirect: 'manual' })
    assert.equal(sent.status, 303)
    await waitFor(() => output().includes('whatsapp is not configured'))
    assert.match(output(), /"notice":"Nuevo pedido PED-/)
    await stop('SIGINT')
  })
})
