import type { Sql } from '../../core/database/db.ts'

/** The saved settings of a store's themes. A theme without a row has its defaults since the store was created. */
export type Saved = {
  storeSince: string
  rows: {
    id: string
    isActive: boolean
    published: Record<string, unknown>
    draft: Record<string, unknown> | null
    draftUpdatedAt: string | null
    updatedAt: string
  }[]
}

export async function findSaved(sql: Sql, storeId: string): Promise<Saved> {
  const [rows, [store]] = await Promise.all([
    sql<Saved['rows']>`
      select id, is_active, published, draft, draft_updated_at, updated_at
      from themes
      where store_id = ${storeId}`,
    sql<{ createdAt: string }[]>`select created_at from stores where id = ${storeId}`,
  ])
  return { storeSince: store!.createdAt, rows }
}
