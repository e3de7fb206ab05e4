import { t } from '../../core/texts/text.ts'
import { countActiveDiscounts } from '../discounts/discount.ts'
import { MAX_METHODS, tooManyMethods } from '../payments/payment-method.ts'
import { requireUsable } from '../payments/require-usable.ts'
import { requireCapacity, type Capped } from '../billing/plans.ts'
import { countRows } from '../../core/database/count-rows.ts'
import type { Tx } from '../../core/database/db.ts'
import { conflict } from '../../core/errors/errors.ts'
import { decimals } from '../../core/values/money.ts'
import { camelCase } from '../../core/values/camel-case.ts'
import type { PaymentKind } from '../orders/payment.ts'
import { countProducts } from '../products/checks.ts'
import { amountFields } from '../products/fields.ts'
import { settleDomain } from '../domains/settle.ts'
import { requireRoom } from '../modifier-groups/modifier-group.ts'
import { removeCategories, removeModifierGroups } from '../products/remove-references.ts'
import { raiseCatalogVersion } from '../stores/catalog-version.ts'
import { storeSettings } from '../stores/store.ts'
import { changeStore } from '../stores/update.ts'
import { undoableTables, type Table, type TouchedRow } from './change.ts'
import { restoreProducts } from './restore-products.ts'
import { rowKey, type CurrentRows } from './plan-undo.ts'
import { upsertRows, type RowChange } from './write-rows.ts'

type Row = Record<string, unknown>
type Result = Map<string, Row | null>

export async function applyUndo(
  tx: Tx,
  storeId: string,
  rows: TouchedRow[],
  { present, result }: { present: CurrentRows; result: Result },
) {
  const changesOf = (table: Table): RowChange[] =>
    [...new Set(rows.filter((row) => row.table === table).map(({ id }) => id))].map((id) => {
      const key = rowKey({ table, id })
      return { id, from: present.get(key) ?? null, to: result.get(key) ?? null }
    })
  await requireCapacities(tx, storeId, changesOf)
  await rejectExcessDecimals(tx, storeId, result)

  const categories = changesOf('categories')
  await upsertRows(tx, 'categories', categories)
  const groups = changesOf('modifier_groups')
  await upsertRows(tx, 'modifier_groups', groups)
  await requireRoom(tx, storeId)
  await requireFormerGroups(tx, storeId, changesOf('products'))
  await restoreProducts(tx, storeId, changesOf('products'), changesOf('variants'))
  await deleteRows(tx, storeId, 'categories', categories)
  await deleteRows(tx, storeId, 'modifier_groups', groups)
  for (const table of undoableTables.filter((one) => !ownWay.has(one))) {
    await upsertRows(tx, table, changesOf(table))
    await deleteRows(tx, storeId, table, changesOf(table))
  }
  await checkMethods(tx, storeId, changesOf('payment_methods'))
  // Only one theme of a store may be active: deactivated ones are written first.
  await upsertRows(
    tx,
    'themes',
    changesOf('themes').toSorted((a, b) => Number(a.to?.['is_active']) - Number(b.to?.['is_active'])),
  )
  await settleDomain(tx, storeId)
  for (const { to } of changesOf('stores')) await changeStore(tx, storeId, formerSettings(rows, to!))
  await raiseCatalogVersion(tx, storeId)
}

const ownWay = new Set<Table>(['categories', 'modifier_groups', 'products', 'variants', 'themes', 'stores'])

/** @throws 409 for more methods than a store may have, or one that it can't be paid by now */
async function checkMethods(tx: Tx, storeId: string, changes: RowChange[]) {
  if ((await countRows(tx, 'payment_methods', storeId)) > MAX_METHODS) throw tooManyMethods()
  const switchedOn = changes.filter(({ from, to }) => to?.['is_active'] && !from?.['is_active'])
  const kinds = switchedOn.map(({ to }) => to!['kind'] as PaymentKind)
  await requireUsable(tx, storeId, kinds)
}

const countAdded = (changes: RowChange[], counts: (row: Row) => boolean) =>
  changes.filter(({ from, to }) => to && counts(to) && !(from && counts(from))).length

/** Requires room under the plan's caps for what the undo adds. @throws 403 `PLAN_LIMIT_REACHED` */
async function requireCapacities(tx: Tx, storeId: string, changesOf: (table: Table) => RowChange[]) {
  const requireMore = async (resource: Capped, gained: number, count: () => Promise<number>) => {
    if (gained > 0) await requireCapacity(tx, storeId, resource, async () => (await count()) + gained - 1)
  }
  const isAlive = (row: Row) => row['deleted_at'] === null
  await requireMore('products', countAdded(changesOf('products'), isAlive), () => countProducts(tx, storeId))
  await requireMore(
    'categories',
    countAdded(changesOf('categories'), () => true),
    () => countRows(tx, 'categories', storeId),
  )
  await requireMore(
    'shippingOptions',
    countAdded(changesOf('shipping_options'), () => true),
    () => countRows(tx, 'shipping_options', storeId),
  )
  const isActive = (row: Row) => row['is_active'] === true
  await requireMore('discounts', countAdded(changesOf('discounts'), isActive), () =>
    countActiveDiscounts(tx, storeId),
  )
}

const priceLists = ['areas', 'choices', 'quantity_prices']
const amounts = [...amountFields.map(({ column }) => column), 'min_order_total']

export async function rejectExcessDecimals(tx: Tx, storeId: string, result: Result) {
  const [store] = await tx<[{ currencyDigits: number }]>`
    select currency_digits from stores where id = ${storeId}`
  const isTooFine = (amount: unknown) => typeof amount === 'number' && decimals(amount) > store.currencyDigits
  const hasExcessDecimals = (row: Row | null) =>
    [...amounts, ...(row?.['type'] === 'fixed' ? ['value'] : [])].some((name) => isTooFine(row?.[name])) ||
    priceLists.some((name) =>
      ((row?.[name] ?? []) as { price: number | null }[]).some(({ price }) => isTooFine(price)),
    )
  if ([...result.values()].some(hasExcessDecimals)) {
    throw conflict('CHANGED_SINCE', t('Los precios anteriores no son válidos en la moneda actual'), {
      difference: [],
    })
  }
}

/** Products get no groups back that are gone by now, as they get no category back that is. @throws 409 */
async function requireFormerGroups(tx: Tx, storeId: string, products: RowChange[]) {
  const idsOf = (row: Row | null) => (row?.['modifier_group_ids'] ?? []) as string[]
  const former = products.flatMap(({ from, to }) => idsOf(to).filter((id) => !idsOf(from).includes(id)))
  const ids = [...new Set(former)]
  if (ids.length === 0) return
  const known =
    await tx`select 1 from modifier_groups where store_id = ${storeId} and id = any(${ids}::text[])`
  if (known.length < ids.length)
    throw conflict('CHANGED_SINCE', t('Un grupo de extras de antes ya no existe: no se deshizo nada'), {
      difference: [],
    })
}

async function deleteRows(tx: Tx, storeId: string, table: Table, changes: RowChange[]) {
  const ids = changes.filter(({ to }) => to === null).map(({ id }) => id)
  if (ids.length === 0) return
  if (table === 'categories') await leaveCategories(tx, storeId, ids)
  if (table === 'modifier_groups') await leaveModifierGroups(tx, storeId, ids)
  await tx`delete from ${tx(table)} where store_id = ${storeId} and id = any(${ids}::text[])`
}

/** Takes deleted products out of categories that are to be deleted. @throws 409 for a category that others have by now */
async function leaveCategories(tx: Tx, storeId: string, ids: string[]) {
  const [used] = await tx`
    select 1
    from products
    where store_id = ${storeId} and category_id = any(${ids}::text[]) and deleted_at is null
    limit 1`
  if (used)
    throw conflict('CHANGED_SINCE', t('La categoría ya tiene productos: no se deshizo nada'), {
      difference: [],
    })
  await removeCategories(tx, storeId, ids)
}

async function leaveModifierGroups(tx: Tx, storeId: string, ids: string[]) {
  const [used] = await tx`
    select 1
    from products
    where store_id = ${storeId} and modifier_group_ids ?| ${ids}::text[] and deleted_at is null
    limit 1`
  if (used)
    throw conflict('CHANGED_SINCE', t('El grupo de extras ya tiene productos: no se deshizo nada'), {
      difference: [],
    })
  await removeModifierGroups(tx, storeId, ids)
}

/** The former settings as a body of `PUT /store`, so that its rules apply: to slugs in use, to currencies with orders. */
function formerSettings(rows: TouchedRow[], to: Row): Record<string, unknown> {
  const columns = rows.filter(({ table }) => table === 'stores').flatMap(({ before }) => Object.keys(before!))
  const settings = columns.filter((column) => camelCase(column) in storeSettings)
  if (settings.length < columns.length) throw conflict('NOT_UNDOABLE', t('Este cambio no se puede deshacer'))
  return Object.fromEntries(settings.map((column) => [camelCase(column), to[column]]))
}
