import type { Config } from '../../core/config/config.ts'
import { whatsappChat } from '../../core/values/phone.ts'

/** Null unless the messages that people write arrive here, and the template of the notice is approved. */
export const restockNumber = ({ api, appSecret, displayNumber }: Config['whatsapp']): string | null =>
  api?.restockTemplate && appSecret ? displayNumber : null

/**
 * Who sends the text from their own WhatsApp has proved their phone by it, and asked for the notice. At most 291 characters, with the
 * longest names and slug: of a message 301 are stored.
 */
export const restockLink = (number: string, { slug, variantId, name }: Reference & { name: string }) =>
  whatsappChat(number, `Avísame cuando vuelva *${name}*.\nCódigo: ${slug}/${variantId}`)

export type Reference = { slug: string; variantId: string }

/** The last one in a text, because a name may hold anything. */
export function findReference(text: string): Reference | undefined {
  const [, slug, variantId] = [...text.matchAll(/código: ([a-z0-9-]{3,30})\/([\w-]{1,64})/giu)].at(-1) ?? []
  return slug && variantId ? { slug: slug.toLowerCase(), variantId } : undefined
}
