import { wordingIn, type Localized } from '../../core/texts/text.ts'
import {
  recorded,
  type ChangeItem,
  type ChangeRow,
  type StoredChange,
  type TouchedRow,
  type Change,
} from './change.ts'
import { connectionTitle } from '../connections/connection.ts'
import { actionOf, fieldsOf } from './fields.ts'
import { describeChange } from './sentence.ts'

export type ShownChange = Omit<Change, 'summary'> & { summary: Localized }

/** As the API sends it: its sentence in Spanish, without an e-mail address, which the API does not expose. */
export function toChange(row: ChangeRow): Change {
  const change = toShownChange(row, row.accountName)
  return { ...change, summary: change.summary.in('es') }
}

/** @param actor the name in its sentence */
export function toShownChange(row: ChangeRow, actor: string | null): ShownChange {
  const items = itemsOf(row.rows)
  const { id, by, accountId, accountName: name, keyId, undoes, undoneBy, createdAt } = row
  const { itemCount, productCount } = row.whole
  return {
    id,
    summary: describeChange({ by, actor, items, itemCount, productCount, isUndo: undoes !== null }),
    by,
    actor: accountId === null ? null : { accountId, name },
    keyId,
    items,
    itemCount,
    canUndo: canUndo(row),
    undoes,
    undoneBy,
    createdAt,
  }
}

/** The undo of an import leaves what changed since as it is, so it can't be undone by its rows. */
export const canUndo = ({ isRecent, whole, by, undoes, undoneBy }: StoredChange) =>
  isRecent && whole.isUndoable && !whole.isTooLarge && undoneBy === null && !(by === 'import' && undoes)

/** Variants whose product changed with them are in its item; those that changed without it are items. */
function itemsOf(rows: TouchedRow[]): ChangeItem[] {
  const withVariants = new Set(
    rows.flatMap(({ table, id, after }) => (table === 'products' && after && hasVariants(after) ? [id] : [])),
  )
  const variants = rows.filter(({ table, parentId }) => table === 'variants' && withVariants.has(parentId!))
  const byProduct = Map.groupBy(variants, ({ parentId }) => parentId!)
  return rows
    .filter(({ table, parentId }) => table !== 'variants' || !withVariants.has(parentId!))
    .map(({ table, id, label, before, after }) => ({
      resource: recorded(table).resource,
      id,
      name: table === 'connections' ? wordingIn(connectionTitle(id), 'es') : label,
      action: actionOf(before, after),
      before: before && { ...fieldsOf(before), ...fieldsOfVariants('before', before, byProduct.get(id)) },
      after: after && { ...fieldsOf(after), ...fieldsOfVariants('after', after, byProduct.get(id)) },
    }))
}

/** Releases up to 0.3.0 recorded the whole variants of a product with it, besides their own rows. */
const hasVariants = (columns: Record<string, unknown>) => 'variants_md5' in columns || 'variants' in columns

/** The variants that changed, of a product that has only the hash of all of them. */
const fieldsOfVariants = (
  state: 'before' | 'after',
  columns: Record<string, unknown>,
  variants: TouchedRow[] = [],
) =>
  'variants_md5' in columns && {
    variants: variants.flatMap(({ id, [state]: own }) => (own ? [{ id, ...fieldsOf(own) }] : [])),
  }
