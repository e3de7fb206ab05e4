import type { StoreChanges } from '../stores/store.ts'
import type { ThemeId } from '../themes/theme.ts'
import type { Drawing } from './svg.ts'

/** A shop of the demo with everything that its owner sets up. */
export type DemoShop = {
  store: { name: string; slug: string; currency: string; whatsappNumber: string }
  settings: StoreChanges
  /** Null is the theme that a new store has. */
  theme: { id: ThemeId; settings: Record<string, string | number> } | null
  shippingOptions: {
    name: string
    price: number
    kind?: 'delivery' | 'pickup'
    description: string
    estimatedDelivery: string
  }[]
  discounts: DemoDiscount[]
  /** In their order, by the word that products name. */
  categories: Record<string, string>
  products: readonly DemoProduct[]
  approved: Opinion[]
  pending: Opinion[]
  rejected?: Opinion[]
  customers: DemoCustomers
}

/** The customers of a demo shop, and how much they buy. */
export type DemoCustomers = {
  orderCount: number
  count: number
  /** Hours; none of these places changes its clocks. */
  utcOffset: number
  /** The prefix of their phone numbers, before the last four digits. */
  phones: string
  /** Separated by spaces. */
  firstNames: string
  surnames: string
  /** Street and town, and which of the shop's shipping options reaches it. */
  places: [address: string, shipping: number][]
  /** The notes that some of them write. */
  notes: string[]
}

type DemoDiscount = {
  code: string
  type: 'percentage' | 'fixed'
  value: number
  minOrderTotal?: number
  isActive?: boolean
}

/** A review of a product, by the product's slug. */
export type Opinion = [product: string, name: string, rating: number, text: string, daysAgo: number]

/** A product of the demo; its slug is also its pictures' name. */
export type DemoProduct = {
  slug: string
  name: string
  category: string
  price: number
  comparePrice?: number
  description?: string
  options?: { name: string; values: string[] }[]
  variants?: DemoVariant[]
  /** How much it sells beside the others. */
  popularity?: number
  isActive?: boolean
  /** The first is the main one. */
  pictures: Drawing[]
}

export type DemoVariant = {
  name: string
  price?: number | null
  optionValues?: string[]
  stock?: number
  /** Which of the product's pictures shows it. */
  picture?: number
}

export const named = (...names: string[]) => names.map((name) => ({ name, price: null }))
