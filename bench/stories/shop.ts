import type { CDPSession } from 'playwright-core'
import type { Thumb } from './thumb.ts'

/** 400 kbps and 400 ms until the first byte: a phone at the edge of a 3G cell. */
export const slowNetwork = (devtools: CDPSession) =>
  devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: (400 * 1000) / 8,
    uploadThroughput: (400 * 1000) / 8,
  })

/** From the link that somebody sent to WhatsApp with the order in it: two coffees, brought by bicycle, paid in cash. */
export async function twoCoffees(thumb: Thumb, shop: string) {
  const { page, tap, type, link } = thumb
  await page.goto(shop)
  for (const coffee of ['Antigua, Finca La Pila', 'Acatenango, Las Nubes']) {
    await tap(link(`Elegir ${coffee}`))
    const sheet = page.getByRole('dialog', { name: coffee })
    await tap(sheet.getByRole('button', { name: /^Agregar al carrito/ }))
    await sheet.waitFor({ state: 'detached' })
  }
  await openCheckout(thumb)
  await tap(page.locator('.pick', { hasText: 'Bicicleta' }))
  await type(page.getByLabel('Tu nombre'), 'Ana Morales')
  await type(page.getByLabel('Tu WhatsApp'), '5512 3456')
  await type(page.getByLabel(/^Dirección/), '5a avenida 3')
  await tap(page.locator('.pick', { hasText: 'Efectivo' }))
  await send(thumb)
}

/** A product of 24 options among 300, found by its name, with photos and names as long as they may be. */
export async function oneOfMany(thumb: Thumb, shop: string) {
  const { page, tap, type, link } = thumb
  await page.goto(shop)
  await type(page.getByRole('searchbox'), 'vestido jacaranda')
  await tap(link(/^Elegir Vestido jacaranda/))
  const sheet = page.getByRole('dialog')
  await tap(sheet.getByRole('radio', { name: 'XXL', exact: true }))
  await tap(sheet.getByRole('radio', { name: 'Blanco hueso' }))
  await tap(sheet.getByRole('button', { name: /^Agregar al carrito/ }))
  await sheet.waitFor({ state: 'detached' })
  await openCheckout(thumb)
  await type(page.getByLabel('Tu nombre'), 'Ana Morales')
  await type(page.getByLabel('Tu WhatsApp'), '5512 3456')
  await send(thumb)
}

/** The connection is gone when the order is sent: it stays, and is sent again. */
export async function withoutConnection(thumb: Thumb, shop: string) {
  const { page, tap, type, button } = thumb
  await page.goto(shop)
  await tap(page.locator('.add:not([data-choose], .ask)'))
  await openCheckout(thumb)
  await type(page.getByLabel('Tu nombre'), 'Luis Paz')
  await type(page.getByLabel('Tu WhatsApp'), '5512 3456')
  await page.context().setOffline(true)
  await tap(button('Enviar pedido'))
  await page.getByText('Tu pedido sigue aquí').waitFor()
  await page.context().setOffline(false)
  await send(thumb)
}

async function openCheckout({ page, tap, follow, button }: Thumb) {
  await tap(page.locator('.toast a').or(page.locator('a.cart')).first())
  await page.getByRole('dialog', { name: 'Tu carrito' }).locator('.lines').waitFor()
  await follow(button('Continuar'), /\/pedir\?/)
}

async function send({ page, tap, button }: Thumb) {
  await Promise.all([page.waitForURL(/wa\.me|\/pedido\//), tap(button('Enviar pedido'))])
}
