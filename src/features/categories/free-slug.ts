import type { Tx } from '../../core/database/db.ts'
import { duplicateSlug, nextSlug, slugPrefix } from '../../core/values/slug.ts'

/** Requires the catalog lock. @throws 409 `DUPLICATE_SLUG` with a free one */
export async function requireFreeCategorySlug(tx: Tx, storeId: string, slug: string) {
  const similar = await tx<{ slug: string }[]>`
    select slug
    from categories
    where store_id = ${storeId} and starts_with(slug, ${slugPrefix(slug)})`
  const taken = new Set(similar.map(({ slug }) => slug))
  if (taken.has(slug)) throw duplicateSlug('otra categoría', slug, nextSlug(slug, taken).slug)
}
