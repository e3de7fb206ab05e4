import type { ChangeItem } from './change.ts'

type Columns = Record<string, unknown>

/** Columns that are not shown: internal ones, and what the action and the id say already. */
const hidden = new Set([
  'store_id', 'id', 'product_id', 'account_id', 'created_at', 'updated_at', 'deleted_at', 'removed_at', 'is_default',
  'keeps_stock', 'replaced_by', 'used_count', 'catalog_version', 'currency_digits', 'purge_failed_at', 'plan', 'billing_state',
  'previous_secret', 'previous_secret_until', 'disabled_reason',
]) // prettier-ignore

/** What was done to a row. Products and variants are soft-deleted: their columns `deleted_at` and `removed_at` say so. */
export function actionOf(before: Columns | null, after: Columns | null): ChangeItem['action'] {
  if (!before) return 'create'
  if (!after) return 'delete'
  const mark = ['deleted_at', 'removed_at'].find((name) => name in after)
  if (!mark) return 'update'
  return after[mark] === null ? 'restore' : 'delete'
}

/** Columns as the API names and writes them. */
export function fieldsOf(columns: Columns): Columns {
  return Object.fromEntries(
    Object.entries(columns)
      .filter(([name]) => !hidden.has(name))
      .map(([name, value]) => [fieldOf(name), valueOf(name, value)]),
  )
}

export const fieldOf = (column: string) =>
  column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** A column's value as the API writes it: PostgreSQL puts the times in its JSON in a form of its own. */
export const valueOf = (column: string, value: unknown) =>
  /_(?:at|until)$/.test(column) && typeof value === 'string' ? new Date(value).toISOString() : value
