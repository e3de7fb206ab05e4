import type { Sql, Tx } from '../core/database/db.ts'
import type { Import, ImportRow } from './import.ts'
import { draftOfGroup, type Reading } from './reading.ts'

/** The stored address of pictures of a file that were fetched for this store before, by their source. */
export async function findStoredPictures(
  tx: Tx,
  storeId: string,
  reading: Reading,
): Promise<Map<string, string>> {
  if (!reading.dialect.fields.has('images')) return new Map()
  const urls = reading.groups.flatMap(
    (group) => draftOfGroup(reading, group).images?.map(({ url }) => url) ?? [],
  )
  const rows = await tx<{ url: string; storedUrl: string }[]>`
    select url, stored_url
    from import_pictures
    where store_id = ${storeId}
    and md5(url) in (select md5(asked) from unnest(${[...new Set(urls)]}::text[]) as asked)
    and state = 'stored'`
  return new Map(rows.map(({ url, storedUrl }) => [url, storedUrl]))
}

/** The same of the pictures of one import. */
export async function storedPicturesOf(
  tx: Tx,
  storeId: string,
  importId: string,
): Promise<Map<string, string>> {
  const rows = await tx<{ url: string; storedUrl: string }[]>`
    select url, stored_url
    from import_pictures
    where store_id = ${storeId} and import_id = ${importId} and state = 'stored'`
  return new Map(rows.map(({ url, storedUrl }) => [url, storedUrl]))
}

/** Queues the pictures that an import brought to products, each once; those that the store has already are none. */
export async function queuePictures(tx: Tx, { storeId, id }: ImportRow): Promise<void> {
  await tx`
    insert into import_pictures (store_id, import_id, n, url, product_ids)
    select ${storeId}, ${id}, row_number() over (order by min(line), min(place)), url, array_agg(distinct product_id)
    from (
      select line, product_id, before, image ->> 'url' as url, place
      from import_rows
      cross join lateral jsonb_array_elements(after -> 'images') with ordinality as images (image, place)
      where store_id = ${storeId} and import_id = ${id} and action in ('new', 'changed')
    ) as shown
    where position(${`/media/${storeId}/fotos/`} in url) = 0
    and not coalesce(before -> 'images', '[]') @> jsonb_build_array(jsonb_build_object('url', url))
    group by url`
}

/** How far the pictures of imports are, by the imports' ids. */
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
