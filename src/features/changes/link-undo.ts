import type { Tx } from '../../core/database/db.ts'

/** A change that was undone by the former is in force again. @returns the undo's id; none where it changed nothing */
export async function linkUndo(
  tx: Tx,
  storeId: string,
  { id, undoes }: { id: string; undoes: string | null },
) {
  const [undo] = await tx<{ id: string }[]>`
    update changes
    set undoes = ${id}
    where store_id = ${storeId} and id = current_setting('vitrina.actor')::jsonb ->> 'changeId'
    returning id`
  if (!undo) return undefined
  await tx`
    update changes
    set undone_by = case when id = ${id} then ${undo.id}::text end
    where store_id = ${storeId} and id in (${id}, ${undoes})`
  return undo.id
}
