import { hash } from 'node:crypto'
import { fold } from '../core/values/text.ts'
import type { ProductRow } from './product.ts'

// Bounds of the words that are stored of a product, and of those of a search.
const MAX_WORD_LENGTH = 40
const MAX_VARIANT_WORDS = 200
const MAX_DESCRIPTION_WORDS = 400
const MAX_FORGIVEN_WORDS = 40
const MAX_FORGIVEN_LENGTH = 24 // a word has as many near words and ends as letters
const MAX_SEARCHED_WORDS = 8
const MAX_CATEGORIES = 20

type Searchable = Pick<ProductRow, 'name' | 'variants' | 'description' | 'categoryId'>

/**
 * What a product is found by, as texts for `::tsvector`. `title`, by which it is ranked: the words of its name (weight A; once
 * more with `=`, for the whole word), those of its active variants and its category's id (B). `search`, which the index has: the
 * same words and those of the description, and what forgives, `~` with what is near a word of the title and `^` with its ends.
 */
export function productWords(storeId: string, { name, variants, description, categoryId }: Searchable) {
  const scope = wordScope(storeId)
  const named = wordsOf(name)
  const active = variants.filter(({ isActive, isDefault }) => isActive && !isDefault)
  const texts = active.flatMap(({ name, optionValues }) => [name, ...optionValues])
  const varied = wordsOf(texts.join(' ')).slice(0, MAX_VARIANT_WORDS)
  const forgiven = [...named, ...varied].filter(isForgiven).slice(0, MAX_FORGIVEN_WORDS)
  const category = categoryId === null ? [] : [categoryWord(scope, categoryId)]
  const search = [
    ...[...named, ...varied, ...wordsOf(description ?? '').slice(0, MAX_DESCRIPTION_WORDS)].map(
      (word) => scope + word,
    ),
    ...category,
    ...forgiven.flatMap(nearWords).map((near) => `~${scope}${near}`),
    ...forgiven.flatMap(endsOf).map((end) => `^${scope}${end}`),
  ]
  return {
    search: [...new Set(search)].map((word) => `'${word}'`).join(' '),
    title: [
      ...named.map((word) => `'${scope}${word}':1A '=${scope}${word}':1A`),
      ...varied.map((word) => `'${scope}${word}':1B`),
      ...category.map((word) => `'${word}':1B`),
    ].join(' '),
  }
}

/**
 * A search, as texts for `::tsquery`. Each of its words has to begin a word of the product or of its category's name; a plural
 * finds its singular too. In the forgiving way a letter may be wrong, missing or too many, words may be
 * written as they sound, and one may stand inside another.
 */
export function searchQueries(storeId: string, search: string, categories: { id: string; name: string }[]) {
  const scope = wordScope(storeId)
  const named = categories.map(({ id, name }) => ({ word: categoryWord(scope, id), names: wordsOf(name) }))
  const words = wordsOf(search).slice(0, MAX_SEARCHED_WORDS)
  const strict = words.map((word) => {
    const forms = [word, ...singularsOf(word)]
    return [
      ...forms.map((form) => `'${scope}${form}':*`),
      ...quoted(
        named.filter(({ names }) => names.some((name) => forms.some((form) => name.startsWith(form)))),
      ),
    ]
  })
  /** To be asked for only where the strict query finds nothing: it costs more to make. */
  const forgiving = () => {
    const nearby = named.map(({ word, names }) => ({ word, forms: new Set(names.flatMap(nearWords)) }))
    return words.map((word, i) => {
      const near = [...new Set(nearWords(word).filter((other) => other.length > 2))]
      return [
        ...strict[i]!,
        ...(word.length > 2 ? [`'^${scope}${word}':*`] : []),
        ...near.map((other) => `'~${scope}${other}'`),
        ...quoted(nearby.filter(({ forms }) => near.some((other) => forms.has(other)))),
      ]
    })
  }
  return {
    strict: strict.map(anyOf).join(' & '),
    forgiving: () => forgiving().map(anyOf).join(' & '),
    ranking: [...words.map((word) => `'=${scope}${word}'`), ...strict.flat()].join(' | '),
  }
}

const quoted = (categories: { word: string }[]) =>
  categories.slice(0, MAX_CATEGORIES).map(({ word }) => `'${word}'`)

const isForgiven = ({ length }: string) => length > 3 && length <= MAX_FORGIVEN_LENGTH

/** What the words of a store begin with: a search reads what the index has of its own store's words. */
export const wordScope = (storeId: string) => hash('sha256', storeId).slice(0, 6)

const categoryWord = (scope: string, categoryId: string) => `${scope}#${categoryId}`

const anyOf = (words: string[]) => `(${words.join(' | ')})`

/** The distinct words of a text without case and accents. Nothing in them means something to PostgreSQL's text search. */
function wordsOf(text: string): string[] {
  const words = fold(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return [...new Set(words.map((word) => (word.length > MAX_WORD_LENGTH ? beginning(word) : word)))]
}

/** By whole characters, as everything here: of `𝓒`, which is two units long, one alone is no text for the database. */
const beginning = (word: string) => Array.from(word).slice(0, MAX_WORD_LENGTH).join('')

/** `camisas`: camisa; `flores`: flore, flor. */
function singularsOf(word: string): string[] {
  if (word.length < 4 || !word.endsWith('s')) return []
  return word.length > 4 && word.endsWith('es') ? [word.slice(0, -1), word.slice(0, -2)] : [word.slice(0, -1)]
}

/**
 * The singular by its sound, and that with each of its letters left out: two words that differ in one letter, or in two
 * neighbours changed round, have one of these in common.
 */
function nearWords(word: string): string[] {
  const singular = soundOf(singularsOf(word)[0] ?? word)
  const letters = Array.from(singular)
  return [singular, ...letters.map((_, i) => letters.toSpliced(i, 1).join(''))]
}

/** Writes alike what sounds alike in Latin America: `tornillo` and `torniyo`, `zapato` and `sapato`, `queso` and `keso`. */
const soundOf = (word: string) =>
  word
    .replaceAll('ll', 'y')
    .replaceAll('v', 'b')
    .replaceAll(/z|c(?=[ei])/g, 's')
    .replaceAll(/g(?=[ei])/g, 'j')
    .replaceAll(/qu(?=[ei])|k/g, 'c')
    .replaceAll(/(?<!c)h/g, '')

/** `molido`: olido, lido, ido */
function endsOf(word: string): string[] {
  const letters = Array.from(word)
  return letters.slice(3).map((_, i) => letters.slice(i + 1).join(''))
}
