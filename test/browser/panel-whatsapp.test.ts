import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aPerson, startChatWorker } from '../chat.ts'
import { aPhone, aProduct } from '../factories.ts'
import { startMeta } from '../meta.ts'
import { startService } from '../service.ts'
import { axeViolations } from './axe.ts'
import { noBrowser, overflow, photograph, smallTargets, startBrowser } from './browser.ts'
import { openAsOwner } from './panel.ts'

const meta = noBrowser ? null : await startMeta()
const service = meta && (await startService({ ...meta.env, WHATSAPP_DISPLAY_NUMBER: '+50222223333' }))
const browser = noBrowser ? null : await startBrowser()
if (service) startChatWorker(service)

/** An owner with her phone, who has taken a product off sale by WhatsApp. */
async function anOwnerInTheChat() {
  const opened = await openAsOwner(service!, browser!)
  const owner = aPerson(service!, meta!, aPhone())
  await service!.sql`
    update stores set whatsapp_number = ${owner.phone}, confirmed_number = ${owner.phone}, confirmed_by = 'operator'
    where id = ${opened.store.id}`
  await aProduct(service!, opened.store, { name: 'Pan de yuca con queso de la casa', price: 12.5 })
  await owner.write('agotado pan de yuca')
  await owner.tap('Aplicar')
  return { ...opened, owner, address: `${opened.base}/whatsapp` }
}

suite('the page about WhatsApp on a phone', { skip: noBrowser }, () => {
  test('has no axe violations, targets for a thumb, and fits', async () => {
    const { page, owner, address } = await anOwnerInTheChat()
    await page.goto(address)
    await page.getByText('«agotado pan de yuca»').waitFor()
    assert.deepEqual(await page.evaluate(smallTargets), [])
    assert.deepEqual(await axeViolations(page), [])
    await photograph(page, 'whatsapp-360')
    await page.setViewportSize({ width: 320, height: 700 })
    assert.equal(await overflow(page), 0)
    await page.setViewportSize({ width: 1280, height: 900 })
    await photograph(page, 'whatsapp-1280')
    await owner.write('baja')
    await page.goto(address)
    assert.deepEqual(await axeViolations(page), [])
  })

  test('opens the chat with a command that works there, and shows what it did', async () => {
    const { page, owner, address } = await anOwnerInTheChat()
    await page.goto(address)
    const link = page.getByRole('link', { name: 'hay Pan de yuca con queso de la casa 12' })
    const text = new URL((await link.getAttribute('href'))!).searchParams.get('text')!
    await owner.write(text)
    await owner.tap('Aplicar')
    await page.reload()
    const done = page.getByRole('listitem').filter({ hasText: '«Aplicar»' }).first()
    assert.match(
      await done.innerText(),
      /Se aplicó: Listo\. Pan de yuca con queso de la casa: 12 disponibles/,
    )
  })

  test('sets that shoppers are asked for their phone, and takes it back', async () => {
    const { page, address } = await anOwnerInTheChat()
    await page.goto(address)
    const choice = page.getByLabel('Confirmar el teléfono por WhatsApp')
    await choice.selectOption('ask')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.locator('#status').getByText('Guardado').waitFor()
    assert.equal(await choice.inputValue(), 'ask')
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await page
      .locator('select[name=phoneVerification] option:checked[value=off]')
      .waitFor({ state: 'attached' })
  })
})
