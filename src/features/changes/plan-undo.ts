import { isDeepStrictEqual } from 'node:util'
import { camelCase } from '../../core/values/camel-case.ts'
import { recorded, type ChangeResource, type Table, type TouchedRow } from './change.ts'
import { fieldsOf, valueOf } from './fields.ts'

type Row = Record<string, unknown>

export type CurrentRows = Map<string, Row>

export const rowKey = ({ table, id }: Pick<TouchedRow, 'table' | 'id'>) => `${table} ${id}`

/** A field that was modified after the change; `field` is null when the whole row was deleted or recreated. */
export type Difference = {
  resource: ChangeResource
  id: string
  name: string | null
  field: string | null
  before: unknown
  after: unknown
  current: unknown
}

/** The columns of soft deletion: orders refer to these rows. */
const deletionMarks: Partial<Record<Table, string>> = { products: 'deleted_at', variants: 'removed_at' }

/** Orders change the stock of what a change created: that does not count as a difference. */
const STOCK_COLUMN = 'stock'

/**
 * Pairs the present rows with their state before the change (null if they did not exist), from the change's last row to its
 * first. A row that was modified since is reported as a difference, and left as it is.
 */
export function planUndo(
  rows: TouchedRow[],
  currentRows: CurrentRows,
  { changedAt, now }: { changedAt: string; now: string },
) {
  const result = new Map<string, Row | null>(currentRows)
  const differences: Difference[] = []
  for (const row of rows.toReversed()) {
    const current = result.get(rowKey(row)) ?? null
    const rowDifferences = differencesOf(row, current, changedAt)
    differences.push(...rowDifferences)
    if (rowDifferences.length === 0) result.set(rowKey(row), rowBefore(row, current, now))
  }
  return { result, differences }
}

function rowBefore({ table, before, after }: TouchedRow, current: Row | null, now: string): Row | null {
  const mark = deletionMarks[table]
  if (before && after) return { ...current, ...before }
  return !before && mark ? { ...current, [mark]: now } : before
}

function differencesOf(row: TouchedRow, current: Row | null, changedAt: string): Difference[] {
  const { table, id, label: name, before, after } = row
  const about = { resource: recorded(table).resource, id, name }
  const isThere = current !== null && !wasDeletedSince(row, current, changedAt)
  if ((after !== null) !== isThere) return [{ ...about, field: null, ...wholeRow(row, current) }]
  return Object.entries(after ?? {})
    .filter(([column, value]) => !isDeepStrictEqual(current![column], value))
    .filter(([column]) => before !== null || column !== STOCK_COLUMN)
    .map(([column, value]) => {
      // Of variants there is only a hash: what they were is in the differences of their own rows.
      if (column === 'variants_md5')
        return { ...about, field: 'variants', before: null, after: null, current: current!['variants'] }
      return {
        ...about,
        field: camelCase(column),
        before: valueOf(column, before?.[column]) ?? null,
        after: valueOf(column, value),
        current: valueOf(column, current![column]) ?? null,
      }
    })
}

function wasDeletedSince({ table, after }: TouchedRow, current: Row, changedAt: string): boolean {
  const markedAt = deletionMarks[table] && (current[deletionMarks[table]] as string | null)
  return Boolean(markedAt && !after?.[deletionMarks[table]!] && Date.parse(markedAt) > Date.parse(changedAt))
}

const wholeRow = ({ before, after }: TouchedRow, current: Row | null) => ({
  before: before && fieldsOf(before),
  after: after && fieldsOf(after),
  current: current && !after ? fieldsOf(current) : null,
})
