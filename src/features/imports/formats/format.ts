import type { Issue } from '../../../core/errors/errors.ts'
import type { FileFormat } from '../../products/field.ts'
import type { Cells, Field } from '../columns.ts'
import type { Loss } from '../losses.ts'
import type { Row } from '../row.ts'

export type FormatName = FileFormat | 'loyverse' | 'wix' | 'magento' | 'prestashop' | 'odoo' | 'medusa'

/** What identifies a row's product; null where the row belongs to the product before it. */
export type Key = (row: Row) => string | null

/** Headers of fields, as the files have them, the better known ones first. */
export type Headers = { [Name in Field]?: readonly string[] }

/** Words that say in one format alone whether something is shown, in lower case without accents. */
type VisibilityWords = { isActive?: Record<string, boolean>; status?: Record<string, boolean> }

export type Format = {
  name: FormatName
  /** For people: un archivo de … */
  label: string
  /** Whether a file is one of these. `has`: whether it has one of these columns, in lower case without signs. */
  isRecognised: (has: (...headers: string[]) => boolean) => boolean
  /** The headers that no other format has, or that mean something else there. */
  headers?: (currency: string) => Headers
  cleanHeader?: (header: string) => string
  keyOf: (rows: Row[]) => Key
  translate?: (rows: Row[]) => Row[]
  /** Whether marks may divide thousands, as people write them; other programs write decimals alone. */
  dividesThousands?: true
  /** Our own: its cells are exact, and a mistake in one is an issue. What other shops allow is left out and named. */
  isOwn?: true
  hasLines?: true
  hasProductRow?: true
  /** Whether the SKU in the first row is the product's own, also where it has variants. */
  hasProductCodes?: true
  /** What divides the categories in a cell, and the steps of one; the cell is one category's name without them. */
  categories?: { list?: RegExp; step?: string }
  visibility?: VisibilityWords
  /** The id that the store's product has; other shops have ids of their own. */
  idOf?: (cells: Cells) => string | undefined
  nameOf?: (names: string[]) => string | undefined
  missingPrice?: (rows: Row[]) => Issue
  lossesOf?: (rows: Row[]) => Loss[]
}
