import { defaultLanguage } from './language.ts'
import type { Localized, Wording } from './text.ts'

/** Texts that are stored in Spanish, as the API has them, and shown in each language. */
export const bySpanish = (...texts: Localized[]) =>
  new Map(texts.map((text) => [text.in(defaultLanguage), text]))

/** A stored text to be shown; as it is where it is none of these. */
export const known = (texts: Map<string, Localized>, spanish: string): Wording =>
  texts.get(spanish) ?? spanish
