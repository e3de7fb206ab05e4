import type { Db, Sql } from '../../../core/database/db.ts'
import { withTimeout } from '../../../core/process/with-timeout.ts'
import type { Log } from '../../../core/process/log.ts'
import { hostPauses } from '../../../core/outgoing/host-pauses.ts'
import { pauses } from '../../../core/concurrency/fairness.ts'
import { NoReply } from '../../../core/outgoing/outgoing.ts'
import { hasUnpayableCents, isProvider, type Provider } from '../../orders/payment.ts'
import { readPayable, setPayUrl, type Payable } from '../../orders/record-payment.ts'
import { shopUrl, type Addressed, type Addresses } from '../../stores/address.ts'
import { withAccount } from './account.ts'
import type { PaymentPage } from './provider.ts'
import type { Providers } from './providers.ts'

/** ms that a shopper waits for a provider, also when an order is placed. */
const MAX_WAIT = 1_500
/** A page that lapses sooner is made anew, so that there is time to pay. */
const MIN_MINUTES = 10
/** Seconds after which what is unpaid is first searched. */
export const FIRST_SEARCH = 600

type PageDependencies = { sql: Db; log: Log; providers: Providers; service: Addresses }

/** What `openPage` did: the provider's page, that there is nothing to pay or cents that it does not take, or that it failed. */
type OpenedPage = { url: string } | 'nothing to pay' | 'cents' | 'failed'

export type OpenPage = (storeId: string, orderId: string) => Promise<OpenedPage>

/**
 * Opens the page of a provider where an order is paid: the last one made for it, or a new one where that has expired or had another
 * total. Waits for `MAX_WAIT` at most, and not at all for a while after the provider had failed several times; never throws for it.
 */
export function pageOpener(dependencies: PageDependencies): OpenPage {
  const { sql, log } = dependencies
  const viaHost = hostPauses(pauses.paymentPages)
  return async function open(storeId, orderId) {
    const order = await readPayable(sql, storeId, orderId)
    const provider = order && providerOf(order)
    if (!provider) return 'nothing to pay'
    if (hasUnpayableCents(provider, order)) return 'cents'
    const url = await liveUrl(sql, storeId, order)
    if (url) return { url }
    try {
      const making = () => withTimeout(make(dependencies, storeId, provider, order), MAX_WAIT, timedOut)
      return { url: await viaHost('orders', `https://${provider}`, making) }
    } catch (err) {
      log.warn({ err, store: storeId, order: orderId, provider }, 'payment page could not be opened')
      return 'failed'
    }
  }
}

const timedOut = () => new NoReply('timeout', MAX_WAIT, null)

function providerOf({ kind, paymentState, status, total }: Payable): Provider | null {
  return isProvider(kind) && paymentState === 'PENDING' && status !== 'cancelled' && total > 0 ? kind : null
}

async function liveUrl(sql: Sql, storeId: string, { id, total }: Payable): Promise<string | null> {
  const [page] = await sql<{ url: string }[]>`
    select url
    from payment_pages
    where store_id = ${storeId} and order_id = ${id} and amount = ${total}
    and expires_at > statement_timestamp() + make_interval(mins => ${MIN_MINUTES})`
  return page?.url ?? null
}

async function make(
  { sql, providers, service }: PageDependencies,
  storeId: string,
  provider: Provider,
  order: Payable,
) {
  const store = await findStore(sql, storeId)
  const orderUrl = shopUrl(service, store, `/pedido/${order.trackingToken}`)
  const payable = { ...order, storeName: store.name, amount: order.total, orderUrl }
  const page = await withAccount(sql, providers, { storeId, id: provider }, (of, account) =>
    of.createPage(account, payable),
  )
  await savePage(sql, { storeId, orderId: order.id, provider, amount: order.total }, page)
  await setPayUrl(sql, { storeId, orderId: order.id, payUrl: `${orderUrl}/pagar` })
  return page.url
}

async function findStore(sql: Sql, id: string): Promise<Addressed & { name: string }> {
  const [store] = await sql<[Addressed & { name: string }]>`
    select name, slug, domain from stores where id = ${id}`
  return store
}

type OfPage = { storeId: string; orderId: string; provider: Provider; amount: number }

async function savePage(sql: Sql, { storeId, orderId, provider, amount }: OfPage, page: PaymentPage) {
  await sql`
    insert into payment_pages (store_id, order_id, provider, page_id, url, amount, expires_at, search_at)
    values (
      ${storeId}, ${orderId}, ${provider}, ${page.pageId}, ${page.url}, ${amount}, ${page.expiresAt},
      statement_timestamp() + make_interval(secs => ${FIRST_SEARCH})
    )
    on conflict (store_id, order_id) do update
    set
      provider = excluded.provider, page_id = excluded.page_id, url = excluded.url, amount = excluded.amount,
      created_at = excluded.created_at, expires_at = excluded.expires_at, search_at = excluded.search_at`
}
