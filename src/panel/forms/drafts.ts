import type { Db } from '../../core/database/db.ts'
import { purgeRows } from '../../core/database/purge-rows.ts'
import { lastOf, type FormFields } from './form-fields.ts'
import { VERSION_FIELD, type Form } from './form.ts'
import type { StoreContext } from '../page.ts'

const MAX_DRAFTS = 20
const RETENTION_DAYS = 7

/** Saves a person's unsent fields of a form. Beyond 20 drafts the oldest are deleted. */
export async function saveFormDraft({ sql, store, session }: StoreContext, form: string, fields: FormFields) {
  const storable = [...fields].filter(([name]) => !name.startsWith('_') || name === VERSION_FIELD)
  const typed = Object.fromEntries(storable.map(([name, values]) => [clean(name), values.map(clean)]))
  await sql`
    insert into panel_drafts (store_id, account_id, form, fields)
    values (${store.id}, ${session.accountId}, ${form}, ${sql.json(typed)})
    on conflict (store_id, account_id, form)
    do update set fields = excluded.fields, updated_at = statement_timestamp()`
  await sql`
    delete from panel_drafts
    where store_id = ${store.id} and account_id = ${session.accountId} and form in (
      select form
      from panel_drafts
      where store_id = ${store.id} and account_id = ${session.accountId}
      order by updated_at desc
      offset ${MAX_DRAFTS}
    )`
}

/** Removed, because jsonb allows neither. */
const clean = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** `older`: there is a draft of another version than the one that is saved, which the form shows unless the draft is asked for. */
export type Draft = 'none' | 'shown' | 'older'

/** The address's query that shows a draft of an older version. */
export const SHOW_DRAFT = 'borrador'

/** The form of a page, filled with its draft if there is one. @param version the ETag of what is saved */
export async function draftedForm(
  context: StoreContext,
  path: string,
  version?: string,
): Promise<{ form: Form; draft: Draft }> {
  const { sql, store, session, query } = context
  const [row] = context.typed
    ? []
    : await sql<{ fields: Record<string, string[]> }[]>`
        select fields
        from panel_drafts
        where store_id = ${store.id} and account_id = ${session.accountId} and form = ${path}`
  if (!row) return { form: context.form(path), draft: 'none' }
  const fields = new Map(Object.entries(row.fields))
  const ofVersion = lastOf(fields, VERSION_FIELD)
  const isOlder = ofVersion !== undefined && ofVersion !== version
  if (isOlder && query[SHOW_DRAFT] === undefined) return { form: context.form(path), draft: 'older' }
  return { form: context.form(path, fields), draft: 'shown' }
}

export async function deleteDraft({ sql, store, session }: StoreContext, form: string): Promise<void> {
  await sql`
    delete from panel_drafts
    where store_id = ${store.id} and account_id = ${session.accountId} and form = ${form}`
}

export async function purgeOldDrafts(sql: Db): Promise<boolean> {
  return purgeRows(sql, {
    table: 'panel_drafts',
    key: sql`store_id, account_id, form`,
    where: sql`updated_at < now() - make_interval(days => ${RETENTION_DAYS})`,
  })
}
