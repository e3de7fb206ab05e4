import { html, type Html } from '../../../core/http/html.ts'

export const paragraphs = (text: string): Html[] =>
  text.split(/\n\n+/).map((paragraph) => html`<p>${inline(paragraph)}</p>`)

export const inline = (text: string): (Html | string)[] =>
  text.split('`').map((part, n) => (n % 2 === 1 ? html`<code>${part}</code>` : part))

export const json = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2)
