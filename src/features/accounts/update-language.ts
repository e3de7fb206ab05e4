import type { Sql } from '../../core/database/db.ts'
import type { Language } from '../../core/texts/language.ts'

/** Of what the account reads, from now on in every store. */
export async function updateLanguage(sql: Sql, accountId: string, language: Language): Promise<void> {
  await sql`
    update accounts
    set language = ${language}, updated_at = statement_timestamp()
    where id = ${accountId}`
}
