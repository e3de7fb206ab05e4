import { Formatted, wordingIn, type Localized, type Wording } from '../../core/texts/text.ts'
import { sentence } from '../../core/values/text.ts'

/** With the point that ends it, where it has none in a language. */
export const sentenceOf = (wording: Wording): Localized =>
  new Formatted((language) => sentence(wordingIn(wording, language)))
