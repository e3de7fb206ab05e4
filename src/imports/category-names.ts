import type { NamedCategory } from '../categories/add-many.ts'
import { fold, slugify } from '../core/values/text.ts'
import type { Format } from './fields.ts'

/** Finds the category that a cell names. Of several with that name, the one with the id `present`, the product's own. */
export type FindCategory = (cell: string, present: string | null) => NamedCategory | undefined

/** Matches the cell's whole text, or the last step of its first path: `Remeras` of `Ropa > Remeras, Ofertas`. */
export function categoryFinder(categories: NamedCategory[], format: Format): FindCategory {
  const named = Map.groupBy(categories, ({ name }) => fold(name))
  const bySlug = new Map(categories.map((category) => [category.slug, category]))
  return (cell, present) => {
    const leaf = lastCategoryIn(cell, format)
    const found = named.get(fold(cell)) ?? named.get(fold(withCommas(cell))) ?? named.get(fold(leaf))
    return found?.find(({ id }) => id === present) ?? found?.[0] ?? bySlug.get(slugify(leaf))
  }
}

/** The categories that cells name and the store does not have. */
export function missingCategories(cells: Iterable<string>, find: FindCategory, format: Format): string[] {
  const missing = new Map<string, string>()
  for (const cell of new Set(cells)) {
    const name = lastCategoryIn(cell, format)
    const key = slugify(name) || name
    if (name !== '' && !missing.has(key) && !find(cell, null)) missing.set(key, name)
  }
  return [...missing.values()]
}

function lastCategoryIn(cell: string, format: Format): string {
  if (format === 'vitrina' || format === 'shopify') return cell.trim()
  const first = format === 'feed' ? cell : cell.split(/(?<!\\),/)[0]!
  return withCommas(first.split('>').at(-1)!).trim()
}

/** WooCommerce escapes a comma inside a name with a backslash. */
export const withCommas = (text: string) => text.replaceAll(String.raw`\,`, ',')
