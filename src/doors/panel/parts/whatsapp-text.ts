import { html, type Html } from '../../../core/http/html.ts'

/** A message as WhatsApp shows it: what stands between two asterisks is bold. */
export const whatsappText = (message: string): Html =>
  html`${message.split(/(\*\S(?:[^*\n]*[^\s*])?\*)/).map((part, n) => (n % 2 === 1 ? html`<b>${part.slice(1, -1)}</b>` : part))}`
