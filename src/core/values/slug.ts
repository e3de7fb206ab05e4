import { Type } from 'typebox'
import { conflict } from '../errors/errors.ts'
import { newId } from './id.ts'
import { slugify } from './text.ts'
import { t, type Localized } from '../texts/text.ts'

const MAX_LENGTH = 120

export const Slug = (description: string) =>
  Type.String({ minLength: 1, maxLength: MAX_LENGTH, pattern: '^[a-z0-9-]+$', description })

/** Whether a product or category can have this slug; checked before any query. */
export const isSlug = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= MAX_LENGTH && /^[a-z0-9-]+$/.test(text)

/** The slug of a name; `noun` with a random suffix where the name has nothing that a slug may have (`🎁`, `咖啡`). */
export function slugOf(name: string, noun: string): string {
  return slugify(name, MAX_LENGTH) || `${noun}-${newId().slice(-8)}`
}

/** The prefix of the slugs that `nextSlug` has to avoid. */
export const slugPrefix = (slug: string) => slug.slice(0, MAX_LENGTH - 10)

/** The first of `slug-2`, `slug-3`… that is not taken, and its number. @param last the highest number known to be taken */
export function nextSlug(
  slug: string,
  taken: Pick<Set<string>, 'has'>,
  last = 1,
): { slug: string; suffix: number } {
  for (let suffix = last + 1; ; suffix++) {
    const text = `-${suffix}`
    const next = slug.slice(0, MAX_LENGTH - text.length) + text
    if (!taken.has(next)) return { slug: next, suffix }
  }
}

/** 409 with a slug that is free: `duplicateSlug(t('otro producto'), 'cafe', 'cafe-2')`. */
export const duplicateSlug = (holder: Localized, slug: string, suggestion: string) =>
  conflict(
    'DUPLICATE_SLUG',
    t('Ya hay {holder} con la dirección {slug}; {suggestion} está libre', { holder, slug, suggestion }),
    { suggestion },
  )
