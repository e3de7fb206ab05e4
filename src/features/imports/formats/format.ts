import type { Wording } from '../../../core/texts/text.ts'
import type { Issue } from '../../../core/errors/errors.ts'
import type { FileFormat } from '../../products/field.ts'
import type { Cells, Field } from '../columns.ts'
import type { Loss } from '../losses.ts'
import type { Row } from '../row.ts'
import { parseBoolean } from '../words.ts'

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
  label: Wording
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

export function ownKey({ line, cells }: Row): string | null {
  const key = cells.id || cells.slug
  if (key || !cells.name) return key || null
  return cells.variantName === undefined ? `line ${line}` : `name ${cells.name}`
}

/**
 * The rows of a product in a format whose variants are each shown or hidden: the product is shown if one of them is. Where none is,
 * the product is hidden and its variants are not, so that it can be published again. A cell that is not understood stays for its issue.
 */
export function withVisibilityOfRows(rows: Row[]): Row[] {
  const shown = rows.map(({ cells: { isActive, status } }) =>
    [isActive, status].filter((cell) => cell).map((cell) => parseBoolean(cell)),
  )
  const words = shown.flat()
  if (rows.length === 1 || words.length === 0 || words.includes(undefined)) return rows
  const areShown = shown.map((some) => some.every((word) => word === true))
  if (!areShown.includes(true)) return rows
  return rows.map((row, n) => {
    const variantIsActive = areShown[n] ? 'sí' : 'no'
    const ofProduct = n === 0 && { isActive: 'sí', status: '' }
    return { ...row, cells: { ...row.cells, variantIsActive, ...ofProduct } }
  })
}
