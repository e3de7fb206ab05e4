import { html, type Html } from '../../../core/http/html.ts'
import { t } from '../../../core/texts/text.ts'

type Chosen = { modifiers?: { name: string; quantity: number }[]; note?: string | null }

/** `Queso extra, 2 × Tocino`; empty where nothing was chosen. */
export const chosenText = ({ modifiers = [] }: Chosen): string =>
  modifiers.map(({ name, quantity }) => (quantity === 1 ? name : `${quantity} × ${name}`)).join(', ')

/** What was chosen for a line of a cart or an order, and its note, below its name. */
export function chosen(line: Chosen): Html {
  const text = chosenText(line)
  return html`${text && html` <small>${text}</small>`}${line.note && html` <small>${t('«{text}»', { text: line.note })}</small>`}`
}
