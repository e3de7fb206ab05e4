import { languageNames, languages } from '../../../core/texts/language.ts'

/** Each by its own name, for who reads no other. */
export const languageOptions = languages.map((value) => ({ value, label: languageNames[value] }))
