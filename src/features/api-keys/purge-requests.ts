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
      order by at
      limit ${MAX_ROWS}
    ))`
  return [count, await purgeOfKeys(sql), await purgeOfStores(sql)].includes(MAX_ROWS)
}

/** Only a key that was used since the last run can have more than it may. */
const usedKeys = (sql: Db) => sql`
  select distinct key_id from key_requests where at > now() - interval '1 hour'`

async function purgeOfKeys(sql: Db): Promise<number> {
  const { count } = await sql`
    delete from key_requests
    where ctid = any(array(
      select surplus.ctid
      from (${usedKeys(sql)}) as used
      cross join lateral (
        select ctid
        from key_requests
        where key_requests.key_id = used.key_id
        order by at desc
        offset ${MAX_OF_KEY}
      ) as surplus
      limit ${MAX_ROWS}
    ))`
  return count
}

/** Only of owners of so many keys: fewer have no more together than each may have. */
async function purgeOfStores(sql: Db): Promise<number> {
  const keysOfOwner = sql`
    select id from api_keys where store_id = owner
    union all
    select id from api_keys where account_id = owner and store_id is null`
  const { count } = await sql`
    delete from key_requests
    where ctid = any(array(
      select surplus.ctid
      from (
        select distinct coalesce(store_id, account_id) as owner
        from (${usedKeys(sql)}) as used
        join api_keys on api_keys.id = used.key_id
      ) as busy
      cross join lateral (
        select key_requests.ctid
        from (${keysOfOwner}) as keys
        join key_requests on key_requests.key_id = keys.id
        where (select count(*) from (${keysOfOwner}) as all_keys) > ${MAX_OF_STORE / MAX_OF_KEY}
        order by at desc
        offset ${MAX_OF_STORE}
      ) as surplus
      limit ${MAX_ROWS}
    ))`
  return count
}
