import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aPerson, startChatWorker } from '../chat.ts'
import { aProduct, aStore } from '../factories.ts'
import { startMeta } from '../meta.ts'
import { aMember } from '../panel.ts'
import { startService } from '../service.ts'
import { axeViolations } from './axe.ts'
import { noBrowser, overflow, photograph, smallTargets, startBrowser } from './browser.ts'
import { openAs } from './panel.ts'

const meta = noBrowser ? null : await startMeta()
const service =
  meta &&
  (await startService({
    ...meta.env,
    WHATSAPP_DISPLAY_NUMBER: '+50222223333',
    WHATSAPP_RESTOCK_TEMPLATE: 'de_nuevo_disponible',
  }))
const browser = noBrowser ? null : await startBrowser()
if (service) startChatWorker(service)

const desk = {
  viewport: { width: 1280, height: 900 },
  isMobile: false,
  hasTouch: false,
  deviceScaleFactor: 1,
}
const phone = { viewport: { width: 390, height: 844 } }

suite('waiting for a product in the browser', { skip: noBrowser }, () => {
  test('takes two taps, one on the page and one that sends what is written, also without JavaScript', async () => {
    const store = await aStore(service!)
    const { slug } = await aProduct(service!, store, {
      name: 'Jarra azul',
      variants: [{ name: 'Única', stock: 0 }],
    })
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await browser!.open({ javaScriptEnabled })
      await page.goto(`${service!.url}/${store.slug}/p/${slug}`)
      await page.getByRole('link', { name: 'Avísame cuando vuelva' }).click() // the first tap
      await page.waitForURL('https://wa.me/**')
      const text = new URL(page.url()).searchParams.get('text')!
      const answer = await aPerson(service!, meta!).write(text) // the second
      assert.match(answer!.text, /^Listo: te avisamos por aquí cuando vuelva \*Jarra azul\*/)
    }
  })

  test('is offered for each variant that is sold out, on its page and in the sheet of the list', async () => {
    const store = await aStore(service!)
    const values = ['S', 'M', 'L']
    const { slug } = await aProduct(service!, store, {
      name: 'Camisa de lino',
      options: [{ name: 'Talla', values }],
      variants: values.map((value, n) => ({ name: value, optionValues: [value], stock: n === 1 ? 4 : 0 })),
    })
    const look = async (size: typeof phone, name: string) => {
      const { page } = await browser!.open(size)
      await page.goto(`${service!.url}/${store.slug}/p/${slug}`)
      await page.getByText('Avísame cuando vuelva').click()
      assert.equal(await page.getByRole('link', { name: 'S', exact: true }).count(), 1)
      assert.equal(await page.getByRole('link', { name: 'M', exact: true }).count(), 0)
      await photograph(page, `variants-${name}`)
      return page
    }
    await look(desk, 'desk')
    const page = await look(phone, 'phone')
    assert.deepEqual(await axeViolations(page), [])
    assert.deepEqual(await page.evaluate(smallTargets), [])
    assert.equal(await overflow(page), 0)
    await page.goto(`${service!.url}/${store.slug}`)
    await page.getByRole('link', { name: 'Elegir Camisa de lino' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByText('Avísame cuando vuelva').click()
    const href = (await sheet.getByRole('link', { name: 'L', exact: true }).getAttribute('href'))!
    assert.match(new URL(href).searchParams.get('text')!, /\*Camisa de lino, L\*/)
  })

  test('is counted for the owner on the page of the product and in the list', async () => {
    const { store, base, person } = await aMember(service!, 'OWNER')
    const { id, slug, variants } = await aProduct(service!, store, {
      name: 'Jarra azul',
      variants: [{ name: 'Única', stock: 0 }],
    })
    await service!.sql`
      insert into restock_requests (store_id, variant_id, phone)
      select ${store.id}, ${variants[0]!.id}, n::text
      from generate_series(1, 3) as n`
    for (const [size, name] of [
      [phone, 'phone'],
      [desk, 'desk'],
    ] as const) {
      const { page } = await openAs(service!, browser!, person, size)
      await page.goto(`${service!.url}${base}/productos`)
      await page.getByText(/3\sesperan/).waitFor()
      await photograph(page, `list-${name}`)
      await page.goto(`${service!.url}${base}/productos/${id}`)
      await page.getByText('que vuelva: les avisaremos por WhatsApp').waitFor()
      await photograph(page, `product-${name}`)
      await page.goto(`${service!.url}/${store.slug}/p/${slug}`)
      await photograph(page, `single-${name}`)
    }
  })
})
