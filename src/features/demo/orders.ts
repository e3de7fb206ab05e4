import { createHash } from 'node:crypto'
import { newId, newSecret } from '../../core/values/id.ts'
import type { ModifierGroup } from '../modifier-groups/modifier-group.ts'
import type { OrderStatus } from '../orders/order.ts'
import type { QuantityPrice } from '../products/quantity-fields.ts'
import type { Random } from './random.ts'
import type { DemoShop } from './shops.ts'

export type OnSale = {
  id: string
  slug: string
  name: string
  price: number
  popularity: number
  minQuantity: number
  variants: { id: string; name: string; price: number; quantityPrices: QuantityPrice[] }[]
  groups: ModifierGroup[]
}

type Buyer = DemoShop['sales']['buyers'][number] & { id: string }

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type World = { now: number; days: number; shop: DemoShop; catalog: OnSale[]; buyers: Buyer[] }

/** Orders of the last `days` days up to `now`, the oldest first, as rows of the table. A twentieth of them are of today. */
export function makeOrders(random: Random, world: World) {
  const { now, days, shop, buyers } = world
  const { orderCount, utcOffset } = shop.sales
  const instants = Array.from({ length: orderCount }, (_, n) =>
    instant(random, now, utcOffset * HOUR, n < orderCount / 20 ? 0 : dayOf(random, days)),
  )
  return instants
    .toSorted((a, b) => a - b)
    .map((at) => {
      const buyer = buyers[Math.floor(random.next() ** 1.6 * buyers.length)]! // some come again and again
      return makeOrder(random, world, at, buyer)
    })
}

export type DemoOrder = ReturnType<typeof makeOrder>

/** The store grows: the nearer a day, the more orders. */
const dayOf = (random: Random, days: number) => Math.floor(random.next() ** 1.35 * days)

/** Some moment between 7 and 21 h of a day, or of the day before when that is still to come. */
function instant(random: Random, now: number, offset: number, daysAgo: number): number {
  const midnight = Math.floor((now + offset) / DAY) * DAY - offset
  const at = midnight - daysAgo * DAY + 7 * HOUR + random.below(14 * 60) * MINUTE + random.below(60_000)
  return at < now - 6 * MINUTE ? at : at - DAY
}

function makeOrder(random: Random, { now, shop, catalog }: World, at: number, buyer: Buyer) {
  const { minimumOrder, freeShippingFrom } = shop.settings
  const items = makeItems(random, catalog, cents(minimumOrder ?? 0))
  const subtotal = sumOf(items)
  const discount = random.next() < 0.22 ? bestDiscount(shop, subtotal) : null
  const shipping = shop.shippingOptions[random.next() < 0.15 ? 0 : buyer.shipping]!
  const isFree = freeShippingFrom != null && subtotal >= cents(freeShippingFrom)
  const area = shipping.areas?.find(({ name }) => buyer.address.endsWith(`, ${name}`))
  const shippingPrice = isFree ? 0 : (area ?? shipping).price
  const timeline = makeTimeline(random, now, at)
  const isBrought = (shipping.kind ?? 'delivery') === 'delivery'
  const id = newId()
  return {
    id,
    order_number: orderNumber(random),
    status: timeline.at(-1)!.status,
    customer_id: buyer.id,
    customer_name: buyer.name,
    customer_phone: buyer.phone,
    customer_address: isBrought ? buyer.address : null,
    table_name: shipping.kind === 'here' ? String(1 + random.below(12)) : null,
    notes: random.next() < 0.18 ? random.pick(shop.sales.notes) : null,
    items,
    items_hash: createHash('sha256').update(id).digest('hex'),
    subtotal: subtotal / 100,
    discount_code: discount?.code ?? null,
    discount_amount: discount ? discount.amount / 100 : null,
    shipping_name: shipping.name,
    shipping_area: area?.name ?? null,
    location: (isBrought && buyer.location) || null,
    shipping_price: shippingPrice,
    delivery_kind: shipping.kind ?? 'delivery',
    total: (subtotal + cents(shippingPrice) - (discount?.amount ?? 0)) / 100,
    timeline,
    tracking_token: newSecret(24),
    created_at: timeline[0]!.at,
    updated_at: timeline.at(-1)!.at,
  }
}

const cents = (amount: number) => Math.round(amount * 100)

type Item = ReturnType<typeof chooseItems>[number]

const sumOf = (items: Item[]) => items.reduce((sum, item) => sum + item.quantity * cents(item.unitPrice), 0)

function makeItems(random: Random, catalog: OnSale[], minimum: number): Item[] {
  const items = chooseItems(random, catalog)
  return sumOf(items) < minimum ? makeItems(random, catalog, minimum) : items
}

function chooseItems(random: Random, catalog: OnSale[]) {
  const chosen = new Map<string, OnSale>()
  const count = random.weighted([1, 2, 3, 4], (n) => 5 - n)
  while (chosen.size < count) {
    const product = random.weighted(catalog, ({ popularity }) => popularity)
    chosen.set(product.id, product)
  }
  return [...chosen.values()].map((product) => {
    const variant = random.weighted(product.variants, ({ price }) => 1 / price)
    const quantity = product.minQuantity * random.weighted([1, 2, 3], (n) => 1 / n ** 2)
    const reached = variant.quantityPrices.findLast(({ from }) => from <= quantity) ?? variant
    const chosen = product.groups.map((group) => choose(random, group))
    const price = cents(reached.price) + chosen.reduce((sum, { amount }) => sum + amount, 0)
    const modifiers = chosen.flatMap((one) => one.modifiers)
    return {
      productId: product.id,
      productName: product.name,
      variantId: variant.id,
      variantName: product.variants.length === 1 ? null : variant.name,
      quantity,
      unitPrice: price / 100,
      subtotal: (quantity * price) / 100,
      ...(modifiers.length > 0 && { modifiers }),
    }
  })
}

/** What a buyer chooses of a group: as many as it takes, or of an optional one sometimes one. Its price in hundredths. */
function choose(random: Random, { name, minChoices, pricing, choices }: ModifierGroup) {
  const wanted = minChoices > 0 ? minChoices : random.next() < 0.3 ? 1 : 0
  const counts = new Map<ModifierGroup['choices'][number], number>()
  const offered = choices.filter(({ isActive }) => isActive)
  for (let n = 0; n < wanted; n++) {
    const choice = random.pick(offered.filter((one) => (counts.get(one) ?? 0) < one.maxQuantity))
    counts.set(choice, (counts.get(choice) ?? 0) + 1)
  }
  const modifiers = [...counts].map(([{ id, name: choice, price }, quantity]) => {
    return { group: name, choiceId: id, name: choice, quantity, price }
  })
  return { modifiers, amount: amountOf(pricing, modifiers) }
}

function amountOf(pricing: ModifierGroup['pricing'], chosen: { quantity: number; price: number }[]): number {
  if (chosen.length === 0) return 0
  if (pricing === 'highest') return Math.max(...chosen.map(({ price }) => cents(price)))
  const sum = chosen.reduce((all, { quantity, price }) => all + quantity * cents(price), 0)
  return pricing === 'sum' ? sum : Math.round(sum / chosen.reduce((all, { quantity }) => all + quantity, 0))
}

/** The highest one that the items reach; in hundredths, percentages half up. */
function bestDiscount(shop: DemoShop, subtotal: number) {
  return shop.discounts
    .filter(({ isActive = true, minOrderTotal = 0 }) => isActive && subtotal >= cents(minOrderTotal))
    .map(({ code, type, value }) => {
      const amount = type === 'fixed' ? cents(value) : Math.floor((subtotal * value + 50) / 100)
      return { code, amount }
    })
    .toSorted((a, b) => b.amount - a.amount)[0]
}

function makeTimeline(random: Random, now: number, at: number) {
  const steps: { status: OrderStatus; at: string; by: 'shopper' | 'panel' }[] = []
  const step = (status: OrderStatus, at: number) =>
    steps.push({ status, at: new Date(at).toISOString(), by: steps.length === 0 ? 'shopper' : 'panel' })
  step('pending', at)
  const confirmed = at + (5 + random.below(8 * 60)) * MINUTE
  const shipped = confirmed + (3 + random.below(26)) * HOUR
  const delivered = shipped + (24 + random.below(72)) * HOUR
  const [cancelled, waits] = [random.next() < 0.08, random.next() < 0.5 && now - at < 40 * HOUR]
  if (waits) return steps
  if (cancelled) {
    if (confirmed < now) step('cancelled', confirmed)
    return steps
  }
  if (confirmed < now) step('confirmed', confirmed)
  if (shipped < now) step('shipped', shipped)
  if (delivered < now) step('delivered', delivered)
  return steps
}

const LETTERS = Array.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ')
const orderNumber = (random: Random) =>
  `PED-${Array.from({ length: 6 }, () => random.pick(LETTERS)).join('')}`
