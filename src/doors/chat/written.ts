import type { OrderStep } from '../../features/whatsapp/buttons.ts'
import { readStep } from './words.ts'

/** A message from its first letter or digit to its last one: people write emojis, stars of bold text and marks around a command. */
export const withoutDecoration = (text: string): string =>
  /^.*[\p{L}\p{N}\p{Sc})%]\p{M}*/su.exec(text.replaceAll('*', '').replace(/^[^\p{L}\p{N}]+/u, ''))?.[0] ?? ''

export type OrderCommand = { number: string; step: OrderStep }

/** What a message with one order number wants of the order. With other words than these it is only shown. */
export function orderCommandIn(text: string): OrderCommand | null {
  const [number, ...others] = new Set(text.toUpperCase().match(/\bPED-[0-9A-HJKMNP-TV-Z]{6}\b/g))
  if (number === undefined || others.length > 0) return null
  const words = withoutDecoration(text).split(/\s+/)
  const verb = words.at(-1)?.toUpperCase() === number ? words.slice(0, -1).join(' ') : ''
  return { number, step: readStep(verb) ?? 'show' }
}
