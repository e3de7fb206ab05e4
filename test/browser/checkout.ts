import type { BrowserContext, Locator, Page } from 'playwright-core'

export async function fillCheckout(page: Page, name = 'Ana Morales') {
  await page.getByLabel('Tu nombre').fill(name)
  await page.getByLabel('Tu WhatsApp').fill('5512 3456')
}

/** Taps what leads to another page, and waits until that one is loaded: then its scripts are there. */
export async function follow(page: Page, tapped: Locator) {
  await Promise.all([page.waitForEvent('load'), tapped.click()])
}

/** From the catalog to the checkout with one mug, filled in. */
export async function toCheckout(url: string, opened: Promise<{ context: BrowserContext; page: Page }>) {
  const { context, page } = await opened
  await page.goto(url)
  await page.getByRole('link', { name: 'Agregar Taza de barro al carrito' }).click()
  await page.getByRole('link', { name: 'Ver carrito' }).click()
  await follow(page, page.getByRole('button', { name: 'Continuar' }))
  await fillCheckout(page)
  return { context, page, send: page.getByRole('button', { name: 'Enviar pedido' }) }
}
