import { camelCase } from '../../core/values/camel-case.ts'
import type { OrderRow } from './order-row.ts'

/** Turns `to_jsonb(orders)` back into a row with camelCase names. */
export function fromSnapshot(snapshot: object): OrderRow {
  const row: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(snapshot)) row[camelCase(name)] = value
  return row as OrderRow
}
