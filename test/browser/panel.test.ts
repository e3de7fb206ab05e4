import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sectionsFor } from '../../src/doors/panel/sections.ts'
import { saveConnection } from '../../src/features/connections/save.ts'
import { addMember } from '../../src/features/team/change.ts'
import { enqueuePing } from '../../src/features/webhooks/ping.ts'
import { inviteMember } from '../../src/features/team/invite.ts'
import {
  aCategory,
  aDiscount,
  aMethod,
  aModifierGroup,
  anImport,
  anAccount,
  aPlacedOrder,
  aProduct,
  aReview,
  aShippingOption,
  aWebhook,
} from '../factories.ts'
import { startService } from '../service.ts'
import { axeViolations } from './axe.ts'
import {
  coveredFields,
  noBrowser,
  overflow,
  photograph,
  smallTargets,
  startBrowser,
  textSizes,
} from './browser.ts'
import { openAsOwner } from './panel.ts'

const [service, browser] = noBrowser ? [] : [await startService(), await startBrowser()]

const status = (page: Page) => page.locator('#status')

/** A store with something on each page. */
async function aFullPanel() {
  const opened = await openAsOwner(service!, browser!)
  const { id: category } = await aCategory(service!, opened.store, {
    name: 'Cafés de origen y mezclas de la casa',
  })
  await aCategory(service!, opened.store, { name: 'Oculta', isActive: false })
  const areas = [{ name: 'Zona 10, Oakland y Cayalá', price: 1250.5 }, { name: 'Antigua' }]
  const { id: option } = await aShippingOption(service!, opened.store, { areas })
  const { id: method } = await aMethod(service!, opened.store, {
    accounts: [{ label: 'Banco', value: '123-4' }],
  })
  const { id: group } = await aModifierGroup(service!, opened.store, {
    name: 'Ingredientes adicionales',
    maxChoices: 3,
    choices: [
      { name: 'Queso mozzarella extra de la casa', price: 1250.5, maxQuantity: 3 },
      { name: 'Tocino', isActive: false },
    ],
  })
  const { id: discount } = await aDiscount(service!, opened.store, { maxUses: 50 })
  const { id: product, variants } = await aProduct(service!, opened.store, {
    name: 'Molino de 250 g',
    price: 999_999.99,
    modifierGroupIds: [group],
    variants: [{ name: '250 g' }, { name: '1 kg' }],
  })
  await aReview(service!, opened.store, product)
  const items = variants.map(({ id }) => ({ variantId: id, quantity: 9 }))
  const { id: order } = await aPlacedOrder(service!, opened.store, { items })
  await aProduct(service!, opened.store, { name: 'Molino oculto', isActive: false })
  const { id: member } = await addMember(
    service!.sql,
    opened.store.id,
    (await anAccount(service!)).id,
    'STAFF',
  )
  await inviteMember(service!.sql, opened.store.id, {
    email: `${opened.store.slug}@ejemplo.test`,
    role: 'STAFF',
  })
  const domain = { storeId: opened.store.id, id: 'custom_domain', plan: 'pro' } as const
  await saveConnection(service!.sql, domain, 'www.ejemplo.gt', service!.app.config)
  await service!.sql`
    update domains
    set
      checked_at = now(), hint = ${`En _vitrina.www.ejemplo.gt dice «vitrina=${'x'.repeat(60)}»`},
      seen = ${service!.sql.json({
        texts: [`vitrina=${'x'.repeat(60)}`],
        addresses: ['2001:db8:1234:5678:9abc:def0:1234:5678', '192.0.2.1'],
        target: { name: 'tiendas.example', addresses: ['192.0.2.2'] },
      })}
    where store_id = ${opened.store.id}`
  const { id: imported } = await anImport(service!, opened.store)
  const { id: webhook } = await aWebhook(service!, opened.store)
  const pinged = { storeId: opened.store.id, id: webhook }
  const delivery = await service!.sql.begin((tx) => enqueuePing(tx, pinged))
  const [{ key }] = await service!.sql<[{ key: string }]>`
    select id as key from api_keys where store_id = ${opened.store.id}`
  const [{ customer }] = await service!.sql<[{ customer: string }]>`
    select id as customer from customers where store_id = ${opened.store.id}`
  const menu = sectionsFor(() => true).flatMap(({ sections }) => sections.map(({ path }) => path))
  const paths = [
    ...menu, '/pedidos?q=nadie', '/pedidos?zona=Antigua', '/pedidos?elegir=1', `/pedidos/${order}`, `/pedidos/${order}/imprimir`, `/pedidos/${order}/cambiar`,
    '/pedidos/nuevo', '/productos?elegir=1', '/productos/precios', '/productos/precios/porcentaje?porcentaje=5', '/productos/papelera',
    '/productos/nuevo', `/productos/${product}`, `/importar/${imported}`, `/importar/${imported}/columnas`, '/exportar',
    '/categorias?ordenar=1', `/categorias/${category}`, '/extras/nuevo', `/extras/${group}`, `/extras/${group}?ordenar=1`,
    `/envios/${option}`, '/pagos/nuevo', '/pagos/nuevo?tipo=pix', `/pagos/${method}`, `/descuentos/${discount}`, '/eliminar-tienda',
    '/reporte?periodo=12m', '/clientes?q=nadie', `/clientes/${customer}`, '/compartir/cartel', '/compartir/mesas', '/mas', '/mas?q=pix', '/mas?q=nada', '/nada',
    `/equipo/${member}`, '/salir-del-equipo', '/claves/nueva', `/claves/${key}`, '/webhooks/nuevo', '/webhooks/firmas',
    `/webhooks/${webhook}`, `/webhooks/entregas/${delivery}`, '/conexiones/whatsapp', '/conexiones/meta_pixel',
    '/conexiones/meta_catalog', '/conexiones/custom_domain', '/tema/barro', '/ayuda/claves',
  ] // prettier-ignore
  const account = ['/panel/tiendas', '/panel/tiendas/nueva', '/panel/cuenta', '/panel/cuenta/eliminar'].map(
    (path) => service!.url + path,
  )
  return { ...opened, addresses: [...paths.map((path) => opened.base + path), ...account] }
}

/** A page takes a second or two: a test looks at some of them. */
const PARTS = 10

suite('pages of the panel', { skip: noBrowser }, () => {
  let panel: Awaited<ReturnType<typeof aFullPanel>>
  const complaints: string[] = []
  before(async () => {
    panel = await aFullPanel()
    panel.page.on('console', (message) => {
      // Previews of the shop are frames without scripts.
      const isExpected = /status of 404|frame is sandboxed/.test(message.text())
      if (message.type() === 'error' && !isExpected) complaints.push(message.text())
    })
    panel.page.on('pageerror', (error) => complaints.push(error.message))
  })

  for (let part = 0; part < PARTS; part++) {
    test(`have targets for a thumb, no axe violations, and fit, part ${part}`, async () => {
      const { page, addresses } = panel
      const resizeText = await textSizes(page)
      for (const address of addresses.filter((_, n) => n % PARTS === part)) {
        await page.setViewportSize({ width: 360, height: 800 })
        await page.goto(address)
        assert.deepEqual(await page.evaluate(smallTargets), [], address)
        assert.deepEqual(await page.evaluate(cutChoices), [], address)
        // The shop in the frame is a document of its own, which its own test looks at.
        assert.deepEqual(await axeViolations(page, ['#shop-preview']), [], address)
        await photograph(page, new URL(address).pathname.split('/').slice(4).join('-') || 'hoy')
        await resizeText(200)
        assert.equal(await overflow(page), 0, `${address}, text twice as large`)
        assert.deepEqual(await page.evaluate(cutLabels), [], address)
        await page.setViewportSize({ width: 320, height: 700 })
        await resizeText(100)
        assert.equal(await overflow(page), 0, `${address} at 320 px`)
        assert.deepEqual(await page.evaluate(cutLabels), [], address)
      }
    })
  }

  test('have no policy violations', () => {
    assert.deepEqual(complaints, [])
  })
})

/** The labels of the bottom bar that are wider than their place. */
const cutLabels = `
  [...document.querySelectorAll('.bottom li > a')]
    .filter((link) => link.scrollWidth > link.clientWidth + 1 || link.querySelector('span').offsetWidth > link.clientWidth + 1)
    .map(({ textContent }) => textContent)`

/** The chosen texts that are wider than their box without its arrow. */
const cutChoices = `
  [...document.querySelectorAll('main select')]
    .filter((select) => select.checkVisibility() && select.selectedOptions.length > 0)
    .filter((select) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select)
      const pen = new OffscreenCanvas(1, 1).getContext('2d')
      pen.font = font
      const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 18
      return pen.measureText(select.selectedOptions[0].text).width > room
    })
    .map(({ name, selectedOptions: [{ text }] }) => name + ': ' + text)`

for (const javaScriptEnabled of [true, false]) {
  suite(`forms ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, { skip: noBrowser }, () => {
    test('create, validate, update, reorder and delete', async () => {
      const { page, base } = await openAsOwner(service!, browser!, { javaScriptEnabled })
      const create = async (name: string) => {
        await page.getByLabel('Nueva categoría').fill(name)
        await page.getByRole('button', { name: 'Agregar' }).click()
      }
      await page.goto(`${base}/categorias`)
      await create('x'.repeat(79) + 'é'.repeat(1))
      await status(page).getByText('Creaste la categoría').waitFor()
      await create('Bebidas')
      await page.getByRole('link', { name: 'Bebidas' }).waitFor()
      assert.equal(await page.getByLabel('Nueva categoría').inputValue(), '')

      await create('Bebidas')
      await page
        .getByText('ya hay otra categoría con la dirección bebidas', { exact: false })
        .first()
        .waitFor()
      assert.equal(await page.getByLabel('Nueva categoría').inputValue(), 'Bebidas')

      await page.goto(`${base}/categorias`)
      await page.getByRole('link', { name: 'Ordenar' }).click()
      await page.getByRole('button', { name: 'Subir Bebidas' }).click()
      await page.locator('.list li').first().getByText('Bebidas').waitFor()
      await page.getByRole('link', { name: 'Listo' }).click()

      await page.getByRole('link', { name: 'Bebidas' }).click()
      await page.getByLabel('Nombre').fill('')
      await page.getByRole('button', { name: 'Guardar' }).click()
      // Without JavaScript the focus is `autofocus`, which the browser sets after it has drawn the page.
      await page.locator('[aria-invalid=true][name=name]:focus').waitFor()
      await page.waitForLoadState()
      await page.getByLabel('Nombre').fill('Bebidas frías')
      const marks = page.locator('[aria-invalid], [data-marked], .wrong:visible')
      assert.equal(await marks.count(), javaScriptEnabled ? 0 : 3, 'errors after the field was corrected')
      await page.getByLabel('Visible en la tienda').setChecked(false)
      await page.getByRole('button', { name: 'Guardar' }).click()
      await status(page).getByText('Guardado').waitFor()
      assert.equal(page.url(), `${base}/categorias`)

      await page.getByRole('link', { name: /Bebidas frías.*Oculta/ }).click()
      await page.getByRole('button', { name: 'Eliminar la categoría' }).click()
      await status(page).getByText('Eliminaste la categoría').waitFor()
      assert.equal(await page.getByText('Bebidas frías').count(), 0)
      await page.getByRole('button', { name: 'Deshacer' }).click()
      await page.getByRole('link', { name: /Bebidas frías/ }).waitFor()
    })
  })
}

suite('with JavaScript', { skip: noBrowser }, () => {
  test('a form is kept after a network failure', async () => {
    const { page, base, context } = await openAsOwner(service!, browser!)
    await page.goto(`${base}/categorias`)
    await context.setOffline(true)
    await page.getByLabel('Nueva categoría').fill('Bebidas')
    await page.getByRole('button', { name: 'Agregar' }).click()
    await page.locator('.toast').getByText('No hay conexión').waitFor()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Agregar' }).click()
    await page.getByRole('link', { name: 'Bebidas' }).waitFor()
  })

  test('fixed bars do not cover the focused field, nor buttons the file input', async () => {
    const { page, base } = await openAsOwner(service!, browser!, {
      viewport: { width: 360, height: 740 },
      reducedMotion: 'reduce', // scrolls at once
    })
    for (const path of [
      '/tienda',
      '/productos/nuevo',
      '/productos/precios',
      '/webhooks/nuevo',
      '/tema/barro',
      '/importar',
    ]) {
      await page.goto(base + path)
      assert.deepEqual(await page.evaluate(coveredFields), [], path)
    }
    await page.evaluate('scrollTo(0, 0)')
    const file = await page.getByLabel('Archivo CSV').boundingBox()
    const button = await page.getByRole('button', { name: 'Revisar el archivo' }).boundingBox()
    assert.ok(button!.y >= file!.y + file!.height)
  })

  test('the slug follows the name, and a message is previewed while it is typed', async () => {
    const { page, base } = await openAsOwner(service!, browser!)
    await page.goto(`${service!.url}/panel/tiendas/nueva`)
    await page.getByLabel('¿Cómo se llama tu tienda?').fill('Flores Añil')
    await page.getByText('está libre.').waitFor()
    assert.equal(await page.locator('[name=slug]').inputValue(), 'flores-anil')

    await page.goto(`${base}/tienda`)
    await page.getByLabel('Mensaje del pedido').fill('Hola: ')
    await page.getByRole('button', { name: 'Cliente', exact: true }).click()
    await page.locator('#message-preview').getByText('Hola: Ana Morales').waitFor()
    assert.equal(await page.getByLabel('Mensaje del pedido').inputValue(), 'Hola: {{cliente}}')
  })
})
