import type { Random } from './random.ts'
import type { DemoCustomers } from './shop.ts'

export type Person = { name: string; phone: string; address: string; shipping: number }

/** Fictional customers, with phone numbers from unassigned blocks. */
export function people(random: Random, customers: DemoCustomers): Person[] {
  const [first, last] = [customers.firstNames.split(' '), customers.surnames.split(' ')]
  const taken = new Set<string>()
  while (taken.size < customers.count)
    taken.add(`${random.pick(first)} ${random.pick(last)} ${random.pick(last)}`)
  return [...taken].map((name, n) => {
    const [address, shipping] = random.pick(customers.places)
    return { name, phone: `${customers.phones}${String(1_001 + n * 37)}`, address, shipping }
  })
}
