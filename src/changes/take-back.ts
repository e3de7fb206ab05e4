import { isDeepStrictEqual } from 'node:util'
import { resources, type Table, type TouchedRow } from './change.ts'
import { fieldOf, fieldsOf, valueOf } from './fields.ts'

type Row = Record<string, unknown>

/** What stands now, by table and id. */
export type Present = Map<string, Row>

export const placeOf = ({ table, id }: Pick<TouchedRow, 'table' | 'id'>) => `${table} ${id}`

/** What is another now than the change left it; `field` is null where the whole thing is gone, or is there again. */
export type Difference = {
  resource: string
  id: string
  name: string | null
  field: string | null
  before: unknown
  after: unknown
  current: unknown
}

/** Rows that are kept and only marked, since orders refer to them. */
const marks: Partial<Record<Table, string>> = { products: 'deleted_at', variants: 'removed_at' }

/** Orders take it from what is new, too. */
const movedByOrders = 'stock'

/**
 * What stands now, with the rows of a change as they were before it: null for one that was not there. Goes through them from
 * the last to the first. What is not as the change left it is a difference, and stays.
 */
export function takeBack(
  rows: TouchedRow[],
  present: Present,
  { madeAt, now }: { madeAt: string; now: string },
) {
  const result = new Map<string, Row | null>(present)
  const differences: Difference[] = []
  for (const row of rows.toReversed()) {
    const current = result.get(placeOf(row)) ?? null
    const found = differencesOf(row, current, madeAt)
    differences.push(...found)
    if (found.length === 0) result.set(placeOf(row), beforeOf(row, current, now))
  }
  return { result, differences }
}

function beforeOf({ table, before, after }: TouchedRow, current: Row | null, now: string): Row | null {
  const mark = marks[table]
  if (before && after) return { ...current, ...before }
  return !before && mark ? { ...current, [mark]: now } : before
}

function differencesOf(row: TouchedRow, current: Row | null, madeAt: string): Difference[] {
  const { table, id, label: name, before, after } = row
  const about = { resource: resources[table], id, name }
  const isThere = current !== null && !wasMarked(row, current, madeAt)
  if ((after !== null) !== isThere) return [{ ...about, field: null, ...wholeOf(row, current) }]
  return Object.entries(after ?? {})
    .filter(([column, value]) => !isDeepStrictEqual(current![column], value))
    .filter(([column]) => before !== null || column !== movedByOrders)
    .map(([column, value]) => {
      return {
        ...about,
        field: fieldOf(column),
        before: valueOf(column, before?.[column]) ?? null,
        after: valueOf(column, value),
        current: valueOf(column, current![column]) ?? null,
      }
    })
}

/** It was put into the bin after the change, and not by it. */
function wasMarked({ table, after }: TouchedRow, current: Row, madeAt: string): boolean {
  const markedAt = marks[table] && (current[marks[table]] as string | null)
  return Boolean(markedAt && !after?.[marks[table]!] && Date.parse(markedAt) > Date.parse(madeAt))
}

const wholeOf = ({ before, after }: TouchedRow, current: Row | null) => ({
  before: before && fieldsOf(before),
  after: after && fieldsOf(after),
  current: current && !after ? fieldsOf(current) : null,
})
