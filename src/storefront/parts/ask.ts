import { html, type Html } from '../../core/http/html.ts'
import { whatsappChat } from '../../core/values/phone.ts'
import type { Shop } from '../shop.ts'
import { icon } from './icon.ts'

type Asked = Pick<Shop, 'whatsappNumber'>

/** What a shopper may do about what can't be ordered: a chat with the question in it. Null where the store has no number. */
export function askLink({ whatsappNumber }: Asked, question: string, classes = 'quiet'): Html | null {
  if (!whatsappNumber) return null
  return html`<a class="${classes}" href="${whatsappChat(whatsappNumber, question)}" rel="nofollow">${icon('chat')} Preguntar</a>`
}

/** The same in a list, where its icon has to do. */
export function askButton({ whatsappNumber }: Asked, name: string): Html | null {
  if (!whatsappNumber) return null
  return html`
    <a class="add ask" href="${whatsappChat(whatsappNumber, questionOf(name))}" rel="nofollow" aria-label="Preguntar por ${name}">
      ${icon('chat')}
    </a>
  `
}

/** The question about a product that is sold out. */
export const questionOf = (name: string) => `¡Hola! ¿Cuándo vuelven a tener *${name}*?`
