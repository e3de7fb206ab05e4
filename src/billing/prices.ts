import { LRUCache } from 'lru-cache'
import type Stripe from 'stripe'
import type { Config } from '../config.ts'
import { currencyDigits } from '../core/values/currency.ts'
import { formatAmount } from '../core/values/money.ts'
import { SHORT_TIMEOUT, connectStripe, nullIfUnavailable } from './stripe.ts'

export type PaidPlan = 'pro' | 'lifetime'

/** The lookup keys of the two prices at the provider. */
export const priceNames: Record<PaidPlan, string> = { pro: 'vitrina_pro', lifetime: 'vitrina_lifetime' }

type PlanPrice = {
  amount: number
  /** ISO 4217 */
  currency: string
  /** How often it is paid, in units such as `month`; null is once. */
  every: { count: number; unit: string } | null
}

export type PlanPrices = Partial<Record<PaidPlan, PlanPrice>>

/** What the plans cost, as far as the provider says so. */
export async function listPlanPrices(stripe: Stripe): Promise<PlanPrices> {
  const names = Object.entries(priceNames) as [PaidPlan, string][]
  const query = { lookup_keys: Object.values(priceNames), active: true, limit: names.length }
  const page = await nullIfUnavailable(stripe.prices.list(query, SHORT_TIMEOUT))
  return Object.fromEntries(
    names.flatMap(([plan, name]) => {
      const price = page?.data.find((one) => one.lookup_key === name)
      return price && price.unit_amount !== null ? [[plan, toPlanPrice(price, price.unit_amount)]] : []
    }),
  )
}

const TEN_MINUTES = 600_000

type Provider = NonNullable<Config['stripe']>

const recent = new LRUCache<Provider, PlanPrices>({
  max: 10,
  ttl: TEN_MINUTES,
  allowStale: true, // nobody waits but who asks first
  fetchMethod: (stripe) => listPlanPrices(connectStripe({ stripe })),
})

/** The same of lately, for pages that anybody may ask for; nothing where no provider is configured. */
export const recentPlanPrices = async ({ stripe }: Pick<Config, 'stripe'>): Promise<PlanPrices> =>
  (stripe && (await recent.fetch(stripe))) ?? {}

const unitNames: Record<string, [one: string, more: string]> = {
  day: ['al día', 'días'],
  week: ['a la semana', 'semanas'],
  month: ['al mes', 'meses'],
  year: ['al año', 'años'],
}

/** `$9.00 USD al mes` */
export function priceText({ amount, currency, every }: PlanPrice): string {
  const price = `${formatAmount(amount, currency)} ${currency}`
  if (!every) return `${price} una sola vez`
  const [one, more] = unitNames[every.unit] ?? ['', every.unit]
  return `${price} ${every.count > 1 ? `cada ${every.count} ${more}` : one}`
}

function toPlanPrice({ currency, recurring }: Stripe.Price, unitAmount: number): PlanPrice {
  const code = currency.toUpperCase()
  return {
    amount: unitAmount / 10 ** (currencyDigits(code) ?? 2),
    currency: code,
    every: recurring && { count: recurring.interval_count, unit: recurring.interval },
  }
}
