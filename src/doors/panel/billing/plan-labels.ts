import type { Invoice } from '../../../features/billing/invoices.ts'
import type { BillingOverview, Usage } from '../../../features/billing/overview.ts'
import { resourceNames } from '../../../features/billing/plans.ts'
import { priceText, type PlanPrices } from '../../../features/billing/prices.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { formatAmount } from '../../../core/values/money.ts'
import type { Plan } from '../../../features/stores/store.ts'
import { moment, titled } from '../../../core/pages/format.ts'
import type { StoreContext } from '../page.ts'
import { bar } from '../parts/figures.ts'
import { formOf } from '../parts/form.ts'
import { badge, section } from '../parts/list.ts'
import { t, joined, type Localized } from '../../../core/texts/text.ts'

export function billingNotice(
  { store, query }: StoreContext,
  { isPastDue, endsAt }: BillingOverview,
): Html | null {
  if (store.billingState === 'suspended') {
    return notice(
      t('Tu tienda está suspendida por falta de pago'),
      t('No se muestra, no recibe pedidos y sus claves de API no responden.'),
      t('Tus datos están a salvo: en cuanto llega el pago, todo vuelve solo.'),
    )
  }
  if (isPastDue) {
    return notice(
      t('No pudimos cobrar tu plan'),
      t('Lo volveremos a intentar en los próximos días.'),
      t('Revisa la tarjeta o paga la factura: si ningún intento pasa, la tienda se suspende.'),
    )
  }
  if (endsAt !== null) {
    return notice(
      t('Tu plan termina el {when}', { when: moment(endsAt, store.timeZone) }),
      t('Lo cancelaste. Después tu tienda sigue con el plan Gratis y sus límites; no se borra nada.'),
      t('Si cambias de idea, renuévalo antes en «Tarjeta, facturas y cancelar».'),
    )
  }
  if (query['checkout'] !== 'done') return null
  const text =
    store.plan === 'free' ? t('Estamos confirmando tu pago. Puede tardar un minuto.') : t('Tu pago llegó.')
  return html`<div class="notice"><p><b>${t('¡Gracias!')}</b> ${text}</p></div>`
}

const notice = (title: Localized, ...sentences: Localized[]) => html`
  <div class="notice bad"><p><b>${title}</b></p><p>${joined(sentences, ' ')}</p></div>
`

const plans: Record<Plan, { name: Localized; text: Localized }> = {
  free: {
    name: t('Gratis | plan'),
    text: t('Con todo lo necesario para vender. Los pedidos no tienen límite.'),
  },
  pro: { name: t('Pro'), text: t('Se paga por mes y se puede dejar cuando quieras.') },
  lifetime: { name: t('Lifetime'), text: t('Pagaste una vez, para siempre.') },
}

const larger = html`
  <p>${t('Con Pro o Lifetime caben 10,000 productos y hasta 50 personas, y puedes aprobar y rechazar opiniones.')}</p>
`

/** The prices of the plans that the store could choose; empty where the provider does not say. */
function priceList(current: Plan, prices: PlanPrices): Html | null {
  const offered = (['pro', 'lifetime'] as const).filter((plan) => prices[plan] && current !== 'lifetime')
  if (offered.length === 0) return null
  const rows = offered.map((plan) => html`<li><b>${plans[plan].name}</b>: ${priceText(prices[plan]!)}</li>`)
  return html`<ul class="plain-list">${rows}</ul>`
}

export function planCard(context: StoreContext, { customerId }: BillingOverview, prices: PlanPrices): Html {
  const { store, app } = context
  const { name, text } = plans[store.plan]
  const pay = context.form('/plan/pagar')
  const choices =
    store.plan !== 'lifetime' &&
    formOf(
      pay,
      html`
        <div class="buttons tight">
          ${store.plan === 'free' && html`<button class="button" name="plan" value="pro">${t('Pasar a Pro')}</button>`}
          <button class="button ghost" name="plan" value="lifetime">${t('Pagar una sola vez (Lifetime)')}</button>
        </div>
      `,
    )
  const portal =
    customerId !== null &&
    html`
      ${formOf(
        context.form('/plan/facturacion'),
        html`<button class="button ghost">${t('Tarjeta, facturas y cancelar')}</button>`,
      )}
      ${formOf(context.form('/plan/comprobar'), html`<button class="quiet">${t('Ya pagué, y aquí no se ve')}</button>`)}
    `
  const closed = html`<p class="muted">${t('Para cambiar de plan, escribe a quien opera este servicio.')}</p>`
  return section(
    name,
    html`
      <p>${text}</p>
      ${store.plan === 'free' && larger}
      ${priceList(store.plan, prices)}
      ${app.config.stripe === null ? closed : html`${choices}${portal}`}
    `,
  )
}

export function usageCard(usage: Usage[]): Html {
  const rows = usage.map(({ resource, used, limit, isNear }) => {
    const kind = used >= limit ? 'bad' : isNear ? 'warn' : 'plain'
    return html`
      <li>
        <p>
          <b>${titled(resourceNames[resource])}</b>
          <span>${t('{used, number} de {limit, number}', { used, limit })}</span>
        </p>
        ${bar(used / limit, kind)}
      </li>
    `
  })
  return html`<ul class="shares">${rows}</ul>`
}

const invoiceStates: Record<string, [name: Localized, kind: 'plain' | 'good' | 'warn' | 'bad']> = {
  draft: [t('En preparación'), 'plain'],
  open: [t('Por pagar'), 'warn'],
  paid: [t('Pagada'), 'good'],
  uncollectible: [t('Sin pagar'), 'bad'],
  void: [t('Anulada'), 'plain'],
}

export function invoiceList(invoices: Invoice[] | null, timeZone: string): Html {
  if (invoices === null)
    return html`<p>${t('No pudimos leer tus facturas ahora. Vuelve a intentarlo en un momento.')}</p>`
  if (invoices.length === 0) return html`<p>${t('Todavía no hay facturas.')}</p>`
  const rows = invoices.map((invoice) => {
    const text = html`
      <span class="row-text">
        <b>${formatAmount(invoice.amount, invoice.currency)} ${invoice.currency}</b>
        <small>${invoice.number} · ${moment(invoice.at, timeZone)}</small>
      </span>
      ${badge(...(invoiceStates[invoice.status] ?? invoiceStates['draft']!))}
    `
    return invoice.url
      ? html`<li><a class="row" href="${invoice.url}" target="_blank" rel="noopener">${text}</a></li>`
      : html`<li><div class="row">${text}</div></li>`
  })
  return html`<ul class="list" aria-label="${t('Facturas')}">${rows}</ul>`
}

export const unpaidText = html`
  <p>
    ${t('Si un cobro no pasa, te avisamos por correo y lo intentamos de nuevo durante varios días.')}
    ${t('La tienda sigue funcionando mientras tanto.')}
  </p>
  <p>
    ${t('Si ningún intento pasa, la tienda se suspende: deja de mostrarse y de recibir pedidos.')}
    ${t('No se borra nada, y vuelve sola en cuanto llega el pago.')}
  </p>
`
