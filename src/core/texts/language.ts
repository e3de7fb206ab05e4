export const languages = ['es', 'pt', 'en'] as const

export type Language = (typeof languages)[number]

/** The locale of a language: its numbers, dates and plurals. */
export const locales: Record<Language, string> = { es: 'es-419', pt: 'pt-BR', en: 'en' }
