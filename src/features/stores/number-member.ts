import type { Sql } from '../../core/database/db.ts'

export const OPERATOR = 'operator'

/** A subquery beside `stores`: who confirmed it, as long as she is in the team; the owner where the operator did. */
export const numberMember = (sql: Sql) => sql`
  select members.account_id, members.role
  from members
  where members.store_id = stores.id
  and case stores.confirmed_by
    when ${OPERATOR} then members.role = 'OWNER'
    else members.account_id = stores.confirmed_by
  end
  order by members.created_at, members.id
  limit 1`
