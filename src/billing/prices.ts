import type Stripe from 'stripe'
import { currencyDigits } from '../core/values/currency.ts'
import { BRIEFLY, shownIfAnswered } from './stripe.ts'

export type PaidPlan = 'pro' | 'lifetime'

/** The lookup keys of the two prices at the provider. */
export const priceNames: Record<PaidPlan, string> = { pro: 'vitrina_pro', lifetime: 'vitrina_lifetime' }

export type PlanPrice = {
  amount: number
  /** ISO 4217 */
  currency: string
  /** How often it is paid, in units such as `month`; null is once. */
  every: { count: number; unit: string } | null
}

/** What the plans cost, as far as the provider says so. */
export async function listPlanPrices(stripe: Stripe): Promise<Partial<Record<PaidPlan, PlanPrice>>> {
  const names = Object.entries(priceNames) as [PaidPlan, string][]
  const query = { lookup_keys: Object.values(priceNames), active: true, limit: names.length }
  const page = await shownIfAnswered(stripe.prices.list(query, BRIEFLY))
  return Object.fromEntries(
    names.flatMap(([plan, name]) => {
      const price = page?.data.find((one) => one.lookup_key === name)
      return price && price.unit_amount !== null ? [[plan, toPlanPrice(price, price.unit_amount)]] : []
    }),
  )
}

function toPlanPrice({ currency, recurring }: Stripe.Price, unitAmount: number): PlanPrice {
  const code = currency.toUpperCase()
  return {
    amount: unitAmount / 10 ** (currencyDigits(code) ?? 2),
    currency: code,
    every: recurring && { count: recurring.interval_count, unit: recurring.interval },
  }
}
