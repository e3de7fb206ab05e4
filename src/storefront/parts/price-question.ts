import { html, type Html } from '../../core/http/html.ts'
import { whatsappChat } from '../../core/values/phone.ts'
import type { Shop } from '../shop.ts'
import { icon } from './icon.ts'

const question = (name: string) => `¡Hola! ¿Cuánto cuesta *${name}*?`

/** Asks the store for a price that it gives on request; null where it has no number. */
export function priceQuestion({ whatsappNumber }: Shop, name: string): Html | null {
  if (!whatsappNumber) return null
  return html`
    <a class="button ask-price" href="${whatsappChat(whatsappNumber, question(name))}" rel="nofollow">
      ${icon('chat')} Preguntar el precio
    </a>
  `
}

/** The same in a list, where its icon has to do. */
export function priceQuestionIcon({ whatsappNumber }: Shop, name: string): Html | null {
  if (!whatsappNumber) return null
  return html`
    <a class="add ask" href="${whatsappChat(whatsappNumber, question(name))}" rel="nofollow" aria-label="Preguntar el precio de ${name}">
      ${icon('chat')}
    </a>
  `
}
