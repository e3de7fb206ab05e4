import type { Config } from '../../core/config/config.ts'
import { chatHref } from '../../core/pages/chat-href.ts'
import { t } from '../../core/texts/text.ts'

/** Null unless the messages that people write arrive here, and the template of the notice is approved. */
export const restockNumber = ({ api, appSecret, displayNumber }: Config['whatsapp']): string | null =>
  api?.restockTemplate && appSecret ? displayNumber : null

/**
 * Who sends the text from their own WhatsApp has proved their phone by it, and asked for the notice. At most 292 characters, with the
 * longest names and slug: of a message 301 are stored.
 */
export const restockLink = (number: string, { slug, variantId, name }: Reference & { name: string }) =>
  chatHref(
    number,
    t('Avísame cuando vuelva *{name}*.\nCódigo: {reference}', { name, reference: `${slug}/${variantId}` }),
  )

export type Reference = { slug: string; variantId: string }

const reference = /(?:código|code): ([a-z0-9-]{3,30})\/([\w-]{1,64})/giu

/** The last one in a text, because a name may hold anything. */
export function findReference(text: string): Reference | undefined {
  const [, slug, variantId] = [...text.matchAll(reference)].at(-1) ?? []
  return slug && variantId ? { slug: slug.toLowerCase(), variantId } : undefined
}
