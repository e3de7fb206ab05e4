export const languages = ['es', 'pt', 'en'] as const

export type Language = (typeof languages)[number]

export const isLanguage = (value: unknown): value is Language =>
  (languages as readonly unknown[]).includes(value)

export const languageTags: Record<Language, string> = { es: 'es', pt: 'pt-BR', en: 'en' }

export const languageNames: Record<Language, string> = { es: 'Español', pt: 'Português', en: 'English' }

/** Where no other is known. */
export const defaultLanguage: Language = 'es'

export const locales: Record<Language, string> = { es: 'es-419', pt: 'pt-BR', en: 'en' }

/** The locale of a language's plurals: in Brazil's, by the Unicode data, zero is singular, which nobody there writes: `0 produtos`. */
export const pluralLocales: Record<Language, string> = { ...locales, pt: 'pt-PT' }
