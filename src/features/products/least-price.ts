import { exact } from '../../core/values/money.ts'

/** What the choices of a product cost at least: `required-choices.ts`. */
export type LeastChoices = {
  /** What must be chosen of its groups, by their ids: of those in which something has a price. */
  choicePrices: Record<string, number>
  /** The cheapest choice above 0, where what costs nothing can't be ordered. */
  paidChoice: number | null
}

/** The least that can be ordered of a variant costs: its price, and the cheapest of what must be chosen with it. */
export function leastPrice({ choicePrices, paidChoice }: LeastChoices, price: number): number {
  const least = exact(Object.values(choicePrices).reduce((sum, one) => sum + one, price))
  return least === 0 && paidChoice !== null ? paidChoice : least
}

/** Whether what is chosen makes the price: what is shown is the lowest. */
export const dependsOnChoices = (choices: LeastChoices, price: number): boolean =>
  Object.keys(choices.choicePrices).length > 0 || leastPrice(choices, price) !== price
