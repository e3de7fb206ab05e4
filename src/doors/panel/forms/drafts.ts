import type { Sql } from '../../../core/database/db.ts'
import { lastOf, type FormFields } from './form-fields.ts'
import { VERSION_FIELD, type Form } from './form.ts'
import type { StoreContext } from '../page.ts'

const MAX_DRAFTS = 20

type DraftOwner = { storeId: string; accountId: string }

export const draftOwnerOf = ({ store, session }: StoreContext): DraftOwner => ({
  storeId: store.id,
  accountId: session.accountId,
})

const isStored = (name: string) =>
  name.startsWith('_') ? name === VERSION_FIELD : !/password|passkey|secret/i.test(name)

export function storedFields(fields: FormFields): Record<string, string[]> {
  const stored = [...fields].filter(([name]) => isStored(name))
  return Object.fromEntries(stored.map(([name, values]) => [clean(name), values.map(clean)]))
}

/** Removed, because jsonb allows neither. */
const clean = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** Saves a person's unsent fields of a form, below the store's panel. Beyond 20 drafts the oldest are deleted. */
export async function saveDraft(
  sql: Sql,
  { storeId, accountId }: DraftOwner,
  form: string,
  fields: Record<string, string[]>,
): Promise<void> {
  await sql`
    insert into panel_drafts (store_id, account_id, form, fields)
    values (${storeId}, ${accountId}, ${form}, ${sql.json(fields)})
    on conflict (store_id, account_id, form)
    do update set fields = excluded.fields, updated_at = statement_timestamp()`
  await sql`
    delete from panel_drafts
    where store_id = ${storeId} and account_id = ${accountId} and form in (
      select form
      from panel_drafts
      where store_id = ${storeId} and account_id = ${accountId}
      order by updated_at desc
      offset ${MAX_DRAFTS}
    )`
}

/** `older`: there is a draft of another version than the one that is saved, which the form shows unless the draft is asked for. */
export type Draft = 'none' | 'shown' | 'older'

export const SHOW_DRAFT = 'borrador'

/** The form of a page, filled with its draft if there is one. @param version the ETag of what is saved */
export async function draftedForm(
  context: StoreContext,
  path: string,
  version?: string,
): Promise<{ form: Form; draft: Draft }> {
  const { sql, query } = context
  const fields = context.submitted ? null : await readDraft(sql, draftOwnerOf(context), path)
  if (!fields) return { form: context.form(path), draft: 'none' }
  const ofVersion = lastOf(fields, VERSION_FIELD)
  const isOlder = ofVersion !== undefined && ofVersion !== version
  if (isOlder && query[SHOW_DRAFT] === undefined) return { form: context.form(path), draft: 'older' }
  return { form: context.form(path, fields), draft: 'shown' }
}

async function readDraft(
  sql: Sql,
  { storeId, accountId }: DraftOwner,
  form: string,
): Promise<FormFields | null> {
  const [row] = await sql<{ fields: Record<string, string[]> }[]>`
    select fields
    from panel_drafts
    where store_id = ${storeId} and account_id = ${accountId} and form = ${form}`
  return row ? new Map(Object.entries(row.fields)) : null
}

export async function deleteDraft(sql: Sql, { storeId, accountId }: DraftOwner, form: string): Promise<void> {
  await sql`
    delete from panel_drafts
    where store_id = ${storeId} and account_id = ${accountId} and form = ${form}`
}
