import { Formatted, type Wording } from '../texts/text.ts'

/**
 * Trimmed, in Unicode normal form C, without bidirectional overrides, and empty where nothing of it can be seen; null where it
 * has forbidden characters: control characters, noncharacters, a lone surrogate, or a letter with more than 30 combining marks.
 */
export function cleanText(text: string, lines: 'one' | 'many'): string | null {
  const stripped = text.replaceAll(bidirectionalOverrides, '') // first, since they would divide a run of marks
  if (!stripped.isWellFormed() || excessiveMarks.test(stripped)) return null
  const clean = stripped.replaceAll('\r\n', '\n').normalize('NFC').trim()
  if (forbiddenCharacters[lines].test(clean)) return null
  return invisible.test(clean) ? '' : clean
}

// They reverse the order in which the text behind them is shown, on a whole page or in a message; phones copy them with numbers.
const bidirectionalOverrides = /[\u202a-\u202e\u2066-\u2069]/g
const invisible = /^[\p{Default_Ignorable_Code_Point}\s]+$/u

// Noncharacters (U+FFFE, U+FFFF …) are not valid in XML, such as a product feed.
const forbiddenCharacters = {
  one: /[\0-\x1f\x7f-\x9f\u2028\u2029\p{Noncharacter_Code_Point}]/u,
  many: /[\0-\x08\x0b-\x1f\x7f-\x9f\p{Noncharacter_Code_Point}]/u,
}

// Normalisation sorts the marks of a letter in quadratic time: a megabyte of them would block the process for minutes.
// 30 is the limit of Unicode's Stream-Safe Text Format.
const excessiveMarks = /\p{M}{31}/u

/** Whether unvalidated text is safe to process: without NUL, which PostgreSQL rejects, and without excessive marks. */
export const isProcessable = (text: string): boolean => !text.includes('\0') && !excessiveMarks.test(text)

/** No text of a form is read beyond this length. Each field's own maximum is lower, so that a longer text is still too long. */
export const MAX_TEXT = 20_000

/** Lower case without accents, for matching: `Café Ñandú` is `cafe nandu`. */
export function fold(text: string): string {
  return text
    .replaceAll(/(\p{M}{30})\p{M}+/gu, '$1')
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
}

/** The URL-friendly form of a name: `Café de altura (1 kg)` is `cafe-de-altura-1-kg`. Empty when no letter or digit is left. */
export function slugify(name: string, maxLength = 120): string {
  const slug = fold(name).replaceAll(/[^a-z0-9]+/g, '-') // no two dashes side by side
  return trimDash(trimDash(slug).slice(0, maxLength))
}

/** A pattern for `like` that finds `text` anywhere; wildcards in `text` are escaped. */
export function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export function sentence(text: string): string
export function sentence(text: Wording): Wording
export function sentence(text: Wording): Wording {
  if (typeof text !== 'string') return new Formatted((language) => sentence(text.in(language)))
  return text.endsWith('.') ? text : `${text}.`
}

/** The initials of the first two significant words: `Café de altura` is `CA`. */
export function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const significant = words.filter((word) => word.length > 3 || /^[\p{Lu}\p{N}]/u.test(word))
  const chosen = significant.length > 0 ? significant : words
  return chosen
    .slice(0, 2)
    .map((word) => String.fromCodePoint(word.codePointAt(0)!))
    .join('')
    .toUpperCase()
}

const trimDash = (slug: string) => slug.replaceAll(/^-|-$/g, '')

/** At most `max` grapheme clusters, with an ellipsis in place of the last one where the text was longer. */
export function truncated(text: string, max: number): string {
  if (text.length <= max) return text
  if (singleUnitCharacters.test(text)) return `${text.slice(0, max - 1)}…`
  let [count, end] = [0, 0]
  for (const { index } of characters.segment(text)) {
    count++
    if (count === max) end = index
    if (count > max) return `${text.slice(0, end)}…`
  }
  return text
}

// Segmenting takes 0.5 ms, too long for each of a feed's 10,000 products.
const characters = new Intl.Segmenter('es')
const singleUnitCharacters = /^[\x20-\u02ff]*$/

export const emptyAsNull = <Value>(fields: { [name: string]: Value }) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value === '' ? null : value]))
