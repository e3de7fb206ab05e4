import { t, type Localized } from '../../core/texts/text.ts'
import { operation } from '../../core/operations/operation.ts'
import { isDuplicate, isViolation, type Tx } from '../../core/database/db.ts'
import { conflict, notFound } from '../../core/errors/errors.ts'
import { dataOf } from '../../core/http/schema.ts'
import { MAX_CHANGE_MS, ownPrices, writePrices, type NewPrices } from '../products/prices.ts'
import { releaseUsesSince } from '../discounts/release-uses.ts'
import { lockClaimants } from '../domains/settle.ts'
import { requireAccess } from './access.ts'
import { Change, changeColumns, type StoredChange, type TouchedRow } from './change.ts'
import { canUndo, toChange } from './to-change.ts'
import { findChangeRow } from './get.ts'
import { linkUndo } from './link-undo.ts'
import { applyUndo, rejectExcessDecimals } from './apply-undo.ts'
import { requireFittingPrices } from './fitting-prices.ts'
import { readCurrentRows } from './current-rows.ts'
import { planUndo, type Difference, rowKey, type CurrentRows } from './plan-undo.ts'

export const undoChange = operation({
  id: 'undoChange',
  rest: 'POST /changes/:id/undo',
  scope: 'store:write',
  summary: 'Deshacer un cambio',
  description:
    'Restaura los valores anteriores, todos o ninguno, y responde con el cambio nuevo. Si desde entonces ' +
    'algo de ello cambió otra vez, no se toca: 409 `CHANGED_SINCE`, con la diferencia. Pide también el permiso de ' +
    'cambiarlo: deshacer un precio, `products:write`.',
  errors: [
    '409 CHANGED_SINCE',
    'NOT_UNDOABLE',
    'DUPLICATE_SLUG',
    'DUPLICATE_SKU',
    'DUPLICATE_CODE',
    'SLUG_LIMIT_REACHED',
    'CURRENCY_LOCKED',
    'CURRENCY_MISMATCH',
    'NOT_CONNECTED',
    'PLAN_LIMIT_REACHED',
  ],
  response: { 200: dataOf(Change) },
  maxHandlerMs: MAX_CHANGE_MS,
  async run({ sql, store, id, caller }) {
    await requireAccess(sql, { storeId: store.id, changeId: id, scopes: caller.key.scopes }, 'write')
    return { data: await revertChange(sql, store.id, id) }
  },
})

/** @throws 403 past a cap, 404, 409 `CHANGED_SINCE` with `details.difference`, `NOT_UNDOABLE`, and validation errors */
async function revertChange(tx: Tx, storeId: string, id: string): Promise<Change> {
  let rows: TouchedRow[] = []
  try {
    await lockClaimants(tx, storeId)
    const change = await findUndoable(tx, storeId, id)
    const { isOfPrices } = change.whole
    rows = await rowsOf(tx, storeId, id, isOfPrices ? ['variants_md5'] : [])
    const present = await (isOfPrices ? readCurrentPrices : readCurrentRows)(tx, storeId, rows)
    const { result, differences } = planUndo(rows, present, {
      changedAt: change.createdAt,
      now: new Date().toISOString(),
    })
    if (differences.length > 0) throw changedSinceConflict(differences)
    if (isOfPrices) await restorePrices(tx, storeId, rows, result)
    else await applyUndo(tx, storeId, rows, { present, result })
    await requireFittingPrices(tx, storeId, rows)
    await releaseUsesSince(tx, storeId, deletedDiscounts(rows), change.createdAt)
    return toChange(await findChangeRow(tx, storeId, (await linkUndo(tx, storeId, change))!))
  } catch (error) {
    throw toUndoError(error, rows)
  }
}

async function findUndoable(tx: Tx, storeId: string, id: string): Promise<StoredChange> {
  const [change] = await tx<StoredChange[]>`
    select ${changeColumns(tx, 1)}
    from changes
    where changes.store_id = ${storeId} and changes.id = ${id}`
  if (!change) throw notFound(t('El cambio'))
  if (canUndo(change)) return change
  throw conflict('NOT_UNDOABLE', whyNotUndoable(change), { undoneBy: change.undoneBy })
}

function whyNotUndoable({ undoneBy, undoes, whole, by }: StoredChange): Localized {
  if (undoneBy) return t('Este cambio ya se deshizo')
  if (!whole.isUndoable) return t('Este cambio no se puede deshacer')
  if (by === 'import' && undoes)
    return t('Deshizo una importación: para rehacerla, importa el archivo otra vez')
  if (!whole.isTooLarge) return t('Pasaron más de 30 días desde este cambio')
  return by === 'import'
    ? t('Es un cambio muy grande: deshaz la importación en Importar')
    : t('Este cambio es muy grande para deshacerlo de una vez')
}

/** The change's rows without some columns: other fields of variants may have changed since their prices did. */
function rowsOf(tx: Tx, storeId: string, id: string, without: string[]) {
  return tx<TouchedRow[]>`
    select
      table_name as table, row_id as id, parent_id, label, before - ${without}::text[] as before, after - ${without}::text[] as after
    from change_rows
    where store_id = ${storeId} and change_id = ${id}
    order by n`
}

const deletedDiscounts = (rows: TouchedRow[]) =>
  rows.flatMap(({ table, id, after }) => (table === 'discounts' && after === null ? [id] : []))

const MAX_DIFFERENCES = 100

const changedSinceConflict = (difference: Difference[]) =>
  conflict('CHANGED_SINCE', t('Lo que se cambió volvió a cambiar desde entonces: no se deshizo nada'), {
    difference: difference.slice(0, MAX_DIFFERENCES),
  })

/** Explains violated constraints: a slug or code that is in use by now, a category that was deleted. */
function toUndoError(error: unknown, rows: TouchedRow[]): unknown {
  if (!isViolation(error)) return error
  if (isDuplicate(error)) {
    return rows.some(({ table }) => table === 'discounts')
      ? conflict('DUPLICATE_CODE', t('Otro descuento ya usa el código anterior'))
      : conflict('DUPLICATE_SLUG', t('La dirección anterior ya está en uso'))
  }
  return conflict('CHANGED_SINCE', t('Algo de lo que había antes ya no existe: no se deshizo nada'), {
    difference: [],
  })
}

/** Of the rows of a change of prices, the columns that such a change writes: whole rows of a large catalog would not fit in memory. */
async function readCurrentPrices(tx: Tx, storeId: string, rows: TouchedRow[]): Promise<CurrentRows> {
  const variants = rows.filter(({ table }) => table === 'variants').map(({ id }) => id)
  const found = await tx<{ table: 'products' | 'variants'; id: string; row: Record<string, unknown> }[]>`
    select 'products' as table, id, jsonb_build_object(
      'price', price, 'compare_price', compare_price, 'quantity_prices', quantity_prices, 'deleted_at', deleted_at
    ) as row
    from products
    where store_id = ${storeId} and id = any(${productsOf(rows)}::text[])
    union all
    select 'variants', id, jsonb_build_object('price', price, 'quantity_prices', quantity_prices, 'removed_at', removed_at)
    from variants
    where store_id = ${storeId} and id = any(${variants}::text[])`
  return new Map(found.map(({ row, ...key }) => [rowKey(key), row]))
}

type FormerPrices = {
  price: number | null
  compare_price: number | null
  quantity_prices: NewPrices['quantityPrices'] | null
}

/** Writes the prices that products and variants had. Requires the catalog lock. @throws 409 */
async function restorePrices(
  tx: Tx,
  storeId: string,
  rows: TouchedRow[],
  result: Map<string, Record<string, unknown> | null>,
): Promise<void> {
  await rejectExcessDecimals(tx, storeId, result)
  const own = new Map<string, NewPrices['own']>()
  for (const { table, id, parentId } of rows) {
    if (table !== 'variants') continue
    const prices = own.get(parentId!) ?? {}
    const { price, quantity_prices: quantityPrices } = result.get(rowKey({ table, id }))! as FormerPrices
    prices[id] = ownPrices({ price, quantityPrices: quantityPrices ?? [] })
    own.set(parentId!, prices)
  }
  const changes = productsOf(rows).map((id): NewPrices => {
    const former = result.get(rowKey({ table: 'products', id }))! as FormerPrices
    const { price, compare_price: comparePrice, quantity_prices: quantityPrices } = former
    return { id, price: price!, comparePrice, quantityPrices: quantityPrices!, own: own.get(id) ?? {} }
  })
  await writePrices(tx, storeId, changes)
}

const productsOf = (rows: TouchedRow[]) => [...new Set(rows.map(({ parentId, id }) => parentId ?? id))]
