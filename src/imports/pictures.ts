import type { Sql, Tx } from '../core/database/db.ts'
import type { ProductRow } from '../products/product.ts'
import type { Import, ImportRow } from './import.ts'
import { pictureUrlsIn } from './cells.ts'
import { inSlices, type ParsedFile } from './parse-file.ts'

/** The stored address, by source address, of the file's pictures that were fetched for this store before. */
export async function findStoredPictures(
  tx: Tx,
  storeId: string,
  file: ParsedFile,
): Promise<Map<string, string>> {
  const stored = new Map<string, string>()
  for await (const groups of inSlices(file.groups)) {
    const urls = new Set(groups.flat().flatMap(({ cells }) => pictureUrlsIn(cells)))
    if (urls.size === 0) continue
    const rows = await tx<{ url: string; storedUrl: string }[]>`
      select url, stored_url
      from import_pictures
      where store_id = ${storeId}
      and md5(url) in (select md5(one) from unnest(${[...urls]}::text[]) as one)
      and state = 'stored'`
    for (const { url, storedUrl } of rows) stored.set(url, storedUrl)
  }
  return stored
}

/** The product with all pictures at their stored addresses, each picture once. */
export function withPictures(row: ProductRow, storedUrls: Map<string, string>): ProductRow {
  const withStoredUrls = row.images.map(({ url, alt }) => ({ url: storedUrls.get(url) ?? url, alt }))
  const images = withStoredUrls.filter(
    ({ url }, n) => withStoredUrls.findIndex((other) => other.url === url) === n,
  )
  const variants = row.variants.map((variant) => {
    const { imageUrl } = variant
    return { ...variant, imageUrl: imageUrl && (storedUrls.get(imageUrl) ?? imageUrl) }
  })
  return { ...row, images, imageUrl: images[0]?.url ?? null, variants }
}

/** Queues the pictures that an import added to products, each once, except those that are stored here already. */
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

/** The progress of the pictures of imports, by import id. */
export async function countPictures(
  sql: Sql,
  storeId: string,
  ids: string[],
): Promise<Map<string, Import['pictures']>> {
  const rows = await sql<{ importId: string; total: number; stored: number; failed: number }[]>`
    select
      import_id, count(*) as total, count(*) filter (where state = 'stored') as stored,
      count(*) filter (where state = 'failed') as failed
    from import_pictures
    where store_id = ${storeId} and import_id = any(${ids}::text[])
    group by import_id`
  return new Map(rows.map(({ importId, ...counts }) => [importId, counts]))
}
