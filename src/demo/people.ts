import type { Random } from './random.ts'
import type { Clientele } from './shop.ts'

export type Person = { name: string; phone: string; address: string; shipping: number }

/** Fictional customers, with phone numbers from unassigned blocks. */
export function people(random: Random, clientele: Clientele): Person[] {
  const [first, last] = [clientele.firstNames.split(' '), clientele.surnames.split(' ')]
  const taken = new Set<string>()
  while (taken.size < clientele.customers)
    taken.add(`${random.pick(first)} ${random.pick(last)} ${random.pick(last)}`)
  return [...taken].map((name, n) => {
    const [address, shipping] = random.pick(clientele.places)
    return { name, phone: `${clientele.phones}${String(1_001 + n * 37)}`, address, shipping }
  })
}
