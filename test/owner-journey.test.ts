import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { languageNames, type Language } from '../src/core/texts/language.ts'
import { texts } from '../src/core/texts/catalogs.ts'
import { confirmNumber } from '../src/features/stores/confirm-number.ts'
import { codeTo, lastMailTo, PASSWORD } from './accounts.ts'
import { aPerson, startChatWorker } from './chat.ts'
import { checkoutForms, newKey } from './checkout-form.ts'
import { aPhone } from './factories.ts'
import { unmarked } from './marked-texts.ts'
import { startMeta } from './meta.ts'
import { aVisitor, type Page } from './panel.ts'
import { startService } from './service.ts'

const meta = await startMeta()
const service = await startService(meta.env)
const { send } = checkoutForms(service)
startChatWorker(service)

const { sql } = service

const names = new Set(Object.values(languageNames))

const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}{2,}/gu) ?? []

/** The words of our Spanish texts that none in this language has. */
function spanishFor(language: Language): Set<string> {
  const here = new Set([...texts.values()].flatMap((text) => wordsOf(text[language])))
  const spanish = [...texts.values()].flatMap(({ es }) => wordsOf(es.replaceAll(/\{\w+(?:, [^{}]*)?/g, ' ')))
  return new Set(spanish.filter((word) => !here.has(word)))
}

/** Of places and money, which are called so everywhere, and of a Pix code, whose letters are by chance. */
const others =
  /\b(?:El Salvador|Guatemala|La Paz|Los Angeles|Puerto Rico|Santo Domingo|Brazilian Real|VES|en_US)\b|^.*br\.gov\.bcb\.pix.*$/gim

/** What somebody who reads one language types, and what their owner says to confirm an order. */
const readers = {
  pt: { tag: 'pt-BR', accepts: 'pt-BR,pt;q=0.9', shop: 'Doce Horizonte', slug: 'doce-horizonte', cake: 'Bolo de cenoura', orders: 'pedidos', confirm: 'confirma', is: 'está confirmado' },
  en: { tag: 'en', accepts: 'en-US,en;q=0.9', shop: 'Sweet Horizon', slug: 'sweet-horizon', cake: 'Carrot cake', orders: 'orders', confirm: 'confirm', is: 'is confirmed' },
} as const // prettier-ignore

type Reader = ReturnType<typeof aReader>

/** A browser in one language, and the Spanish words that it met. */
function aReader(language: 'pt' | 'en') {
  const reader = readers[language]
  const [spanish, visitor, found] = [spanishFor(language), aVisitor(service), [] as string[]]
  const inLanguage = { 'accept-language': reader.accepts }
  const look = (where: string, text: string) => {
    const lines = unmarked(text)
      .filter((line) => !names.has(line))
      .map((line) => line.replaceAll(others, ''))
    const words = lines.flatMap((line) => wordsOf(line).filter((word) => spanish.has(word)))
    found.push(...words.map((word) => `${where}: ${word}`))
  }
  async function read(path: string, page: Promise<Page>): Promise<string> {
    const { status, text, location } = await page
    if (location) return read(location, visitor.get(location, inLanguage))
    assert.equal(status, 200, `${path}: ${text}`)
    assert.ok(text.includes(`<html lang="${reader.tag}"`), path)
    look(path, text)
    return text
  }
  const visit = (path: string) => read(path, visitor.get(path, inLanguage))
  const submit = (path: string, fields: Record<string, string>) =>
    read(path, visitor.post(path, fields, inLanguage))
  return {
    ...reader,
    language,
    found,
    look,
    visit,
    submit,
    phone: aPhone(),
    email: `maria@${reader.slug}.test`,
  }
}

async function signUp({ visit, submit, email, language }: Reader) {
  for (const path of ['/', '/panel/entrar', '/panel/crear-cuenta']) await visit(path)
  await submit('/panel/crear-cuenta', { email, password: PASSWORD })
  assert.equal((await lastMailTo(service, email)).payload['language'], language)
  const { code } = await codeTo(service, email)
  await submit('/panel/crear-cuenta/codigo', { code })
}

async function openShop({ visit, submit, phone, email, shop, slug, cake }: Reader) {
  await submit('/panel/tiendas/nueva', { name: shop, slug, _country: 'BR', whatsappNumber: phone })
  const [{ id, accountId }] = await sql<[{ id: string; accountId: string }]>`
    select stores.id, members.account_id from stores join members on members.store_id = stores.id where slug = ${slug}`
  await confirmNumber(sql, id, phone, accountId)
  const base = `/panel/t/${slug}`
  await visit(`${base}/pagos/nuevo`)
  const pix = { kind: 'pix', name: 'Pix', pixKey: email, merchantName: 'Doce', merchantCity: 'Recife' }
  await submit(`${base}/pagos/nuevo`, pix)
  await submit(`${base}/productos/nuevo`, { name: cake, price: '40' })
  return id
}

/** @returns the address of the order's page */
async function orderAt({ visit, look, slug }: Reader, storeId: string) {
  const [{ product, variant, method }] = await sql<[{ product: string; variant: string; method: string }]>`
    select products.slug as product, variants.id as variant, payment_methods.id as method
    from products
    join variants on variants.store_id = products.store_id
    join payment_methods on payment_methods.store_id = products.store_id
    where products.store_id = ${storeId}`
  for (const path of ['', `/p/${product}`, `/carrito?v=${variant}&n=2`]) await visit(`/${slug}${path}`)
  const cart = { v: variant, n: '2', address: 'Rua A 1', paymentMethodId: method }
  const wrong = await send(`/${slug}/pedir`, { ...cart, name: '', phone: '1', key: newKey() })
  assert.equal(wrong.status, 422)
  look('/pedir', wrong.text)
  const placed = await send(`/${slug}/pedir`, { ...cart, name: 'Maria', phone: aPhone(), key: newKey() })
  assert.equal(placed.status, 303, placed.text)
  return placed.headers.get('location')!.split('#')[0]!
}

suite('somebody who reads one language', () => {
  for (const language of ['pt', 'en'] as const)
    test(`signs up, opens a shop, sells and reads her report in it: ${language}`, async () => {
      const reader = aReader(language)
      const { visit, look, slug, phone, orders, confirm } = reader
      await signUp(reader)
      const storeId = await openShop(reader)
      const tracking = await orderAt(reader, storeId)
      assert.ok((await visit(tracking)).includes('br.gov.bcb.pix'))

      const [order] = await sql<[{ id: string; orderNumber: string }]>`
        select id, order_number from orders where store_id = ${storeId}`
      const chat = aPerson(service, meta, phone)
      look(orders, (await chat.write(orders))!.text)
      const confirmed = await chat.write(`${confirm} ${order.orderNumber}`)
      assert.match(confirmed!.text, new RegExp(reader.is))
      look(confirm, confirmed!.text)

      await visit(tracking)
      const pages = ['', '/pedidos', `/pedidos/${order.id}`, '/clientes', '/productos', '/pagos', '/reporte', '/actividad', '/mas', '/ayuda', '/tienda', '/avisos'] // prettier-ignore
      for (const path of pages) await visit(`/panel/t/${slug}${path}`)
      for (const path of ['/panel/cuenta', '/panel/tiendas']) await visit(path)
      assert.deepEqual(reader.found, [])
    })
})
