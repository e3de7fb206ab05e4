import { camelCase } from '../../core/values/camel-case.ts'
import type { OrderRow } from './order-row.ts'

export function fromSnapshot(snapshot: object): OrderRow {
  const row: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(snapshot)) row[camelCase(name)] = value
  return row as OrderRow
}
