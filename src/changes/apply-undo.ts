import { countActiveDiscounts } from '../discounts/count.ts'
import { requireCapacity, type Capped } from '../billing/plans.ts'
import type { Tx } from '../core/database/db.ts'
import { conflict } from '../core/errors/errors.ts'
import { decimals } from '../core/values/money.ts'
import { raiseCatalogVersion } from '../stores/catalog-version.ts'
import { storeSettings } from '../stores/store.ts'
import { updateStore } from '../stores/update.ts'
import type { Table, TouchedRow } from './change.ts'
import { fieldOf } from './fields.ts'
import { restoreProducts } from './restore-products.ts'
import { rowKey, type CurrentRows } from './plan-undo.ts'
import { write, type Move } from './write-rows.ts'

type Row = Record<string, unknown>
type Result = Map<string, Row | null>

/** Writes the rows of an undo, and updates what depends on them: counters, events, the catalog's version. */
export async function applyUndo(
  tx: Tx,
  storeId: string,
  rows: TouchedRow[],
  present: CurrentRows,
  result: Result,
) {
  const moves = (table: Table): Move[] =>
    [...new Set(rows.filter((row) => row.table === table).map(({ id }) => id))].map((id) => {
      const place = rowKey({ table, id })
      return { id, from: present.get(place) ?? null, to: result.get(place) ?? null }
    })
  await requireCapacities(tx, storeId, moves)
  await refuseExcessDecimals(tx, storeId, result)

  const categories = moves('categories')
  await write(tx, 'categories', categories)
  await restoreProducts(tx, storeId, moves('products'), moves('variants'))
  await remove(tx, storeId, 'categories', categories)
  for (const table of ['discounts', 'shipping_options'] as const) {
    await write(tx, table, moves(table))
    await remove(tx, storeId, table, moves(table))
  }
  // Of a store's themes one is active at a time: the others first.
  await write(
    tx,
    'themes',
    moves('themes').toSorted((a, b) => Number(a.to?.['is_active']) - Number(b.to?.['is_active'])),
  )
  for (const { to } of moves('stores')) await updateStore(tx, storeId, settingsBefore(rows, to!))
  await raiseCatalogVersion(tx, storeId)
}

const gains = (moves: Move[], counts: (row: Row) => boolean) =>
  moves.filter(({ from, to }) => to && counts(to) && !(from && counts(from))).length

/** The caps of the plan apply as when something is created. @throws 403 `PLAN_LIMIT_REACHED` */
async function requireCapacities(tx: Tx, storeId: string, moves: (table: Table) => Move[]) {
  const room = async (resource: Capped, gained: number, count: () => Promise<number>) => {
    if (gained > 0) await requireCapacity(tx, storeId, resource, async () => (await count()) + gained - 1)
  }
  const counted = async (table: Table) => {
    const [{ used }] = await tx<[{ used: number }]>`
      select count(*) as used from ${tx(table)} where store_id = ${storeId}`
    return used
  }
  const isAlive = (row: Row) => row['deleted_at'] === null
  await room('products', gains(moves('products'), isAlive), async () => {
    const [{ used }] = await tx<[{ used: number }]>`
      select counted(${storeId}, ${['products.active', 'products.inactive']}) as used`
    return used
  })
  await room(
    'categories',
    gains(moves('categories'), () => true),
    () => counted('categories'),
  )
  await room(
    'shippingOptions',
    gains(moves('shipping_options'), () => true),
    () => counted('shipping_options'),
  )
  const isActive = (row: Row) => row['is_active'] === true
  await room('discounts', gains(moves('discounts'), isActive), () => countActiveDiscounts(tx, storeId))
}

const amounts = ['price', 'compare_price', 'min_order_total']

/** The currency may have had more decimals then. @throws 409 */
async function refuseExcessDecimals(tx: Tx, storeId: string, result: Result) {
  const [store] = await tx<[{ currencyDigits: number }]>`
    select currency_digits from stores where id = ${storeId}`
  const hasExcessDecimals = (row: Row | null) =>
    [...amounts, ...(row?.['type'] === 'fixed' ? ['value'] : [])].some((name) => {
      const amount = row?.[name]
      return typeof amount === 'number' && decimals(amount) > store.currencyDigits
    })
  if ([...result.values()].some(hasExcessDecimals)) {
    throw conflict('CHANGED_SINCE', 'Los precios de antes no caben en la moneda de ahora', { difference: [] })
  }
}

async function remove(tx: Tx, storeId: string, table: Table, moves: Move[]) {
  const ids = moves.filter(({ to }) => to === null).map(({ id }) => id)
  if (ids.length === 0) return
  if (table === 'categories') await refuseUsed(tx, storeId, ids)
  await tx`delete from ${tx(table)} where store_id = ${storeId} and id = any(${ids}::text[])`
}

/** Refuses to delete a category that has products by now. @throws 409 */
async function refuseUsed(tx: Tx, storeId: string, ids: string[]) {
  const [used] = await tx`
    select 1 from products where store_id = ${storeId} and category_id = any(${ids}::text[]) limit 1`
  if (used)
    throw conflict('CHANGED_SINCE', 'La categoría ya tiene productos: no se deshizo nada', { difference: [] })
}

/** The former settings as a body of `PUT /store`, so that its rules apply: for slugs that are held, and currencies with orders. */
function settingsBefore(rows: TouchedRow[], to: Row): Record<string, unknown> {
  const columns = rows.filter(({ table }) => table === 'stores').flatMap(({ before }) => Object.keys(before!))
  const settings = columns.filter((column) => fieldOf(column) in storeSettings)
  if (settings.length < columns.length) throw conflict('NOT_UNDOABLE', 'Este cambio no se puede deshacer')
  return Object.fromEntries(settings.map((column) => [fieldOf(column), to[column]]))
}
