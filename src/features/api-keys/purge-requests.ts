import { MAX_ROWS } from '../../core/database/purge-rows.ts'
import type { Db } from '../../core/database/db.ts'

/** Rows of the log that a key may have, and those of all keys of a store, or of an account. */
export const MAX_OF_KEY = 5_000
const MAX_OF_STORE = 50_000

/** Deletes logged requests after 7 days, and the oldest ones beyond what a key and a store may have. */
export async function purgeOldRequests(sql: Db): Promise<boolean> {
  const { count } = await sql`
    delete from key_requests
    where ctid = any(array(
      select ctid
      from key_requests
      where at < now() - interval '7 days'
      limit ${MAX_ROWS}
    ))`
  return [count, await purgeOfKeys(sql), await purgeOfStores(sql)].includes(MAX_ROWS)
}

async function purgeOfKeys(sql: Db): Promise<number> {
  const { count } = await sql`
    delete from key_requests
    where ctid = any(array(
      select surplus.ctid
      from (
        select key_id
        from key_requests
        group by key_id
        having count(*) > ${MAX_OF_KEY}
      ) as busy
      cross join lateral (
        select ctid
        from key_requests
        where key_requests.key_id = busy.key_id
        order by at desc
        offset ${MAX_OF_KEY}
      ) as surplus
      limit ${MAX_ROWS}
    ))`
  return count
}

async function purgeOfStores(sql: Db): Promise<number> {
  const { count } = await sql`
    delete from key_requests
    where ctid = any(array(
      select surplus.ctid
      from (
        select coalesce(keys.store_id, keys.account_id) as owner
        from key_requests
        join api_keys keys on keys.id = key_requests.key_id
        group by 1
        having count(*) > ${MAX_OF_STORE}
      ) as busy
      cross join lateral (
        select key_requests.ctid
        from api_keys keys
        join key_requests on key_requests.key_id = keys.id
        where coalesce(keys.store_id, keys.account_id) = busy.owner
        order by at desc
        offset ${MAX_OF_STORE}
      ) as surplus
      limit ${MAX_ROWS}
    ))`
  return count
}
