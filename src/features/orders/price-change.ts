import type { Tx } from '../../core/database/db.ts'
import { conflict, invalidAll, type ApiError, type Issue } from '../../core/errors/errors.ts'
import { t } from '../../core/texts/text.ts'
import { orderError, type Result } from './errors.ts'
import { keyOfItem } from './item-changes.ts'
import { lineArgument, lineKey, mergeItems, type OrderLine } from './merge-items.ts'
import type { NewItem } from './order.ts'
import type { StoredItem } from './order-item.ts'
import type { OrderRow } from './order-row.ts'

export type PricedChange = {
  items: StoredItem[]
  subtotal: number
  discount: number | null
  shipping: number | null
  total: number
  isStockMoved: boolean
  isStockShown: boolean
}

type NotSold = { outcome: 'not_sold'; lines: { n: number; most: number | null }[] }
type Outcome =
  | ({ outcome: 'fits' } & PricedChange)
  | NotSold
  | { outcome: 'other_currency' }
  | Exclude<Result, { outcome: 'placed' }>

/** `offered` are items of a proposal: their prices stay. The caller has locked the order. @throws 400, 409 `PROPOSAL_NOT_POSSIBLE` */
export async function priceChange(
  tx: Tx,
  storeId: string,
  order: Pick<OrderRow, 'id' | 'items'>,
  { items, offered = [] }: { items: NewItem[]; offered?: StoredItem[] },
): Promise<PricedChange> {
  const lines = mergeItems(items)
  const argument = lines.map((line) => toArgument(line, order.items, offered))
  const [{ result }] = await tx<[{ result: Outcome }]>`
    select price_change(${storeId}, ${order.id}, ${tx.json(argument)}, ${offered.length > 0}) as result`
  if (result.outcome === 'fits') return result
  if (result.outcome === 'not_sold') throw notSold(result, lines)
  if (result.outcome === 'other_currency')
    throw conflict('PROPOSAL_NOT_POSSIBLE', t('La tienda cambió de moneda después de este pedido'))
  throw orderError(result, lines, items)
}

function toArgument(line: OrderLine, present: StoredItem[], offered: StoredItem[]) {
  const key = keyOfLine(line)
  const isSame = (item: StoredItem) => keyOfItem(item) === key
  const own = present.find(isSame)
  const kept = own ?? offered.find(isSame)
  return {
    ...lineArgument(line),
    ...(kept && { kept }),
    ...(own && { most: own.quantity }),
  }
}

const keyOfLine = ({ variantId, modifiers, note }: OrderLine) => lineKey(variantId, modifiers, note)

/** 400 on new lines whose variant is not sold, and on present ones of which there can't be more. */
function notSold({ lines: wrong }: NotSold, lines: OrderLine[]): ApiError {
  const issues = wrong.flatMap(({ n, most }) =>
    lines[n]!.positions.map((position) => (most === null ? notFound(position) : noMore(position, most))),
  )
  return invalidAll(issues as [Issue, ...Issue[]])
}

const notFound = (position: number): Issue => ({
  field: `items.${position}.variantId`,
  reason: 'not_found',
  message: t('La variante no existe o no está a la venta'),
})

const noMore = (position: number, most: number): Issue => ({
  field: `items.${position}.quantity`,
  reason: 'maximum',
  message: t(
    'Ya no se vende: del pedido {most, plural, one {puede quedar {most}} other {pueden quedar {most} o menos}}',
    { most },
  ),
})
