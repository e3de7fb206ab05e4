import { resourceNames } from '../../billing/plans.ts'
import { html, type Html } from '../../core/http/html.ts'
import { formatAmount } from '../../core/values/money.ts'
import type { SalesTotal } from '../../stats/sales.ts'
import type { RecentSales } from '../../stats/today.ts'
import { moment, plural } from '../../storefront/format.ts'
import { orderList } from './orders-page.ts'
import { readToday, type Today } from './read-today.ts'
import { storePage, type StoreContext } from '../page.ts'
import { comparison } from './comparison.ts'
import { figures } from '../parts/figures.ts'
import { icon } from '../parts/icon.ts'
import { list, section } from '../parts/list.ts'
import { countedOrders, periods, toNumber } from './report.ts'
import { hasUnconfirmedNumber } from '../parts/unconfirmed-number.ts'

const MAX_NEW_ORDERS = 5

/** The start page: first the orders that need an answer, then the shop's figures. */
export const todayPage = storePage({
  path: '',
  needs: 'store:read',
  async show(context) {
    const { app, store, base } = context
    const today = await readToday(context, MAX_NEW_ORDERS)
    const { orders, sales } = today
    const url = `${app.publicUrl}/${store.slug}`
    return {
      title: 'Hoy',
      orders: orders.version,
      main: html`
        ${orders.total > 0 ? newOrders(context, orders) : nothingPending}
        ${attention(context, today)}
        ${guideOf(context, today)}
        ${sales && figuresOf(store.currency, sales)}
        ${section(
          'Tu tienda',
          html`
            <p class="links"><a href="${url}">${url.replace(/^https?:\/\//, '')}</a></p>
            <div class="buttons">
              <a class="button ghost" href="${base}/compartir">${icon('share')} Compartir</a>
            </div>
            <details class="folded">
              <summary class="button ghost">Código QR</summary>
              <img class="qr" src="/${store.slug}/qr.svg" alt="Código QR que abre ${url}" width="180" height="180" loading="lazy">
            </details>
          `,
        )}
      `,
    }
  },
})

const newOrders = (context: StoreContext, { newest, total }: Today['orders']): Html => html`
  <section class="waiting">
    <h2>${plural(total, 'pedido nuevo', 'pedidos nuevos')}</h2>
    ${orderList(context, newest)}
    ${total > MAX_NEW_ORDERS && html`<a class="button ghost" href="${context.base}/pedidos?estado=pending">Ver los ${total}</a>`}
  </section>
`

const nothingPending = html`<p class="nothing-pending">${icon('check')} Ningún pedido espera respuesta.</p>`

/** Problems and pending tasks, each with a link to where it is resolved. */
function attention(
  context: StoreContext,
  { openTasks: { failedNotices, pendingReviews }, billing }: Today,
): Html | null {
  const { base, can, store } = context
  const rows = [
    unconfirmedNumber(context),
    billing?.isPastDue === true && {
      href: `${base}/plan`,
      title: 'No pudimos cobrar tu plan',
      detail: 'Revisa la tarjeta antes de que la tienda se suspenda.',
    },
    billing?.endsAt != null && {
      href: `${base}/plan`,
      title: `Tu plan termina el ${moment(billing.endsAt, store.timeZone)}`,
      detail: 'Después tu tienda sigue con el plan Gratis y sus límites.',
    },
    ...(billing?.usage ?? []).map(
      ({ resource, used, limit, isNear }) =>
        isNear && {
          href: `${base}/plan`,
          title: `Usas ${used} de ${limit} ${resourceNames[resource]}`,
          detail: 'Mira lo que cabe en tu plan.',
        },
    ),
    failedNotices > 0 &&
      can('orders:read') && {
        href: `${base}/pedidos`,
        title: plural(failedNotices, 'aviso por WhatsApp no llegó', 'avisos por WhatsApp no llegaron'),
        detail: 'Revisa el número de tu tienda y envíalos otra vez desde tus últimos pedidos.',
      },
    pendingReviews > 0 &&
      can('reviews:read') && {
        href: `${base}/opiniones`,
        title: plural(pendingReviews, 'opinión espera', 'opiniones esperan'),
        detail: 'Léelas y decide si se muestran.',
      },
  ].filter((row) => row !== false)
  return rows.length > 0 ? list(rows, 'Pendientes') : null
}

const unconfirmedNumber = (context: StoreContext) =>
  hasUnconfirmedNumber(context) &&
  context.can('connections') && {
    href: `${context.base}/conexiones/whatsapp`,
    title: 'Confirma tu número de WhatsApp',
    detail: 'Hasta entonces no te llegan ahí los avisos de tus pedidos.',
  }

/** The steps that are left until the shop is set up, the next one first; those that the role may take. */
function guideOf({ base, can }: StoreContext, { guide }: Today): Html | null {
  const { completed, total, pending } = guide
  const steps = pending
    .filter(({ href }) => can('store:write') || !href.startsWith(`${base}/tienda`))
    .map(({ href, text, consequence }) => ({ href, title: text, detail: consequence }))
  if (steps.length === 0) return null
  return section(
    `Prepara tu tienda: ${completed} de ${total}`,
    html`
      <progress value="${completed}" max="${total}" aria-label="Pasos hechos"></progress>
      ${list(steps, 'Pasos que faltan')}
    `,
  )
}

function figuresOf(currency: string, { today, week, weekBefore }: RecentSales): Html {
  const amount = (sales: SalesTotal) => formatAmount(toNumber(sales.amount, currency), currency)
  const orders = (sales: SalesTotal) => plural(sales.orders, 'pedido', 'pedidos')
  const change = comparison(toNumber(week.amount, currency), toNumber(weekBefore.amount, currency), weekName)
  return section(
    'Ventas confirmadas',
    html`
      ${figures([
        { label: 'Hoy', value: amount(today), detail: orders(today) },
        { label: 'Últimos 7 días', value: amount(week), detail: `${orders(week)}; ${change}` },
      ])}
      ${countedOrders}
    `,
  )
}

const weekName = periods['7d']!.before
