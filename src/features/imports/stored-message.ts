import { languages, type Language } from '../../core/texts/language.ts'
import { Formatted, wordingIn, type Wording } from '../../core/texts/text.ts'

/**
 * A sentence in a row: as the API sends it, and in each other language, because the catalogs of a later release may not have its
 * text. Those that releases before stored are in Spanish alone.
 */
export type StoredMessage = { message: string; translations?: Translations | undefined }
type Translations = Partial<Record<Language, string>>

export function toStored(message: Wording): StoredMessage {
  if (typeof message === 'string') return { message }
  const translated = languages.flatMap((language) =>
    language === 'es' ? [] : [[language, message.in(language)]],
  )
  return { message: wordingIn(message, 'es'), translations: Object.fromEntries(translated) as Translations }
}

export const fromStored = ({ message, translations }: StoredMessage): Wording =>
  translations ? new Formatted((language) => translations[language] ?? message) : message
