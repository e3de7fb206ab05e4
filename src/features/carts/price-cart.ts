import type { Sql } from '../../core/database/db.ts'
import type { Localized } from '../../core/texts/text.ts'
import { exact } from '../../core/values/money.ts'
import { MAX_QUANTITY } from '../orders/order.ts'
import { lineKey, type CartLine } from '../catalog/address.ts'
import { priceCartChoices, type ChosenModifier } from './price-choices.ts'
import type { QuantityProblem } from '../orders/line-errors.ts'
import { hoursColumn } from '../products/category-hours.ts'
import type { Hours } from '../hours/hours.ts'
import type { Shop } from '../catalog/shop.ts'
import type { QuantityPrice } from '../products/quantity-fields.ts'
import { quantityPrices } from '../products/quantity-prices.ts'

export type PricedLine = CartLine & {
  productId: string
  productName: string
  productSlug: string
  imageUrl: string | null
  variantName: string | null
  unitPrice: number
  listPrice: number
  subtotal: number
  byQuantity: ByQuantity | null
  /** When its category is sold; null: always. */
  hours: Hours | null
  /** What is missing of the product to its next price, on the first line of those that are counted together. */
  next: NextPrice | null
  /** What is wrong with the quantity of its product, on the first line of it. */
  problem: QuantityProblem | null
  /** The quantity in the cart; `quantity` is at most the stock. */
  requested: number
  /** The stock when it is low or all of it is in the cart, else null. */
  stock: number | null
  max: number
  modifiers: ChosenModifier[]
  /** The names of choices that are no longer offered, without which the line is shown. */
  gone: string[]
}

/** A line that can't be bought any more, and why. */
export type UnavailableLine = {
  variantId: string
  name: string | null
  why: 'removed' | 'paused' | 'soldOut' | 'onRequest'
}

export type IncompleteLine = FoundLine & { problems: Localized[]; again: string }

/** The lines that can be bought now, those that can't any more, and those of which something is missing. */
export type PricedCart = {
  lines: PricedLine[]
  unavailable: UnavailableLine[]
  incomplete: IncompleteLine[]
}

export async function priceCart(
  sql: Sql,
  shop: Pick<Shop, 'id' | 'currencyDigits' | 'zeroPrice'>,
  lines: CartLine[],
): Promise<PricedCart> {
  if (lines.length === 0) return { lines: [], unavailable: [], incomplete: [] }
  const found = await findVariants(sql, shop.id, lines)
  const priced = await priceCartChoices(sql, shop, found)
  const cart: PricedCart = { lines: [], unavailable: [], incomplete: [] }
  const lineOf = new Map<string, PricedLine>()
  const left = new Map<string, number>() // of each variant's stock, which all of its lines share
  found.forEach((line, n) => {
    const { choices, modifiers, amount, gone, problems } = priced[n]!
    const { variantId, productName: name, available } = line
    const leaves = (why: UnavailableLine['why']) => void cart.unavailable.push({ variantId, name, why })
    if (!line.onSale) return leaves(line.isPaused ? 'paused' : 'removed')
    if (problems.length > 0) {
      const again = lineKey({ ...line, choices })
      return void cart.incomplete.push({ ...line, problems, again })
    }
    const unitPrice = exact(line.unitPrice + amount)
    if (unitPrice === 0 && shop.zeroPrice === 'ask') return leaves('onRequest')
    const key = lineKey({ ...line, choices })
    const earlier = lineOf.get(key) // equal to it since a choice is gone
    const stock = left.get(line.variantId) ?? available ?? Infinity
    const quantity = Math.min(line.quantity, stock, MAX_QUANTITY - (earlier?.quantity ?? 0))
    left.set(line.variantId, stock - quantity)
    if (quantity <= 0) return leaves('soldOut')
    const seenPrice = gone.length > 0 ? null : line.seenPrice // what is gone says enough about the difference
    const max = available ?? MAX_QUANTITY
    const ofQuantity = { listPrice: unitPrice, next: null, problem: null }
    const current = { ...line, ...ofQuantity, unitPrice, seenPrice, choices, modifiers, gone, max }
    lineOf.set(key, together({ ...current, quantity, requested: line.quantity }, earlier))
  })
  const known = lineOf.values().map((line) => withinStock(line, left.get(line.variantId)!))
  return { ...cart, lines: await priceByQuantity(sql, [...known]) }
}

/** @param rest what the cart leaves of the stock */
function withinStock(line: PricedLine, rest: number): PricedLine {
  const max = Math.min(line.quantity + rest, MAX_QUANTITY)
  return { ...line, max, stock: rest === 0 ? (line.stock ?? line.max) : line.stock }
}

function together(line: Omit<PricedLine, 'subtotal'>, earlier: PricedLine | undefined): PricedLine {
  const quantity = line.quantity + (earlier?.quantity ?? 0)
  return {
    ...line,
    quantity,
    requested: line.requested + (earlier?.requested ?? 0),
    subtotal: exact(line.unitPrice * quantity),
    gone: [...(earlier?.gone ?? []), ...line.gone],
  }
}

type FoundLine = CartLine &
  Pick<
    PricedLine,
    | 'productId'
    | 'productName'
    | 'productSlug'
    | 'imageUrl'
    | 'variantName'
    | 'unitPrice'
    | 'stock'
    | 'byQuantity'
    | 'hours'
  > & {
    available: number | null
    modifierGroupIds: string[]
    onSale: boolean
    isPaused: boolean
  }

async function findVariants(sql: Sql, storeId: string, lines: CartLine[]): Promise<FoundLine[]> {
  const rows = await sql<Omit<FoundLine, keyof CartLine>[]>`
    select
      products.id as product_id, products.name as product_name,
      products.slug as product_slug, coalesce(variants.image_url, products.image_url) as image_url,
      case when not is_default then variants.name end as variant_name,
      coalesce(variants.price, products.price) as unit_price,
      ${byQuantity(sql)} as by_quantity, ${hoursColumn(sql)},
      stock as available, shown_stock(stock) as stock, coalesce(modifier_group_ids, '[]') as modifier_group_ids,
      coalesce(variants.is_active and removed_at is null and products.is_active and deleted_at is null, false) as on_sale,
      coalesce(removed_at is null and deleted_at is null, false) as is_paused
    from unnest(${lines.map(({ variantId }) => variantId)}::text[]) with ordinality as cart_lines (variant_id, n)
    left join variants on variants.store_id = ${storeId} and variants.id = cart_lines.variant_id
    left join products on products.store_id = variants.store_id and products.id = variants.product_id
    order by n`
  return rows.map((row, n) => ({ ...row, ...lines[n]! }))
}

/** What the database prices a line by; null where its product has neither prices by quantity nor a minimum or a step. */
type ByQuantity = {
  product_id: string
  own_variant_id: string | null
  price: number
  prices: QuantityPrice[]
  minimum: number
  step: number
}
type NextPrice = { from: number; price: number; missing: number }

const byQuantity = (sql: Sql) => sql`
  case when min_quantity > 1 or quantity_step > 1 or ${quantityPrices(sql)} <> '[]' then jsonb_build_object(
    'product_id', products.id, 'own_variant_id', case when variants.price is not null then variants.id end,
    'price', coalesce(variants.price, products.price), 'prices', ${quantityPrices(sql)}, 'minimum', min_quantity, 'step', quantity_step
  ) end`

type Line = {
  quantity: number
  unitPrice: number
  byQuantity: ByQuantity | null
  next: NextPrice | null
  problem: QuantityProblem | null
  subtotal: number
}

/** The lines of a cart at the prices that their quantities reach, as an order is priced: db/functions/price_by_quantity.sql. */
async function priceByQuantity<L extends Line>(sql: Sql, lines: L[]): Promise<L[]> {
  const counted = lines.flatMap(({ byQuantity: of, quantity }, n) => (of ? [{ ...of, n, quantity }] : []))
  if (counted.length === 0) return lines
  const rows = await sql<
    { n: number; unitPrice: number; next: NextPrice | null; problem: QuantityProblem | null }[]
  >`select n, unit_price, next, problem from price_by_quantity(${sql.json(counted)}::jsonb)`
  const priced = new Map(rows.map((row) => [row.n, row]))
  return lines.map((line, n) => {
    const row = priced.get(n)
    if (!row) return line
    const ofChoices = line.unitPrice - line.byQuantity!.price
    const unitPrice = exact(row.unitPrice + ofChoices)
    const next = row.next && { ...row.next, price: exact(row.next.price + ofChoices) }
    return { ...line, unitPrice, next, problem: row.problem, subtotal: exact(unitPrice * line.quantity) }
  })
}
