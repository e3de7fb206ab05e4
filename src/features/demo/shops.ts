import { readFileSync } from 'node:fs'
import type { NewModifierGroup } from '../modifier-groups/modifier-group.ts'
import type { StoreChanges } from '../stores/store.ts'
import type { PaymentMethodInput } from '../payments/payment-method.ts'
import type { Hours } from '../hours/hours.ts'
import type { QuantityPrice } from '../products/quantity-fields.ts'
import type { DeliveryKind } from '../shipping/delivery-kind.ts'
import type { ThemeId } from '../themes/theme.ts'

/** A shop of the demo, as its file in `demo/` has it: what its owner set up, and what happened in it. */
export type DemoShop = {
  store: { name: string; slug: string; currency: string; whatsappNumber: string }
  settings: StoreChanges
  theme: { id: ThemeId; settings: Record<string, string | number> } | null
  shippingOptions: {
    name: string
    price: number
    kind?: DeliveryKind
    description: string
    estimatedDelivery: string
    areas?: { name: string; price: number; postalCodes: string[] }[]
  }[]
  paymentMethods: PaymentMethodInput[]
  discounts: {
    code: string
    type: 'percentage' | 'fixed'
    value: number
    minOrderTotal?: number
    isActive?: boolean
  }[]
  /** By the word that products name; the name alone where it is sold at all hours. */
  categories: Record<string, string | { name: string; hours: Hours }>
  modifierGroups?: Record<string, NewModifierGroup>
  products: DemoProduct[]
  reviews: {
    product: string
    name: string
    rating: number
    text: string
    status: 'approved' | 'pending' | 'rejected'
    verified: boolean
    hoursAgo: number
  }[]
  sales: DemoSales
}

type DemoProduct = {
  slug: string
  name: string
  category: string
  price: number
  comparePrice?: number
  description: string
  popularity: number
  quantityPrices?: QuantityPrice[]
  minQuantity?: number
  quantityStep?: number
  isActive?: boolean
  /** Files in `demo/pictures`; the first is the main one. */
  pictures: string[]
  modifierGroups?: string[]
  options?: { name: string; values: string[] }[]
  variants?: {
    name: string
    price?: number | null
    quantityPrices?: QuantityPrice[]
    optionValues?: string[]
    stock?: number
    picture?: string
  }[]
}

type DemoSales = {
  orderCount: number
  /** Of the random numbers, so that every demo is the same. */
  seed: number
  /** Hours; none of these places changes its clocks. */
  utcOffset: number
  notes: string[]
  /** From unassigned blocks. `shipping` is the place of the shop's option; with areas, `address` ends with the name of theirs. */
  buyers: {
    name: string
    phone: string
    address: string
    shipping: number
    location?: { latitude: number; longitude: number }
  }[]
}

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../demo/${name}.json`, import.meta.url), 'utf8')) as DemoShop

/** The shops of the demo; the first has the key that a start shows. */
export const shops = [
  read('cerro-ceniza'),
  read('la-espiga'),
  read('el-yunque'),
  read('anil-ropa'),
  read('segunda-vuelta'),
  read('doce-horizonte'),
] as const
