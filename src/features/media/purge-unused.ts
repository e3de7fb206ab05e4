import type { Db, Tx } from '../../core/database/db.ts'

/** Pictures of one store that are checked in one turn: each may have two megabytes. */
const MAX_PICTURES = 200

/**
 * Deletes uploaded pictures that nothing has shown for 30 days. Those that products, deleted ones that can be restored, or themes
 * still refer to get a later expiry. @returns whether there may be more
 */
export async function purgeUnusedPictures(sql: Db): Promise<boolean> {
  const [due] = await sql<{ storeId: string }[]>`
    select store_id from pictures where expires_at < statement_timestamp() order by expires_at limit 1`
  if (!due) return false
  await sql.begin((tx) => purgeOfStore(tx, due.storeId))
  return true
}

async function purgeOfStore(tx: Tx, storeId: string) {
  const due = await tx<{ id: string }[]>`
    select id
    from pictures
    where store_id = ${storeId} and expires_at < statement_timestamp()
    order by expires_at
    limit ${MAX_PICTURES}
    for update skip locked`
  const shown = await idsShown(tx, storeId)
  const unused = due.flatMap(({ id }) => (shown.has(id) ? [] : [id]))
  await tx`
    update pictures
    set expires_at = statement_timestamp() + interval '30 days'
    where store_id = ${storeId} and id = any(${due.flatMap(({ id }) => (shown.has(id) ? [id] : []))}::text[])`
  const gone = await tx<{ bytes: number }[]>`
    delete from pictures
    where store_id = ${storeId} and id = any(${unused}::text[])
    returning octet_length(body) as bytes`
  await tx`select increment_counter(${storeId}, 'pictures', ${-gone.length})`
  await tx`select increment_counter(${storeId}, 'pictures.bytes', ${-gone.reduce((sum, { bytes }) => sum + bytes, 0)})`
}

/** The ids in every address of an uploaded picture that the store has somewhere. */
async function idsShown(tx: Tx, storeId: string): Promise<Set<string>> {
  const rows = await tx<{ id: string }[]>`
    select distinct match[1] as id
    from (
      select concat(image_url, images, variants) as text
      from products
      where store_id = ${storeId} and (deleted_at is null or deleted_at > now() - interval '31 days')
      union all
      select concat(published, draft) from themes where store_id = ${storeId}
      union all
      select settings::text from theme_versions where store_id = ${storeId}
    ) as shown
    cross join regexp_matches(text, ${`/media/${storeId}/fotos/(\\w+)[.]`}, 'g') as match`
  return new Set(rows.map(({ id }) => id))
}
