import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aPerson, aStranger, codeTo, lastMailTo, PASSWORD } from '../accounts.ts'
import { startService } from '../service.ts'
import { axeViolations } from './axe.ts'
import { noBrowser, overflow, photograph, startBrowser } from './browser.ts'

const [service, browser] = noBrowser ? [] : [await startService(), await startBrowser()]
// Passkeys are bound to the panel's host name, which can't be an IP address.
if (service) service.app.panelUrl = service.url.replace('127.0.0.1', 'localhost')

/** The page is free of what axe finds, in both colour schemes, and fits. */
async function examine(page: Page, name: string) {
  assert.deepEqual(await axeViolations(page), [], name)
  await photograph(page, name)
  assert.equal(await overflow(page), 0, `${name} is wider than the screen`)
}

const open = (options = {}) => browser!.open({ viewport: { width: 360, height: 800 }, ...options })
const at = (path: string) => `${service!.app.panelUrl}${path}`

async function signIn(page: Page, email: string) {
  await page.goto(at('/panel/entrar'))
  await page.getByLabel('Correo').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await enter(page)
}

async function enter(page: Page) {
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/panel/entrar'))
}

suite('signing in', { skip: noBrowser }, () => {
  for (const javaScriptEnabled of [true, false]) {
    test(`from the sign-up with the mail's code to the first store, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async () => {
      const email = aStranger()
      const { page } = await open({ javaScriptEnabled })
      await page.goto(at('/panel/crear-cuenta'))
      if (javaScriptEnabled) await examine(page, 'crear-cuenta')
      await page.getByLabel('Correo').fill(email)
      await page.getByLabel('Contraseña', { exact: true }).fill('corta')
      await page.getByRole('button', { name: 'Crear mi cuenta' }).click()
      await page.locator('#password-wrong', { hasText: 'al menos 8 caracteres' }).waitFor()
      assert.equal(await page.getByLabel('Correo').inputValue(), email)
      if (javaScriptEnabled) await examine(page, 'crear-cuenta-mal')
      await page.waitForLoadState()
      await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
      if (javaScriptEnabled) assert.equal(await page.locator('[aria-invalid], .wrong:visible').count(), 0)
      await page.getByRole('button', { name: 'Crear mi cuenta' }).click()
      await page.waitForURL('**/crear-cuenta/codigo')
      if (javaScriptEnabled) await examine(page, 'crear-cuenta-codigo')
      await page.getByLabel('Código').fill((await codeTo(service!, email)).code)
      await page.getByRole('button', { name: 'Continuar' }).click()
      await page.waitForURL('**/panel/tiendas/nueva')
    })
  }

  test('by the password, which a button shows, and by a code', async () => {
    const { email } = await aPerson(service!)
    const { page } = await open()
    await page.goto(at('/panel/entrar'))
    await examine(page, 'entrar')
    const password = page.getByLabel('Contraseña', { exact: true })
    await password.fill(PASSWORD)
    await page.getByRole('button', { name: 'Mostrar la contraseña' }).click()
    assert.equal(await password.getAttribute('type'), 'text')
    await page.getByLabel('Correo').fill(email)
    await page.getByRole('button', { name: 'Recibir un código' }).click()
    await page.waitForURL('**/entrar/codigo')
    await examine(page, 'entrar-codigo')
    await page.getByLabel('Código').fill((await codeTo(service!, email)).code)
    await enter(page)
    await page.goto(at('/panel/cuenta'))
    await page.getByRole('heading', { name: 'Tu cuenta' }).waitFor()
    await examine(page, 'cuenta')
  })

  test('by a passkey that was created on the account page', async () => {
    const { email } = await aPerson(service!)
    const { page, context } = await open()
    const cdp = await context.newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    })
    await signIn(page, email)
    await page.goto(at('/panel/cuenta'))
    await page.getByRole('button', { name: 'Activar mi huella' }).click()
    await page.getByText('Ya puedes entrar con tu huella o cara').waitFor({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Salir de esta cuenta' }).click()
    await page.waitForURL('**/panel/entrar')
    await page.getByRole('button', { name: 'Entrar con mi huella o mi cara' }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/panel/entrar'), { timeout: 60_000 })
    await page.goto(at('/panel/cuenta'))
    await page.getByText(/usada/).waitFor()
    await examine(page, 'cuenta-passkey')
  })

  test('after a forgotten password, and over the second step', async () => {
    const { email } = await aPerson(service!)
    const { page } = await open()
    await page.goto(at('/panel/recuperar'))
    await examine(page, 'recuperar')
    await page.getByLabel('Correo').fill(email)
    await page.getByRole('button', { name: 'Enviar el enlace' }).click()
    await page.getByText('Revisa tu correo').waitFor()
    await page.goto(at(`/panel/recuperar/${(await lastMailTo(service!, email)).payload['token']}`))
    await examine(page, 'recuperar-enlace')
    await page.getByLabel('Contraseña nueva').fill(PASSWORD)
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.waitForURL('**/panel/entrar')
    await examine(page, 'entrar-despues')
    await signIn(page, email)
    await page.goto(at('/panel/cuenta/segundo-paso'))
    await examine(page, 'segundo-paso')
    await page.getByRole('button', { name: 'Empezar' }).click()
    await page.getByRole('heading', { name: 'Conecta tu app' }).waitFor()
    await examine(page, 'segundo-paso-nuevo')
  })
})
