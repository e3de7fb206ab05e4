import type { Issue } from '../../core/errors/errors.ts'
import type { NumberStyle } from '../../core/values/written-number.ts'
import type { QuantityPrice } from '../products/quantity-fields.ts'
import type { ProductOption } from '../products/options.ts'
import type { Cells, Field, FileColumn, ProductText, VariantText } from './columns.ts'
import type { Format } from './formats/format.ts'
import type { Loss } from './losses.ts'
import type { Row } from './row.ts'
import type { SaleState } from './sale-dates.ts'

export type ProductFile = {
  format: Format
  columns: FileColumn[]
  styles: Partial<Record<Field, NumberStyle>>
  currency: string
  currencyDigits: number
  timeZone: string
  products: Row[][]
}

/** Whether a row is of a file that we wrote: its texts are those that people see, whatever they look like. */
export const isOwnExport = ({ id, slug }: Cells, { isOwn }: Format): boolean => Boolean(isOwn && id && slug)

/** The price and the compare price of a row, and what became of its sale price; null where it has none. */
export type Prices = { price: number | undefined; compare: number | null; sale: SaleState | null }

/** A product of a file. Fields that the file does not have are undefined. */
export type Draft = { [Name in ProductText]?: string | null } & {
  line: number
  id?: string
  slug?: string
  name?: string
  description?: string
  price?: number
  comparePrice?: number | null
  category?: string
  quantityPrices?: QuantityPrice[] | undefined
  minQuantity?: number | undefined
  quantityStep?: number | undefined
  modifierGroups?: string[]
  groupDefinitions?: string
  isActive?: boolean
  images?: { url: string; alt: string | null }[]
  variants?: DraftVariant[]
  options?: ProductOption[]
  stock?: number | null
  issues: Issue[]
  missingPrice?: Issue
  losses: Loss[]
}

export type DraftVariant = { [Name in VariantText]?: string | null } & {
  id?: string
  name: string
  /** Whether a column says the name: else it is made of the values of the options. */
  isNamed: boolean
  optionValues?: string[]
  imageUrl?: string | null
  price?: number | null
  isActive?: boolean
  quantityPrices?: QuantityPrice[]
  stock?: number | null
}
