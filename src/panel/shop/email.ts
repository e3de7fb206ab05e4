import { html, type Html } from '../../core/http/html.ts'

/** A text whose e-mail addresses break before the @ and after a dot, where they are longer than the line. */
export const withBreaks = (text: string): Html =>
  html`${text.split(/(\s+)/).map((word) => (word.includes('@') ? breakable(word) : word))}`

const breakable = (address: string) =>
  address.split(/(?=@)|(?<=[._])(?=.)/).map((part, n) => html`${n > 0 && html`<wbr>`}${part}`)
