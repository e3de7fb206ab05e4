import { commands } from '../../chat/commands.ts'
import { examples } from '../../chat/help.ts'
import { html, type Html } from '../../core/http/html.ts'
import { whatsappChat } from '../../core/values/phone.ts'
import type { StoreContext } from '../page.ts'
import { icon } from '../parts/icon.ts'

/** What can be written, with a product of the store. */
export async function chatExamples({ app, sql, store }: StoreContext): Promise<Html> {
  const number = app.config.whatsapp.displayNumber
  const rows = [...(await examples(sql, store, commands)), optOut]
  return html`
    <ul class="list" aria-label="Lo que puedes escribir">
      ${rows.map(({ text, says }) => html`<li>${exampleRow(number, text, says)}</li>`)}
    </ul>
    <p class="hint">
      No hace falta el nombre completo: si hay varios parecidos, eliges de una lista. Lo que apliques se puede
      deshacer: por 24 horas ahí mismo, y después en Actividad.
    </p>
  `
}

const optOut = { text: 'baja', says: 'no recibir más avisos; «alta» los devuelve' }

/** Where the number of the service is known, it opens the chat with the text already written. */
function exampleRow(number: string | null, text: string, says: string): Html {
  const shown = html`<span class="row-text"><b>${text}</b><small>${says}</small></span>`
  if (number === null) return html`<div class="row">${shown}</div>`
  const href = whatsappChat(number, text)
  return html`<a class="row" href="${href}" target="_blank" rel="noopener">${shown}${icon('chat')}</a>`
}
