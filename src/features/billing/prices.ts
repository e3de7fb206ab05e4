import { LRUCache } from 'lru-cache'
import type Stripe from 'stripe'
import type { Config } from '../../core/config/config.ts'
import { t, type Localized, type Wording } from '../../core/texts/text.ts'
import { formatAmount } from '../../core/values/money.ts'
import { amountOf, connectStripe, nullIfUnavailable, SHORT_TIMEOUT } from './stripe.ts'

export type PaidPlan = 'pro' | 'lifetime'

export const lookupKeys: Record<PaidPlan, string> = { pro: 'vitrina_pro', lifetime: 'vitrina_lifetime' }

export type PlanPrice = {
  amount: number
  /** ISO 4217 */
  currency: string
  /** How often it is paid, in units such as `month`; null is once. */
  interval: { count: number; unit: string } | null
}

export type PlanPrices = Partial<Record<PaidPlan, PlanPrice>>

export const listPlanPrices = async (stripe: Stripe): Promise<PlanPrices> =>
  (await fetchPlanPrices(stripe)) ?? {}

async function fetchPlanPrices(stripe: Stripe): Promise<PlanPrices | null> {
  const names = Object.entries(lookupKeys) as [PaidPlan, string][]
  const query = { lookup_keys: Object.values(lookupKeys), active: true, limit: names.length }
  const page = await nullIfUnavailable(stripe.prices.list(query, SHORT_TIMEOUT))
  if (!page) return null
  return Object.fromEntries(
    names.flatMap(([plan, name]) => {
      const price = page.data.find((one) => one.lookup_key === name && canBuy(plan, one))
      return price && price.unit_amount !== null ? [[plan, toPlanPrice(price, price.unit_amount)]] : []
    }),
  )
}

/** Pro needs a recurring price, Lifetime a one-time price; a checkout with the other kind fails. */
export const canBuy = (plan: PaidPlan, { recurring }: Stripe.Price) =>
  (recurring !== null) === (plan === 'pro')

const TEN_MINUTES = 600_000
const HALF_A_MINUTE = 30_000

type Provider = NonNullable<Config['stripe']>

/**
 * The prices from a cache, for public pages: refreshed every ten minutes in the background. Only requests before the first
 * refresh wait. While the provider is unavailable, the last known prices are used, and it is retried every 30 s.
 */
export const cachedPlanPrices = async ({ stripe }: Pick<Config, 'stripe'>): Promise<PlanPrices> =>
  (stripe && (await cached.fetch(stripe))) ?? {}

const cached = new LRUCache<Provider, PlanPrices>({
  max: 10,
  ttl: TEN_MINUTES,
  allowStale: true,
  perf: { now: () => Date.now() },
  async fetchMethod(stripe, known = {}, { options }) {
    // Whatever fails here, the page is shown without it.
    const prices = await connectStripe({ stripe })
      .then(fetchPlanPrices)
      .catch(() => null)
    if (!prices) options.ttl = HALF_A_MINUTE
    return prices ?? known
  },
})

type Recurring = { price: string; count: number }

const recurring: Record<string, (values: Recurring) => Localized> = {
  day: ({ price, count }) => t('{price} {count, plural, one {al día} other {cada # días}}', { price, count }),
  week: ({ price, count }) =>
    t('{price} {count, plural, one {a la semana} other {cada # semanas}}', { price, count }),
  month: ({ price, count }) =>
    t('{price} {count, plural, one {al mes} other {cada # meses}}', { price, count }),
  year: ({ price, count }) =>
    t('{price} {count, plural, one {al año} other {cada # años}}', { price, count }),
}

/** `$9.00 USD al mes` */
export function priceText({ amount, currency, interval }: PlanPrice): Wording {
  const price = `${formatAmount(amount, currency)} ${currency}`
  if (!interval) return t('{price} una sola vez', { price })
  const { count, unit } = interval
  return recurring[unit]?.({ price, count }) ?? price
}

function toPlanPrice({ currency, recurring }: Stripe.Price, unitAmount: number): PlanPrice {
  const code = currency.toUpperCase()
  return {
    amount: amountOf(unitAmount, code),
    currency: code,
    interval: recurring && { count: recurring.interval_count, unit: recurring.interval },
  }
}
