import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { aPayingStore } from '../../../../test/billing.ts'
import { addMember } from '../../../features/team/change.ts'
import { aCategory, anAccount } from '../../../../test/factories.ts'
import { aMember, signedIn } from '../../../../test/panel.ts'
import { startService } from '../../../../test/service.ts'
import { startStripe } from '../../../../test/stripe.ts'

const stripe = await startStripe()
const service = await startService(stripe.env)

/** A store of the free plan that can pay, with its owner signed in. */
async function aShop() {
  const shop = await aPayingStore(service, stripe)
  const base = `/panel/t/${shop.slug}`
  return { shop, base, page: `${base}/plan`, person: await signedIn(service, shop.ownerId) }
}

suite('the plan', () => {
  test('shows its caps and their usage', async () => {
    const { base, person, store } = await aMember(service, 'OWNER', { plan: 'free' })
    for (let n = 0; n < 8; n++) await aCategory(service, store)
    const { text } = await person.get(`${base}/plan`)
    assert.match(text, /<h2>Gratis<\/h2>/)
    assert.match(
      text,
      /<b>Categorías<\/b><span>8 de 10<\/span><\/p><svg class="share warn"[^>]*><rect width="80%"/,
    )
    assert.match(text, /<b>Claves de API<\/b><span>1 de 2</)
    assert.doesNotMatch(text, /Facturas<\/h2>|plan\/facturacion/)
    const today = (await person.get(base)).text
    assert.match(today, /Usas 8 de 10 categorías/)
  })

  test("shows Stripe's prices of the others, or none when Stripe does not respond", async (t) => {
    const { person, page } = await aShop()
    const { text } = await person.get(page)
    assert.match(text, /<b>Pro<\/b>: \$\s?9\.00 USD al mes</)
    assert.match(text, /<b>Lifetime<\/b>: \$\s?199\.00 USD una sola vez</)
    assert.match(
      (await service.get('/')).text,
      /<b>\$\s?9\.00 USD al mes<\/b>, o \$\s?199\.00 USD una sola vez y para siempre\./,
    )
    t.after(() => stripe.failWith(null))
    stripe.failWith({ status: 500 })
    const unanswered = await person.get(page)
    assert.equal(unanswered.status, 200)
    assert.doesNotMatch(unanswered.text, /al mes|una sola vez</)
  })

  test('is paid at Stripe, and shown with its invoices afterwards', async () => {
    const { shop, person, page } = await aShop()
    const { status, text } = await person.post(`${page}/pagar`, { plan: 'pro' })
    assert.equal(status, 200)
    assert.match(text, /href="https:\/\/checkout\.stripe\.com\/c\/pay\/cs_test_\w+">Continuar en Stripe/)
    const session = stripe.objects.all('checkout.session')[0]!
    assert.equal(session['success_url'], `${service.app.panelUrl}${page}?checkout=done`)
    assert.match((await person.get(`${page}?checkout=done`)).text, /Estamos confirmando tu pago/)

    await shop.buy('pro')
    await shop.postNewEvents()
    const paid = (await person.get(`${page}?checkout=done`)).text
    assert.match(paid, /Tu pago llegó.*<h2>Pro<\/h2>/)
    assert.match(paid, /\$\s?9\.00 USD<\/b><small>VIT-\d+ · .*?>Pagada</)
    assert.doesNotMatch(paid, /value="pro"/)
    const portal = await person.post(`${page}/facturacion`)
    assert.match(portal.text, /href="https:\/\/billing\.stripe\.com\/p\/session\/\w+"/)
    const again = await person.post(`${page}/pagar`, { plan: 'pro' })
    assert.deepEqual([again.status, /ya tiene una suscripción Pro/.test(again.text)], [409, true])
  })

  test('can be synchronized with Stripe by a button', async () => {
    const { shop, person, page } = await aShop()
    await shop.buy('pro')
    assert.match((await person.get(page)).text, /<h2>Gratis<\/h2>.*action="[^"]*plan\/comprobar"/)
    const compared = await person.follow(await person.post(`${page}/comprobar`))
    assert.match(compared.text, /Comprobado.*<h2>Pro<\/h2>/)
  })

  test('is shown even when Stripe does not respond', async (t) => {
    const { shop, person, page } = await aShop()
    await shop.buy('pro')
    await shop.postNewEvents()
    t.after(() => stripe.failWith(null))
    stripe.failWith({ status: 500 })
    const { status, text } = await person.get(page)
    assert.equal(status, 200)
    assert.match(text, /No pudimos leer tus facturas ahora/)
  })

  test('shows when a cancelled subscription ends, also on the dashboard', async () => {
    const { shop, person, page, base } = await aShop()
    await shop.buy('pro')
    stripe.objects.endSubscription(shop.newest('subscription').id)
    await shop.postNewEvents()
    for (const path of [page, base]) assert.match((await person.get(path)).text, /Tu plan termina el \d/)
    stripe.objects.cancelSubscription(shop.newest('subscription').id, 'cancellation_requested')
    await shop.postNewEvents()
    for (const path of [page, base]) assert.doesNotMatch((await person.get(path)).text, /Tu plan termina/)
  })

  test('warns of a failed charge, also on the dashboard, until it is paid', async () => {
    const { shop, person, page, base } = await aShop()
    await shop.buy('pro')
    const { id } = shop.newest('subscription')
    stripe.objects.renew(id, false)
    await shop.postNewEvents()
    assert.match((await person.get(page)).text, /<b>No pudimos cobrar tu plan<\/b>/)
    assert.match((await person.get(base)).text, /No pudimos cobrar tu plan/)
    stripe.objects.payInvoice(shop.newest('invoice').id)
    await shop.postNewEvents()
    assert.doesNotMatch((await person.get(page)).text + (await person.get(base)).text, /No pudimos cobrar/)
  })

  test('is the only page of a suspended store: every other page is 402 with a link to it', async () => {
    const { shop, person, page, base } = await aShop()
    await shop.buy('pro')
    stripe.objects.exhaustRetries(shop.newest('subscription').id, 'unpaid')
    await shop.postNewEvents()
    for (const path of ['', '/pedidos', '/productos/nuevo', '/reporte', '/mas']) {
      const { status, text } = await person.get(base + path)
      assert.equal(status, 402, path)
      assert.match(text, new RegExp(`href="[^"]*${page}">Ver el plan y pagar`))
    }
    assert.equal((await person.post(`${base}/categorias`, { name: 'x' })).status, 402)
    const { status, text } = await person.get(page)
    assert.equal(status, 200)
    assert.match(text, /Tu tienda está suspendida por falta de pago/)
    assert.equal((await person.post(`${page}/facturacion`)).status, 200)
  })

  test('asks for the password when the last authentication is old', async () => {
    const { person, page } = await aShop()
    await service.sql`update sessions set proved_at = now() - interval '1 hour' where id = ${person.sessionId}`
    const { text } = await person.post(`${page}/pagar`, { plan: 'pro' })
    assert.match(text, /Confirma que eres tú/)
    assert.doesNotMatch(text, /checkout\.stripe\.com/)
  })

  test('is for owners only', async () => {
    const { shop, page, base } = await aShop()
    for (const role of ['ADMIN', 'STAFF'] as const) {
      const { id } = await anAccount(service)
      await addMember(service.sql, shop.id, id, role)
      const person = await signedIn(service, id)
      assert.equal((await person.get(page)).status, 403)
      for (const path of ['/pagar', '/facturacion']) {
        assert.equal((await person.post(page + path, { plan: 'pro' })).status, 403)
      }
      for (let n = 0; n < 8; n++) await aCategory(service, shop).catch(() => null)
      assert.doesNotMatch((await person.get(base)).text, /categorías/)
    }
  })

  test('rejects unknown plans', async () => {
    const { person, page } = await aShop()
    for (const plan of ['', 'free', '<b>']) {
      assert.equal((await person.post(`${page}/pagar`, { plan })).status, 400)
    }
  })
})

suite('without a payment provider', () => {
  test('the plan page says who can change it', async () => {
    const alone = await startService()
    const { base, person } = await aMember(alone, 'OWNER', { plan: 'free' })
    const { text } = await person.get(`${base}/plan`)
    assert.match(text, /escribe a quien opera este servicio/)
    assert.doesNotMatch(text, /plan\/pagar/)
    assert.equal((await person.post(`${base}/plan/pagar`, { plan: 'pro' })).status, 409)
  })
})
