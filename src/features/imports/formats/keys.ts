import type { Row } from '../row.ts'

/** A row without a name belongs to the product before it, unless it has an id or a slug. */
export function ownKey({ line, cells }: Row): string | null {
  const key = cells.id || cells.slug
  if (key || !cells.name) return key || null
  return cells.variantName === undefined ? `line ${line}` : `name ${cells.name}`
}
