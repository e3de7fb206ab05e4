import { html, type Html } from '../../../core/http/html.ts'
import { whatsappChat } from '../../../core/values/phone.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
import { icon } from './icon.ts'

type Asked = Pick<Shop, 'whatsappNumber'>

/** What a shopper may do about what can't be ordered: a chat with the question in it. Null where the store has no number. */
export function askLink(
  { whatsappNumber }: Asked,
  question: string,
  { classes = 'quiet', label = 'Preguntar' } = {},
): Html | null {
  if (!whatsappNumber) return null
  return html`<a class="${classes}" href="${whatsappChat(whatsappNumber, question)}" rel="nofollow">${icon('chat')} ${label}</a>`
}

export function askIcon({ whatsappNumber }: Asked, question: string, label: string): Html | null {
  if (!whatsappNumber) return null
  return html`
    <a class="add ask" href="${whatsappChat(whatsappNumber, question)}" rel="nofollow" aria-label="${label}">
      ${icon('chat')}
    </a>
  `
}

export const stockQuestionOf = (name: string) => `¡Hola! ¿Cuándo vuelven a tener *${name}*?`

export const priceQuestionOf = (name: string) => `¡Hola! ¿Cuánto cuesta *${name}*?`
