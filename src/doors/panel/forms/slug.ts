import { slugify } from '../../../core/values/text.ts'
import { lastOf, type FormFields } from './form-fields.ts'

export const MAX_SLUG = 30
export const MAX_SLUG_TEXT = 80

/** The fields with a link made of what was typed as one: `Café Ñandú` is `cafe-nandu`. What makes none stays, for the API to reject. */
export function withSlug(fields: FormFields, maxLength?: number): FormFields {
  const text = lastOf(fields, 'slug') ?? ''
  const slug = text.length > MAX_SLUG_TEXT || /\p{Cc}/u.test(text) ? '' : slugify(text, maxLength)
  return slug ? new Map([...fields, ['slug', [slug]]]) : fields
}
