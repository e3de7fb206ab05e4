import type { OrderRow } from './order.ts'

/** Turns `to_jsonb(orders)` back into a row with camelCase names. */
export function fromSnapshot(snapshot: object): OrderRow {
  const row: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(snapshot)) row[camelCase(name)] = value
  return row as OrderRow
}

// Memoised: the column names are always the same few.
const known = new Map<string, string>()

function camelCase(name: string): string {
  const before = known.get(name)
  if (before !== undefined) return before
  const made = name.replaceAll(/_(.)/g, (_all, letter: string) => letter.toUpperCase())
  known.set(name, made)
  return made
}
