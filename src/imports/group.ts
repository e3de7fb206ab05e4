import type { Row } from './draft.ts'
import { isVariation, withProductFirst } from './woocommerce.ts'
import type { Format } from './fields.ts'

/** Groups the rows of a file by product, in the order of the file. */
export function groupRows(rows: Row[], format: Format): Row[][] {
  const keyOf = keyFor(rows, format)
  const groups = new Map<string, Row[]>()
  let last: Row[] | undefined
  for (const row of rows) {
    const key = keyOf(row)
    const group = key === null ? last : groups.get(key)
    if (group) {
      group.push(row)
      last = group
    } else groups.set(key ?? `line ${row.line}`, (last = [row]))
  }
  const all = [...groups.values()]
  return format === 'woocommerce' ? all.map(withProductFirst) : all
}

type Key = (row: Row) => string | null

function keyFor(rows: Row[], format: Format): Key {
  if (format === 'woocommerce') return parentKey(rows)
  if (format === 'feed') return feedKey
  return format === 'vitrina' ? (row) => ownKey(row) ?? (isNameless(row) ? `line ${row.line}` : null) : ownKey
}

/** A row with a price that names no variant. Without a name it is refused; rows of variants and pictures belong to the product before. */
const isNameless = ({ cells: { price, variantName, option1Value } }: Row) =>
  Boolean(price?.trim()) && !variantName?.trim() && !option1Value?.trim()

/** A row without a name belongs to the product before it, unless it has an id or a slug. */
function ownKey({ line, cells }: Row): string | null {
  const key = cells.id?.trim() || cells.slug?.trim()
  if (key) return key
  if (!cells.name?.trim()) return null
  return cells.variantName === undefined ? `line ${line}` : `name ${cells.name.trim()}`
}

const feedKey = ({ line, cells }: Row) => cells.group?.trim() || cells.id?.trim() || `line ${line}`

/** A variation names its product by SKU, or by id as `id:12`; the product's row may follow later. */
function parentKey(rows: Row[]): Key {
  const byReference = new Map<string, string>()
  for (const row of rows) {
    if (isVariation(row)) continue
    const { line, cells } = row
    if (cells.sku?.trim()) byReference.set(cells.sku.trim(), `line ${line}`)
    if (cells.id?.trim()) byReference.set(`id:${cells.id.trim()}`, `line ${line}`)
  }
  return (row) => {
    if (!isVariation(row)) return `line ${row.line}`
    const parent = row.cells.parent?.trim() ?? ''
    return parent === '' ? null : (byReference.get(parent) ?? `parent ${parent}`)
  }
}
