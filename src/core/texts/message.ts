import { IntlMessageFormat, type Formatters } from 'intl-messageformat'
import { locales, pluralLocales, type Language } from './language.ts'

/** An ICU message with its values, in parts: text, and values that are objects. @throws where a value is missing */
export function messageIn(language: Language, text: string, values: Record<string, unknown>): unknown[] {
  const parts = parsed(language, text).format<object>(values as Record<string, object>)
  return Array.isArray(parts) ? parts : [parts]
}

/** As many as the catalogs have. */
const messages: Record<Language, Map<string, IntlMessageFormat>> = {
  es: new Map(),
  pt: new Map(),
  en: new Map(),
}

function parsed(language: Language, text: string): IntlMessageFormat {
  const known = messages[language].get(text)
  if (known) return known
  const made = new IntlMessageFormat(text, locales[language], undefined, { formatters: formatters[language] })
  messages[language].set(text, made)
  return made
}

/** Shared by the messages of a language, because each of these takes some 20 KB. */
function formattersOf(language: Language): Formatters {
  const plurals = new Intl.PluralRules(pluralLocales[language])
  const numbers = new Intl.NumberFormat(locales[language])
  return {
    getPluralRules: () => plurals,
    getNumberFormat: () => numbers,
    getDateTimeFormat: (...options) => new Intl.DateTimeFormat(...options),
  }
}

const formatters: Record<Language, Formatters> = {
  es: formattersOf('es'),
  pt: formattersOf('pt'),
  en: formattersOf('en'),
}
