import type { NamedCategory } from '../categories/add-many.ts'
import { fold, slugify } from '../core/values/text.ts'
import type { Format } from './fields.ts'

/** Finds the category that a cell means; of several of its name, `present`, which the product has. */
export type FindCategory = (cell: string, present: string | null) => NamedCategory | undefined

/** By that very name, or by the last step of the cell's first path, `Ropa > Remeras, Ofertas`. */
export function categoryFinder(categories: NamedCategory[], format: Format): FindCategory {
  const named = Map.groupBy(categories, ({ name }) => fold(name))
  const bySlug = new Map(categories.map((category) => [category.slug, category]))
  return (cell, present) => {
    const leaf = leafOf(cell, format)
    const found = named.get(fold(cell)) ?? named.get(fold(leaf))
    return found?.find(({ id }) => id === present) ?? found?.[0] ?? bySlug.get(slugify(leaf))
  }
}

/** The names of categories that cells ask for and the store does not have. */
export function missingCategories(cells: Iterable<string>, find: FindCategory, format: Format): string[] {
  const missing = new Map<string, string>()
  for (const cell of new Set(cells)) {
    const name = leafOf(cell, format)
    const key = slugify(name) || name
    if (name !== '' && !missing.has(key) && !find(cell, null)) missing.set(key, name)
  }
  return [...missing.values()]
}

function leafOf(cell: string, format: Format): string {
  if (format === 'vitrina' || format === 'shopify') return cell.trim()
  const first = format === 'feed' ? cell : cell.split(/(?<!\\),/)[0]!
  return first
    .split('>')
    .at(-1)!
    .replaceAll(String.raw`\,`, ',')
    .trim()
}
