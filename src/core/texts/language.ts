export const languages = ['es', 'pt', 'en'] as const

export type Language = (typeof languages)[number]

/** As documents name their language. */
export const languageTags: Record<Language, string> = { es: 'es', pt: 'pt-BR', en: 'en' }

/** Where no other is known. */
export const defaultLanguage: Language = 'es'

/** The locale of a language: its numbers, dates and plurals. */
export const locales: Record<Language, string> = { es: 'es-419', pt: 'pt-BR', en: 'en' }
