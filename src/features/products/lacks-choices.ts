import type { Sql } from '../../core/database/db.ts'

export const lacksChoices = (sql: Sql) => sql`
  case when modifier_group_ids = '[]' then false else exists (
    select 1 from modifier_groups
    where modifier_groups.store_id = products.store_id and modifier_group_ids ? modifier_groups.id
    and min_choices > 0 and min_choices > (
      select coalesce(sum((choice -> 'maxQuantity')::integer), 0)
      from jsonb_array_elements(choices) as choice
      where (choice -> 'isActive')::boolean
    )
  ) end`
