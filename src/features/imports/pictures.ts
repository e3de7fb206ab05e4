import type { Tx } from '../../core/database/db.ts'
import type { ProductRow } from '../products/product.ts'
import type { Draft } from './draft.ts'
import type { ImportRow } from './import.ts'

/** The products of a file with their pictures at their stored addresses, where they were fetched for this store before. */
export async function withStoredPictures(tx: Tx, storeId: string, drafts: Draft[]): Promise<Draft[]> {
  const urls = new Set(
    drafts.flatMap(({ images = [], variants = [] }) => [
      ...images.map(({ url }) => url),
      ...variants.flatMap(({ imageUrl }) => imageUrl ?? []),
    ]),
  )
  if (urls.size === 0) return drafts
  const rows = await tx<{ url: string; storedUrl: string }[]>`
    select url, stored_url
    from import_pictures
    where store_id = ${storeId}
    and md5(url) in (select md5(one) from unnest(${[...urls]}::text[]) as one)
    and state = 'stored'`
  const stored = new Map(rows.map(({ url, storedUrl }) => [url, storedUrl]))
  return drafts.map((draft) => ({
    ...draft,
    images: draft.images && imagesAt(stored, draft.images),
    variants: draft.variants?.map((variant) => withPicture(stored, variant)),
  }))
}

type Stored = Map<string, string>

export function withPictures(row: ProductRow, stored: Stored): ProductRow {
  const images = imagesAt(stored, row.images)
  const variants = row.variants.map((variant) => withPicture(stored, variant))
  return { ...row, images, imageUrl: images[0]?.url ?? null, variants }
}

const withPicture = <Variant extends { imageUrl?: string | null }>(stored: Stored, variant: Variant) => ({
  ...variant,
  imageUrl: variant.imageUrl && urlAt(stored, variant.imageUrl),
})

const urlAt = (stored: Stored, url: string) => stored.get(url) ?? url

function imagesAt(stored: Stored, images: ProductRow['images']): ProductRow['images'] {
  const byUrl = new Map<string, ProductRow['images'][number]>()
  for (const { url, alt } of images) {
    const here = urlAt(stored, url)
    if (!byUrl.has(here)) byUrl.set(here, { url: here, alt })
  }
  return [...byUrl.values()]
}

export async function queuePictures(tx: Tx, { storeId, id }: ImportRow): Promise<void> {
  await tx`
    insert into import_pictures (store_id, import_id, n, url, product_ids)
    select ${storeId}, ${id}, row_number() over (order by min(line), min(place)), url, array_agg(distinct product_id)
    from (
      select line, product_id, before, url, place
      from import_rows
      cross join lateral (
        select image ->> 'url', place
        from jsonb_array_elements(after -> 'images') with ordinality as images (image, place)
        union all
        select variant ->> 'imageUrl', 1000 + place
        from jsonb_array_elements(after -> 'variants') with ordinality as variants (variant, place)
      ) as pictures (url, place)
      where store_id = ${storeId} and import_id = ${id} and action in ('new', 'changed') and url is not null
    ) as shown
    where position(${`/media/${storeId}/fotos/`} in url) = 0
    and not coalesce(before -> 'images', '[]') @> jsonb_build_array(jsonb_build_object('url', url))
    and not coalesce(before -> 'variants', '[]') @> jsonb_build_array(jsonb_build_object('imageUrl', url))
    group by url`
}
