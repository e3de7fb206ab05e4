import { aThumb, type Thumb } from './thumb.ts'

type Photo = { name: string; mimeType: string; buffer: Buffer }

const said = ({ page }: Thumb, text: string | RegExp) =>
  page.locator('#status').getByText(text).first().waitFor()

/** From the home page to a shop with three products whose link is shared. @param codeOf the code in the mail to an address */
export async function newOwner(
  thumb: Thumb,
  origin: string,
  { email, photos, codeOf }: { email: string; photos: Photo[]; codeOf: (email: string) => Promise<string> },
) {
  const { page, follow, type, button, link } = thumb
  await page.goto(origin)
  await follow(link('Crear mi tienda gratis'), /crear-cuenta/)
  await type(page.getByLabel('Correo'), email)
  await type(page.getByLabel('Contraseña', { exact: true }), 'tres-tazas-de-barro')
  await follow(button('Crear mi cuenta'), /codigo/)
  await type(page.getByLabel('Código'), await codeOf(email))
  await follow(button('Continuar'), /tiendas\/nueva/)
  await type(page.getByLabel('¿Cómo se llama tu tienda?'), 'Barro y Luz')
  await type(page.getByLabel('Tu número de WhatsApp'), '5512 3456')
  await follow(button('Abrir mi tienda'), /productos\/nuevo/)
  for (const [n, photo] of photos.entries()) {
    await newProduct(thumb, photo, {
      name: `Taza ${n + 1}`,
      price: String(60 + n),
      isLast: n === photos.length - 1,
    })
  }
  await thumb.tap(link('Compartir la tienda'))
  await page.waitForURL(/compartir/)
  await Promise.all([page.waitForEvent('popup'), thumb.tap(link('Enviar por WhatsApp'))])
}

async function newProduct(
  thumb: Thumb,
  photo: Photo,
  { name, price, isLast }: { name: string; price: string; isLast: boolean },
) {
  const { page, tap, type, button } = thumb
  await thumb.pick(page.locator('#photos'), [photo])
  await type(page.getByLabel('Nombre'), name)
  await type(page.getByLabel('Precio', { exact: true }), price)
  await page.locator('photo-list img').first().waitFor()
  await tap(button(isLast ? 'Publicar' : 'Guardar y otro'))
  await said(thumb, `${name} ya se vende`)
}

/** Eleven that wait and one by phone: all confirmed, one cancelled, the others sent and delivered. */
export async function twelveOrders(thumb: Thumb, base: string) {
  const { page, tap, follow, button, link } = thumb
  await page.goto(base)
  await follow(link(/^Pedidos/), /\/pedidos$/)
  await follow(page.locator('.orders .row'), /\/pedidos\/\w+$/)
  await tap(button('Cancelar pedido'))
  await tap(button('Sí, cancelar el pedido'))
  await said(thumb, 'Pedido cancelado')
  await tap(link('Pedidos'))
  for (let left = 10; left > 0; left--) {
    await page
      .locator('h2', { hasText: `${left}` })
      .first()
      .waitFor()
    await tap(button(/^Confirmar: /))
    await said(thumb, /onfirmado/)
  }
  await byHand(thumb)
  await follow(link('Pedidos'), /\/pedidos$/)
  await moveAll(thumb, 'Enviado o listo')
  await moveAll(thumb, 'Entregado')
}

/** Somebody calls: a phone number, a name, two of a product. */
async function byHand(thumb: Thumb) {
  const { page, tap, follow, type, button, link } = thumb
  await follow(link('Anotar pedido'), /pedidos\/nuevo/)
  await type(page.getByLabel('Teléfono'), `5599 ${String(Date.now()).slice(-4)}`)
  await type(page.getByLabel('Nombre'), 'Marta Ruiz')
  const tile = page.locator('.tile').first()
  await tap(tile)
  await tap(tile)
  await page.locator('.line').getByText('').first().waitFor()
  await tap(button('Guardar pedido'))
  await said(thumb, 'Guardaste el pedido')
}

async function moveAll(thumb: Thumb, to: string) {
  const { tap, button, link } = thumb
  await tap(link('Elegir varios'))
  await tap(link('Elegir los de esta página'))
  await tap(button(to))
  await said(thumb, /pedidos?:/)
}

/** At a desk: each price is typed, down the column. */
export async function fortyPrices(thumb: Thumb, base: string) {
  const { page, follow, tap, button, link } = thumb
  await page.goto(base)
  await follow(link('Productos'), /\/productos$/)
  await follow(link('Precios y stock'), /precios/)
  const cells = page.locator('price-grid').getByLabel(/^Precio de /)
  await tap(cells)
  for (let n = 0; n < 40; n++) {
    thumb.effort.fields++
    await page.keyboard.type(String(101 + n))
    await page.keyboard.press('Enter')
  }
  await tap(button(/^Guardar \d+/))
  await said(thumb, '40 productos guardados')
}

/** A member of the team: signs in, confirms and sends an order, hides what ran out, counts what came, notes an order. */
export async function staffDay(
  thumb: Thumb,
  base: string,
  { email, password }: { email: string; password: string },
) {
  const { page, tap, follow, type, button, link } = thumb
  await page.goto(`${base}/pedidos`)
  await type(page.getByLabel('Correo'), email)
  await type(page.getByLabel('Contraseña', { exact: true }), password)
  await follow(button('Entrar'), /pedidos/)
  await tap(button(/^Confirmar: /))
  await said(thumb, /onfirmado/)
  await tap(button(/^Marcar (enviado|listo)/))
  await said(thumb, /nviado|isto/)
  await follow(link('Productos'), /\/productos$/)
  await tap(page.locator('.products [role=switch]'))
  await page.locator('#status .flash').first().waitFor()
  await follow(page.locator('.products .row').nth(1), /\/productos\/\w+$/)
  await type(page.getByLabel('Existencias'), '12')
  await tap(button('Guardar'))
  await said(thumb, 'Guardado')
  await follow(link(/^Pedidos/), /\/pedidos$/)
  await byHand(thumb)
}

/**
 * The session ended while a product was typed: it stays in its tab, and is saved after signing in, in another.
 * @param endSession ends it
 */
export async function lostSession(
  thumb: Thumb,
  base: string,
  { email, password, endSession }: { email: string; password: string; endSession: () => Promise<unknown> },
) {
  const { page, tap, type, button } = thumb
  await page.goto(`${base}/productos/nuevo`)
  await type(page.getByLabel('Nombre'), 'Jarra')
  await type(page.getByLabel('Precio', { exact: true }), '95')
  await endSession()
  await tap(button('Publicar'))
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    tap(page.getByText('Tu sesión venció. Lo que escribiste sigue aquí')),
  ])
  const other = aThumb(opened, thumb.effort)
  await other.type(opened.getByLabel('Correo'), email)
  await other.type(opened.getByLabel('Contraseña', { exact: true }), password)
  await other.follow(other.button('Entrar'), /productos\/nuevo/)
  await opened.close()
  await tap(button('Publicar'))
  await said(thumb, 'ya se vende')
}

/** Another tab has saved the same product meanwhile: what is saved now is shown, and nothing is lost. */
export async function twoTabs(thumb: Thumb, product: string, saveElsewhere: () => Promise<unknown>) {
  const { page, tap, type, button } = thumb
  await page.goto(product)
  await type(page.getByLabel('Precio', { exact: true }), '77')
  await saveElsewhere()
  await tap(button('Guardar'))
  await page.getByText('Otra persona guardó cambios mientras escribías').waitFor()
  await tap(button('Guardar lo mío'))
  await said(thumb, 'Guardado')
}
