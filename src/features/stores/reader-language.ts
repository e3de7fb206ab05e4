import type { Sql } from '../../core/database/db.ts'
import { defaultLanguage, type Language } from '../../core/texts/language.ts'
import { numberMember } from './number-member.ts'

type Read = { language: Language }

/** A value beside `accounts`: the account's; until it has set one, that of the store which it opened last; null without any. */
export const languageOutsideStores = (sql: Sql) => sql`
  coalesce(
    accounts.language,
    (
      select stores.language
      from panel_visits
      join stores on stores.id = panel_visits.store_id
      where panel_visits.account_id = accounts.id
    )
  )`

/** Of what an account reads about a store: the store's until it has set its own. */
export async function languageOfAccount(sql: Sql, accountId: string, storeId: string): Promise<Language> {
  const [reader] = await sql<Read[]>`
    select coalesce(accounts.language, stores.language) as language
    from accounts
    cross join stores
    where accounts.id = ${accountId} and stores.id = ${storeId}`
  return reader?.language ?? defaultLanguage
}

/** Of what is sent to the store's number: of the person who has confirmed it. */
export async function languageOfNumber(sql: Sql, storeId: string): Promise<Language> {
  const [reader] = await sql<Read[]>`
    select coalesce(accounts.language, stores.language) as language
    from stores
    left join lateral (${numberMember(sql)}) as member on true
    left join accounts on accounts.id = member.account_id
    where stores.id = ${storeId}`
  return reader?.language ?? defaultLanguage
}
