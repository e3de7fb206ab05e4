import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { anOwner, startChatWorker } from '../chat.ts'
import { aPlacedOrder } from '../factories.ts'
import { startMeta } from '../meta.ts'
import { startService } from '../service.ts'
import { noBrowser, startBrowser } from './browser.ts'

const meta = noBrowser ? null : await startMeta()
const service = meta && (await startService({ ...meta.env, WHATSAPP_DISPLAY_NUMBER: '+50222223333' }))
const browser = noBrowser ? null : await startBrowser()
if (service) startChatWorker(service)

/** The page of an order whose shopper is asked, and the shopper's phone. */
async function ordered() {
  const shopper = await anOwner(service!, meta!, { whatsappNumber: null })
  const { store } = shopper
  await service!.put('/api/v1/store', { key: store.key, body: { phoneVerification: 'ask' } })
  const order = await aPlacedOrder(service!, store, { phone: shopper.phone })
  const [{ token }] = await service!.sql<[{ token: string }]>`
    select tracking_token as token from orders where store_id = ${store.id} and id = ${order.id}`
  const { page } = await browser!.open()
  await page.goto(`${service!.url}/${store.slug}/pedido/${token}`)
  const link = page.getByRole('link', { name: 'Confirmar por WhatsApp' })
  const textOf = (href: string) => new URL(href).searchParams.get('text')!
  return { shopper, page, link, textOf }
}

suite('confirming the phone in the browser', { skip: noBrowser }, () => {
  test('takes two taps, one on the page and one that sends what is written; the page then shows it', async () => {
    const { shopper, page, link, textOf } = await ordered()
    await link.click() // the first tap
    await page.waitForURL('https://wa.me/**')
    const answer = await shopper.write(textOf(page.url())) // the second
    assert.match(answer!.text, /Tu teléfono quedó confirmado/)
    await page.goBack()
    await page.getByText('Tu teléfono está confirmado').waitFor()
  })

  test('shows on a page that stayed open', async () => {
    const { shopper, page, link, textOf } = await ordered()
    const answer = await shopper.write(textOf((await link.getAttribute('href'))!))
    assert.match(answer!.text, /Tu teléfono quedó confirmado/)
    await page.locator('#phone').getByText('Tu teléfono está confirmado').waitFor()
    assert.equal(await link.count(), 0)
  })
})
