import { hash } from 'node:crypto'
import { fold } from '../../core/values/text.ts'
import type { ProductRow } from './product.ts'

// Bounds of the words that are stored of a product, and of those of a search.
const MAX_WORD_LENGTH = 40
const MAX_VARIANT_WORDS = 200
const MAX_DESCRIPTION_WORDS = 400
const MAX_FUZZY_WORDS = 40
const MAX_FUZZY_LENGTH = 24 // a word has as many deletion keys and suffixes as letters
const MAX_SEARCHED_WORDS = 8
const MAX_CATEGORIES = 20

type Searchable = Pick<ProductRow, 'name' | 'variants' | 'description' | 'categoryId'>

/**
 * The search words of a product, as texts for `::tsvector`. `title` is for ranking: the words of its name (weight A, and again
 * with `=` to match the whole word), those of its active variants and its category's id (weight B). `search` is indexed: the
 * same words, those of the description, and for fuzzy matches the deletion keys (`~`) and suffixes (`^`) of the title's words.
 */
export function productWords(storeId: string, { name, variants, description, categoryId }: Searchable) {
  const prefix = storePrefix(storeId)
  const nameWords = wordsOf(name)
  const active = variants.filter(({ isActive, isDefault }) => isActive && !isDefault)
  const texts = active.flatMap(({ name, optionValues }) => [name, ...optionValues])
  const variantWords = wordsOf(texts.join(' ')).slice(0, MAX_VARIANT_WORDS)
  const fuzzyWords = [...nameWords, ...variantWords].filter(isFuzzyWord).slice(0, MAX_FUZZY_WORDS)
  const category = categoryId === null ? [] : [categoryWord(prefix, categoryId)]
  const search = [
    ...[...nameWords, ...variantWords, ...wordsOf(description ?? '').slice(0, MAX_DESCRIPTION_WORDS)].map(
      (word) => prefix + word,
    ),
    ...category,
    ...fuzzyWords.flatMap(deletionKeys).map((key) => `~${prefix}${key}`),
    ...fuzzyWords.flatMap(suffixesOf).map((suffix) => `^${prefix}${suffix}`),
  ]
  return {
    search: [...new Set(search)].map((word) => `'${word}'`).join(' '),
    title: [
      ...nameWords.map((word) => `'${prefix}${word}':1A '=${prefix}${word}':1A`),
      ...variantWords.map((word) => `'${prefix}${word}':1B`),
      ...category.map((word) => `'${word}':1B`),
    ].join(' '),
  }
}

/**
 * The queries of a search, as texts for `::tsquery`. In the strict one each word has to begin a word of the product or of its
 * category's name; a plural matches its singular too, and a singular its plural. The fuzzy one also matches words with one wrong,
 * missing or extra letter, words that sound alike, and parts of words.
 */
export function searchQueries(storeId: string, search: string, categories: { id: string; name: string }[]) {
  const prefix = storePrefix(storeId)
  const named = categories.map(({ id, name }) => ({ word: categoryWord(prefix, id), names: wordsOf(name) }))
  const words = wordsOf(search).slice(0, MAX_SEARCHED_WORDS)
  const strict = words.map((word) => {
    const forms = [word, ...singularsOf(word)]
    const others = otherNumberOf(word)
    const isNamed = (name: string) => forms.some((form) => name.startsWith(form)) || others.includes(name)
    return [
      ...forms.map((form) => `'${prefix}${form}':*`),
      ...others.map((form) => `'${prefix}${form}'`),
      ...quoteWords(named.filter(({ names }) => names.some(isNamed))),
    ]
  })
  /** A function, because it is used only where the strict query finds nothing, and costs more to build. */
  const fuzzy = () => {
    const categoryKeys = named.map(({ word, names }) => ({
      word,
      forms: new Set(names.flatMap(deletionKeys)),
    }))
    return words.map((word, i) => {
      const keys = [...new Set(formsOf(word).flatMap(deletionKeys))].filter(isKey)
      return [
        ...strict[i]!,
        ...(word.length > 2 ? [`'^${prefix}${word}':*`] : []),
        ...keys.map((other) => `'~${prefix}${other}'`),
        ...quoteWords(categoryKeys.filter(({ forms }) => keys.some((other) => forms.has(other)))),
      ]
    })
  }
  return {
    strict: strict.map(disjunction).join(' & '),
    fuzzy: () => fuzzy().map(disjunction).join(' & '),
    ranking: [...words.map((word) => `'=${prefix}${word}'`), ...strict.flat()].join(' | '),
  }
}

const quoteWords = (categories: { word: string }[]) =>
  categories.slice(0, MAX_CATEGORIES).map(({ word }) => `'${word}'`)

const isKey = ({ length }: string) => length > 2 && length <= MAX_FUZZY_LENGTH
const isFuzzyWord = ({ length }: string) => length > 3 && length <= MAX_FUZZY_LENGTH

/** The prefix of all words of a store, so that a search reads only its own store's part of the index. */
export const storePrefix = (storeId: string) => hash('sha256', storeId).slice(0, 6)

const categoryWord = (prefix: string, categoryId: string) => `${prefix}#${categoryId}`

const disjunction = (words: string[]) => `(${words.join(' | ')})`

/** The distinct words of a text without case and accents. They have no character with a meaning in a `tsquery`. */
function wordsOf(text: string): string[] {
  const words = fold(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return [...new Set(words.map((word) => (word.length > MAX_WORD_LENGTH ? truncateWord(word) : word)))]
}

/** Truncates at a character boundary: half a surrogate pair would be invalid text for the database. */
const truncateWord = (word: string) => Array.from(word).slice(0, MAX_WORD_LENGTH).join('')

/** `camisas`: camisa; `flores`: flore, flor. */
function singularsOf(word: string): string[] {
  if (word.length < 4 || !word.endsWith('s')) return []
  return word.length > 4 && word.endsWith('es') ? [word.slice(0, -1), word.slice(0, -2)] : [word.slice(0, -1)]
}

/** The other number of a word by its ending, where that is more than an -s or -es behind it: `limao`, `limoes`; `cherry`, `cherries`. */
function otherNumberOf(word: string): string[] {
  const [ending = ''] = /(?:[ao]es|[aeou]is|ies|ces|is|ns|ao|[aeiou]l|m|y|z)$/.exec(word) ?? []
  const stem = word.slice(0, word.length - ending.length)
  return stem === '' ? [] : (otherEndings[ending] ?? []).map((other) => stem + other)
}

// prettier-ignore
const otherEndings: Record<string, string[]> = {
  ao: ['oes', 'aes'], oes: ['ao'], aes: ['ao'],
  al: ['ais'], el: ['eis'], il: ['eis', 'is'], ol: ['ois'], ul: ['uis'],
  ais: ['al'], eis: ['el', 'il'], is: ['il'], ois: ['ol'], uis: ['ul'],
  m: ['ns'], ns: ['m'], y: ['ies'], ies: ['y'], z: ['ces'], ces: ['z'],
}

/** The forms of a searched word that are compared by their keys: a word on -es is stored as on -e, `limones` as `limone`. */
const formsOf = (word: string) => [
  ...(/.{4}[^aeious]$/.test(word) ? [word, `${word}e`] : [word, ...singularsOf(word).slice(1)]),
  ...otherNumberOf(word),
]

/**
 * The phonetic key of the singular, and the key with each of its letters deleted (as SymSpell does): two words that differ in
 * one letter, or in two neighbours that are swapped, have a key in common.
 */
function deletionKeys(word: string): string[] {
  const singular = phoneticKey(singularsOf(word)[0] ?? word)
  const letters = Array.from(singular)
  return [singular, ...letters.map((_, i) => letters.toSpliced(i, 1).join(''))]
}

/** Gives words that sound alike in Latin America the same key: `tornillo` and `torniyo`, `zapato` and `sapato`. */
const phoneticKey = (word: string) =>
  word
    .replaceAll('ll', 'y')
    .replaceAll('v', 'b')
    .replaceAll(/z|c(?=[ei])/g, 's')
    .replaceAll(/g(?=[ei])/g, 'j')
    .replaceAll(/qu(?=[ei])|k/g, 'c')
    .replaceAll(/(?<!c)h/g, '')

/** `molido`: olido, lido, ido */
function suffixesOf(word: string): string[] {
  const letters = Array.from(word)
  return letters.slice(3).map((_, i) => letters.slice(i + 1).join(''))
}
