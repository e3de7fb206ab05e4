import { resourceNames } from '../../../features/billing/plans.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { joined, t } from '../../../core/texts/text.ts'
import { formatExact, toNumber } from '../../../core/values/exact-amount.ts'
import type { SalesTotal } from '../../../features/stats/sales.ts'
import {
  type RecentSales,
  readRecentSales,
  selectOpenTasks,
  type OpenTasks,
} from '../../../features/stats/today.ts'
import { moment } from '../../../core/pages/format.ts'
import { listRefusedAccounts } from '../../../features/payments/providers/account.ts'
import { listProblems } from '../../../features/payments/providers/problem.ts'
import { problemTexts } from '../parts/payment-problems.ts'
import { storePage, type StoreContext } from '../page.ts'
import { comparison, figures } from '../parts/figures.ts'
import { icon } from '../parts/icon.ts'
import { list, section } from '../parts/list.ts'
import { hasNumberToConfirm, hasUnconfirmedNumber } from '../parts/unconfirmed-number.ts'
import { qrHref, shopUrl } from '../../../features/stores/address.ts'
import {
  selectOverview,
  toOverview,
  type BillingOverview,
  type OverviewRow,
} from '../../../features/billing/overview.ts'
import { selectProgress, toGuide, type ProgressRow } from '../../../features/onboarding/get.ts'
import { readArrivals } from '../../../features/orders/arrivals.ts'
import { ordersVersion, selectCounts, type OrderCounts } from '../../../features/orders/count.ts'
import { selectOldest } from '../../../features/orders/list.ts'
import type { OrderSummary } from '../../../features/orders/order.ts'
import { toSummary, type OrderRow } from '../../../features/orders/order-row.ts'
import { orderList } from '../orders/order-list.ts'
import { countedOrders, periods } from '../stats/report.ts'

const MAX_NEW_ORDERS = 5
const MAX_PROBLEMS = 5

/** The start page: first the orders that need action, then the shop's figures. */
export const todayPage = storePage({
  path: '',
  needs: 'store:read',
  async show(context) {
    const { app, store, base } = context
    const [today, payments] = await Promise.all([readToday(context, MAX_NEW_ORDERS), paymentTasks(context)])
    const { orders, sales } = today
    const url = shopUrl(app, store)
    return {
      title: t('Hoy'),
      orders: orders.version,
      main: html`
        ${orders.total > 0 ? await newOrders(context, orders) : nothingPending}
        ${attention(context, today, payments)}
        ${guideOf(context, today)}
        ${sales && figuresOf(store.currency, sales)}
        ${section(
          t('Tu tienda'),
          html`
            <p class="links"><a href="${url}">${url.replace(/^https?:\/\//, '')}</a></p>
            <div class="buttons">
              <a class="button ghost" href="${base}/compartir">${icon('share')} ${t('Compartir')}</a>
            </div>
            <details class="folded">
              <summary class="button ghost">${t('Código QR')}</summary>
              <img class="qr" src="${qrHref(store)}" alt="${t('Código QR que abre {url}', { url })}"
                width="180" height="180" loading="lazy">
            </details>
          `,
        )}
      `,
    }
  },
})

const newOrders = async (context: StoreContext, { waiting, total }: Today['orders']): Promise<Html> => html`
  <section class="waiting queue">
    <h2>${t('{n, plural, one {# pedido nuevo} other {# pedidos nuevos}}', { n: total })}</h2>
    ${await orderList(context, waiting)}
    ${total > MAX_NEW_ORDERS && html`<a class="button ghost" href="${context.base}/pedidos?estado=pending">${seeAll(total)}</a>`}
  </section>
`

const seeAll = (n: number) => t('Ver los {n}', { n })

const nothingPending = html`<p class="nothing-pending">${icon('check')} ${t('Ningún pedido espera respuesta.')}</p>`

function attention(
  context: StoreContext,
  { openTasks: { failedNotices, pendingReviews }, billing }: Today,
  payments: Awaited<ReturnType<typeof paymentTasks>>,
): Html | null {
  const { base, can } = context
  const rows = [
    unconfirmedNumber(context),
    ...payments,
    ...billingTasks(context, billing),
    failedNotices > 0 &&
      can('orders:read') && {
        href: `${base}/pedidos`,
        title: t(
          '{n, plural, one {# aviso por WhatsApp no llegó} other {# avisos por WhatsApp no llegaron}}',
          { n: failedNotices },
        ),
        detail: t('Revisa el número de tu tienda y envíalos otra vez desde tus últimos pedidos.'),
      },
    pendingReviews > 0 &&
      can('reviews:read') && {
        href: `${base}/opiniones`,
        title: t('{n, plural, one {# opinión espera} other {# opiniones esperan}}', { n: pendingReviews }),
        detail: t('Léelas y decide si se muestran.'),
      },
  ].filter((row) => row !== false)
  return rows.length > 0 ? list(rows, t('Pendientes')) : null
}

/** Connections that were lost, and payments that differ from what they should be. */
async function paymentTasks({ app, sql, store, base, can }: StoreContext) {
  if (!can('orders:read')) return []
  const [refused, problems] = await Promise.all([
    listRefusedAccounts(sql, store.id),
    listProblems(sql, store.id),
  ])
  const lost = refused.map((name) => ({
    href: `${base}/pagos`,
    title: t('Se perdió la conexión con {name}', { name: app.providers.get(name)?.label ?? name }),
    detail: t('Nadie puede pagar así hasta que la conectes otra vez.'),
  }))
  return [
    ...lost,
    ...problems
      .slice(0, MAX_PROBLEMS)
      .map((problem) => ({ href: `${base}/pagos/por-revisar`, ...problemTexts(problem) })),
  ]
}

const billingTasks = ({ base, store }: StoreContext, billing: Today['billing']) => [
  billing?.isPastDue === true && {
    href: `${base}/plan`,
    title: t('No pudimos cobrar tu plan'),
    detail: t('Revisa la tarjeta antes de que la tienda se suspenda.'),
  },
  billing?.endsAt != null && {
    href: `${base}/plan`,
    title: t('Tu plan termina el {time}', { time: moment(billing.endsAt, store.timeZone) }),
    detail: t('Después tu tienda sigue con el plan Gratis y sus límites.'),
  },
  ...(billing?.usage ?? []).map(
    ({ resource, used, limit, isNear }) =>
      isNear && {
        href: `${base}/plan`,
        title: t('Usas {used} de {limit} {resource}', { used, limit, resource: resourceNames[resource] }),
        detail: t('Mira lo que cabe en tu plan.'),
      },
  ),
]

const unconfirmedNumber = (context: StoreContext) =>
  hasNumberToConfirm(context) &&
  context.can('connections') && {
    href: `${context.base}/conexiones/whatsapp`,
    title: t('Confirma tu número de WhatsApp'),
    detail: hasUnconfirmedNumber(context)
      ? t('Hasta entonces no te llegan ahí los avisos de tus pedidos.')
      : t('Hasta entonces nadie puede manejar la tienda desde su chat.'),
  }

/** The steps that are left until the shop is set up, the next one first; those that the role may take. */
function guideOf({ base, can }: StoreContext, { guide, hasPaymentMethod }: Today): Html | null {
  const { completed, total, pending } = guide
  const steps = pending
    .filter(({ href }) => can('store:write') || !href.startsWith(`${base}/tienda`))
    .map(({ href, text, consequence }) => ({ href, title: text, detail: consequence }))
  if (steps.length === 0) return null
  return section(
    t('Prepara tu tienda: {completed} de {total}', { completed, total }),
    html`
      <progress value="${completed}" max="${total}" aria-label="${t('Pasos hechos')}"></progress>
      ${list(steps, t('Pasos que faltan'))}
      ${
        !hasPaymentMethod &&
        can('store:write') &&
        html`<p class="links"><a href="${base}/pagos">${t('También puedes decir cómo te pagan')}</a></p>`
      }
    `,
  )
}

function figuresOf(currency: string, { today, week, weekBefore }: RecentSales): Html {
  const amount = (sales: SalesTotal) => formatExact(sales.amount, currency)
  const orders = (sales: SalesTotal) =>
    t('{n, plural, one {# pedido} other {# pedidos}}', { n: sales.orders })
  const before = toNumber(weekBefore.amount, currency)
  const change = comparison(toNumber(week.amount, currency), before, periods['7d']!.before)
  return section(
    t('Ventas confirmadas'),
    html`
      ${figures([
        { label: t('Hoy'), value: amount(today), detail: orders(today) },
        { label: t('Últimos 7 días'), value: amount(week), detail: joined([orders(week), change], '; ') },
      ])}
      ${countedOrders}
    `,
  )
}

/** The data of Hoy. `orders` are the pending ones; those that wait longest in full, as in Pedidos. */
type Today = {
  orders: { version: string; total: number; waiting: OrderSummary[] }
  openTasks: OpenTasks
  guide: ReturnType<typeof toGuide>
  hasPaymentMethod: boolean
  billing: BillingOverview | null
  sales: RecentSales | null
}

type Row = OpenTasks & ProgressRow & OverviewRow & (OrderRow | { id: null }) & { counts: OrderCounts | null }

/**
 * Reads all in one statement: a consistent snapshot in one round trip. The sales are summed only if they changed since the
 * last read.
 */
async function readToday({ sql, store, base, can }: StoreContext, shown: number): Promise<Today> {
  const waiting = selectOldest(sql, store.id, 'pending', shown)
  const rows = await sql<[Row, ...Row[]]>`
    select each_status.counts, guide.*, open_tasks.*, ${can('billing') ? sql`overview.*,` : sql``} waiting.*
    from (
      select jsonb_object_agg(name, count) as counts
      from (${selectCounts(sql, store.id)}) as counted
    ) as each_status
    cross join (${selectProgress(sql, store.id)}) as guide
    cross join (${selectOpenTasks(sql, store.id)}) as open_tasks
    ${can('billing') ? sql`cross join (${selectOverview(sql, store.id)}) as overview` : sql``}
    left join (${waiting}) as waiting on true
    order by waiting.created_at, waiting.id`
  const [row] = rows
  const counts = row.counts ?? {}
  return {
    orders: {
      version: ordersVersion(counts, await readArrivals(sql, store.id)),
      total: counts.pending ?? 0,
      waiting: rows.filter((one) => one.id !== null).map((one) => toSummary(one)),
    },
    openTasks: row,
    guide: toGuide(row, store.id, base),
    hasPaymentMethod: row.hasPaymentMethod,
    billing: can('billing') ? toOverview(row, store.plan) : null,
    sales: can('stats:read') ? await readRecentSales(sql, store) : null,
  }
}
