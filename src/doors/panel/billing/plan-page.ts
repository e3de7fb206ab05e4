import { Type, type Static } from 'typebox'
import { startCheckout } from '../../../features/billing/checkout.ts'
import { listInvoices } from '../../../features/billing/invoices.ts'
import { readOverview } from '../../../features/billing/overview.ts'
import { listPlanPrices } from '../../../features/billing/prices.ts'
import { openPortal } from '../../../features/billing/portal.ts'
import { connectStripe, queuedForStripe } from '../../../features/billing/stripe.ts'
import { syncStore } from '../../../features/billing/sync.ts'
import { html } from '../../../core/http/html.ts'
import { Body } from '../../../core/http/schema.ts'
import { applyLimit } from '../../../core/limits/rate-limit.ts'
import { storePage, type StoreContext, type View } from '../page.ts'
import { invoiceList, planCard, billingNotice, unpaidText, usageCard } from './plan-labels.ts'
import { section } from '../parts/list.ts'
import { NoFields } from '../forms/no-fields.ts'
import { t } from '../../../core/texts/text.ts'

const Choice = Body({ plan: Type.Enum(['pro', 'lifetime']) })
type Choice = Static<typeof Choice>

const SYNC_LIMIT = { name: 'billing-sync', max: 10, seconds: 60 }

export const planPage = storePage({
  path: '/plan',
  needs: 'billing',
  async show(context) {
    const { app, sql, store } = context
    const overview = await readOverview(sql, store)
    const { customerId } = overview
    const stripe = app.config.stripe && (await connectStripe(app.config))
    const hasInvoices = stripe !== null && customerId !== null
    const [prices, invoices] = await Promise.all([
      stripe ? listPlanPrices(stripe) : {},
      hasInvoices ? listInvoices(stripe, customerId) : [],
    ])
    return {
      title: t('Plan'),
      main: html`
        ${billingNotice(context, overview)}
        ${planCard(context, overview, prices)}
        ${section(t('Lo que usas'), usageCard(overview.usage))}
        ${hasInvoices && section(t('Facturas'), invoiceList(invoices, store.timeZone))}
        ${section(t('Si un pago no llega'), unpaidText)}
      `,
    }
  },
  forms: {
    '/plan/pagar': {
      body: Choice,
      needsPassword: true,
      run: async (context, { plan }: Choice) =>
        leaving(
          await startCheckout(
            queuedForStripe(context.sql),
            await providerOf(context),
            context.store.id,
            plan,
          ),
        ),
    },
    '/plan/facturacion': {
      body: NoFields,
      needsPassword: true,
      run: async (context) =>
        leaving(await openPortal(queuedForStripe(context.sql), await providerOf(context), context.store.id)),
    },
    '/plan/comprobar': {
      body: NoFields,
      needsPassword: true,
      async run({ app, sql, store, reply }) {
        applyLimit(reply, SYNC_LIMIT, await app.hits.count(SYNC_LIMIT, store.id))
        await syncStore(queuedForStripe(sql), await connectStripe(app.config), store.id)
        return { next: '/plan', message: t('Comprobado: así está tu plan en Stripe') }
      },
    },
  },
})

const providerOf = async ({ app, base }: StoreContext) => ({
  stripe: await connectStripe(app.config),
  panel: app.panelUrl + base,
})

/** A page with a link to the other host: the panel's `form-action` policy forbids redirecting a form there. */
const leaving = ({ url }: { url: string }): View => ({
  title: t('Sigue en Stripe'),
  main: html`
    <p>${t('Los pagos los atiende Stripe: aquí no guardamos tu tarjeta. Al terminar vuelves a tu panel.')}</p>
    <div class="buttons"><a class="button large" href="${url}">${t('Continuar en Stripe')}</a></div>
  `,
})
