import type { StoreContext } from '../page.ts'
import type { Flash } from '../flash.ts'

/** An undo button beside the message of a form, for roles that may undo changes; it returns to `next`. */
export async function offerUndo(
  { sql, store, changeId, base, can }: StoreContext,
  next: string,
): Promise<Pick<Flash, 'undo'>> {
  if (!can('store:write')) return {}
  const [change] = await sql`select 1 from changes where store_id = ${store.id} and id = ${changeId}`
  const action = `${base}/actividad/${changeId}/deshacer`
  return change ? { undo: { action, label: 'Deshacer', fields: { next } } } : {}
}
