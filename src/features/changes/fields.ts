import { camelCase } from '../../core/values/camel-case.ts'
import type { ChangeItem } from './change.ts'

type Columns = Record<string, unknown>

const hiddenColumns = new Set([
  'store_id', 'id', 'product_id', 'account_id', 'created_at', 'updated_at', 'deleted_at', 'removed_at', 'is_default',
  'keeps_stock', 'replaced_by', 'used_count', 'catalog_version', 'currency_digits', 'purge_failed_at', 'plan', 'billing_state',
  'previous_secret', 'previous_secret_until', 'disabled_reason', 'failing_since', 'variants_md5', 'confirmed_number', 'confirmed_by',
  'last_error', 'used_at', 'unpaid_hours_set_at',
]) // prettier-ignore

/** The action on a row. Products and variants are deleted softly, by `deleted_at` and `removed_at`. */
export function actionOf(before: Columns | null, after: Columns | null): ChangeItem['action'] {
  if (!before) return 'create'
  if (!after) return 'delete'
  const deletionColumn = ['deleted_at', 'removed_at'].find((name) => name in after)
  if (!deletionColumn) return 'update'
  return after[deletionColumn] === null ? 'restore' : 'delete'
}

export function fieldsOf(columns: Columns): Columns {
  return Object.fromEntries(
    Object.entries(columns)
      .filter(([name]) => !hiddenColumns.has(name))
      .map(([name, value]) => [camelCase(name), valueOf(name, value)]),
  )
}

/** A column's value as the API writes it: PostgreSQL's JSON has another time format. */
export const valueOf = (column: string, value: unknown) =>
  /_(?:at|until)$/.test(column) && typeof value === 'string' ? new Date(value).toISOString() : value
