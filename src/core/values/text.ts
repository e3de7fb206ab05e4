/**
 * Trimmed, in Unicode normal form C; null where it holds what a text may not: control characters, noncharacters, half
 * a surrogate pair, a letter with more marks than any language piles on it.
 */
export function cleanText(text: string, lines: 'one' | 'many'): string | null {
  if (!text.isWellFormed() || excessiveMarks.test(text)) return null
  const clean = text.replaceAll('\r\n', '\n').normalize('NFC').trim()
  return forbiddenCharacters[lines].test(clean) ? null : clean
}

// Noncharacters (U+FFFE, U+FFFF and their like) are for no text that is exchanged: XML, such as a product feed, has none.
const forbiddenCharacters = {
  one: /[\0-\x1f\x7f-\x9f\u2028\u2029\p{Noncharacter_Code_Point}]/u,
  many: /[\0-\x08\x0b-\x1f\x7f-\x9f\p{Noncharacter_Code_Point}]/u,
}

// Sorting the marks of one letter takes the square of their number: a megabyte of them would stop the process for
// minutes. 30 is the bound of Unicode's Stream-Safe Text Format.
const excessiveMarks = /\p{M}{31}/u

/** Whether foreign text can be processed before it is validated: no NUL, which PostgreSQL rejects, no endless marks. */
export const isProcessable = (text: string): boolean => !text.includes('\0') && !excessiveMarks.test(text)

/** Lower case without accents, for matching: `Café Ñandú` is `cafe nandu`. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
}

/** The URL-friendly form of a name: `Café de altura (1 kg)` is `cafe-de-altura-1-kg`. Empty when nothing of it is left. */
export function slugify(name: string, maxLength = 120): string {
  const slug = fold(name).replaceAll(/[^a-z0-9]+/g, '-') // no two dashes side by side
  return trimDash(trimDash(slug).slice(0, maxLength))
}

/** A pattern for `like` that finds `text` anywhere; the wildcards in it stand for themselves. */
export function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/** The first letters of the first two words that count: `Café de altura` is `CA`. */
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

/** At most `max` characters as they are seen (grapheme clusters); an ellipsis is the last of a longer text. */
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

// Segmenting a text takes half a millisecond, too much for each of a feed's 10,000 products.
const characters = new Intl.Segmenter('es')
const singleUnitCharacters = /^[\x20-\u02ff]*$/

/** The fields with null in place of each empty text. */
export const emptyAsNull = <Value>(fields: { [name: string]: Value }) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value === '' ? null : value]))
