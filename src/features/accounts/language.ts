import type { Sql } from '../../core/database/db.ts'
import type { Language } from '../../core/texts/language.ts'

/** The one that the account has chosen; null is that of each store. */
export async function findLanguage(sql: Sql, accountId: string): Promise<Language | null> {
  const [account] = await sql<
    { language: Language | null }[]
  >`select language from accounts where id = ${accountId}`
  return account?.language ?? null
}

export async function updateLanguage(sql: Sql, accountId: string, language: Language | null): Promise<void> {
  await sql`
    update accounts
    set language = ${language}, updated_at = statement_timestamp()
    where id = ${accountId}`
}
