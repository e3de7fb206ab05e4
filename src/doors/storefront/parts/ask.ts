import { html, type Html } from '../../../core/http/html.ts'
import { t, type Localized, type Wording } from '../../../core/texts/text.ts'
import { chatHref } from '../../../core/pages/chat-href.ts'
import type { Shop } from '../../../features/catalog/shop.ts'
import { icon } from './icon.ts'

type Asked = Pick<Shop, 'whatsappNumber'>

/** What a shopper may do about what can't be ordered: a chat with the question in it. Null where the store has no number. */
export function askLink(
  { whatsappNumber }: Asked,
  question: Localized,
  { classes = 'quiet', label = t('Preguntar') } = {},
): Html | null {
  if (!whatsappNumber) return null
  return html`<a class="${classes}" href="${chatHref(whatsappNumber, question)}" rel="nofollow">${icon('chat')} ${label}</a>`
}

export function askIcon({ whatsappNumber }: Asked, question: Localized, label: Wording): Html | null {
  if (!whatsappNumber) return null
  return html`
    <a class="add ask" href="${chatHref(whatsappNumber, question)}" rel="nofollow" aria-label="${label}">
      ${icon('chat')}
    </a>
  `
}

export const stockQuestionOf = (name: string) => t('¡Hola! ¿Cuándo vuelven a tener *{name}*?', { name })

export const priceQuestionOf = (name: string) => t('¡Hola! ¿Cuánto cuesta *{name}*?', { name })
