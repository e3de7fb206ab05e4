import type { Issue } from '../core/errors/errors.ts'
import type { NumberStyle } from '../core/values/written-number.ts'
import { MAX_IMAGES } from '../products/images.ts'
import type { ProductOption } from '../products/options.ts'
import type { Cells, Field, Format, ProductText, VariantText } from './fields.ts'

/** A row of a file, by what its columns hold. */
export type Row = { line: number; cells: Cells; isTruncated?: boolean; isTooLong?: boolean }

export type DraftVariant = { [Name in VariantText]?: string | null } & {
  id?: string
  name: string
  /** Whether a column says the name: else it is made of the values of the options. */
  isNamed: boolean
  optionValues?: string[]
  imageUrl?: string | null
  /** null follows the product's price; undefined: the file does not say. */
  price?: number | null
  isActive?: boolean
  /** null where it is not tracked. */
  stock?: number | null
}

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
  /** The names of its groups of extras. */
  modifierGroups?: string[]
  /** How its row defines some of them. */
  groupDefinitions?: string
  isActive?: boolean
  images?: { url: string; alt: string | null }[]
  variants?: DraftVariant[]
  /** The options, with the values that the rows have. */
  options?: ProductOption[]
  /** The stock of a product without variants. */
  stock?: number | null
  issues: Issue[]
  /** The issue of a new product that has no price, where more can be said than that. */
  missingPrice?: Issue
  losses: Loss[]
}

/** How the cells of a file are to be read. */
export type Dialect = {
  format: Format
  fields: ReadonlySet<Field>
  styles: Partial<Record<Field, NumberStyle>>
  currency: string
}

/** The price and the compare price of a row. */
export type Prices = { price: number | undefined; compare: number | null }

/** What a product of a file has that is not imported, for people. */
export const lossTexts = {
  comparePrice: 'Precios anteriores distintos en las variantes: un producto tiene uno solo',
  sku: 'Productos o variantes con un SKU que ya tiene otro: se importan sin él',
  gtin: 'Productos o variantes con un código de barras que no es válido: se importan sin él',
  unpricedVariants: 'Variantes sin precio: quedan inactivas hasta que se lo pongas',
  openOptions: 'Variantes que valen para cualquier valor de una opción: se importan sin esa opción',
  external: 'Productos externos: se importan sin su enlace, y se piden en tu tienda como los demás',
  downloadable: 'Productos descargables: se importan sin sus archivos, como los demás',
  archived: 'Productos archivados o fuera de las listas: quedan ocultos',
  parentCategories: 'Categorías dentro de otras: queda solo la de más adentro',
  otherCategories: 'Productos en varias categorías: queda solo la primera',
  images: `Productos con más de ${MAX_IMAGES} fotos: quedan las primeras`,
} as const
export type Loss = keyof typeof lossTexts
export const LOSSES = Object.keys(lossTexts) as Loss[]
