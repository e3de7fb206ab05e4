import { html, type Html } from '../../core/http/html.ts'
import { whatsappChat } from '../../core/values/phone.ts'
import { selectProducts } from '../../products/list.ts'
import type { StoreContext } from '../page.ts'
import { icon } from '../parts/icon.ts'

/** What can be written, with products of the store. */
export async function chatExamples({ app, sql, store }: StoreContext): Promise<Html> {
  const query = { limit: 2, offset: 0, status: 'active', variants: 'active', sort: '-updatedAt' } as const
  const { data } = await selectProducts(sql, store.id, query)
  const [one, other = one] = data
  const name = (one?.name ?? 'pan de yuca').toLowerCase()
  const otherName = (other?.name ?? 'empanada').toLowerCase()
  const examples: [text: string, what: string][] = [
    ['hoy', 'Los pedidos y las ventas de hoy.'],
    ['pedidos', 'Los que esperan algo de ti.'],
    [`agotado ${name}`, 'Deja en cero lo que queda: se muestra como agotado.'],
    [`hay ${name}`, 'Se vende otra vez, sin contar cuántos quedan.'],
    [`hay ${otherName} 12`, 'Quedan 12.'],
    [`precio ${otherName} ${other?.price ?? 25}`, 'Su precio nuevo.'],
    ['pausa 2h', 'Cierra la tienda por dos horas, también para pedidos.'],
    ['cerrado hasta mañana 9', 'Cierra hasta esa hora.'],
    ['abierto', 'Abre otra vez.'],
    ['ayuda', 'Te recuerda todo esto.'],
    ['baja', 'Deja de enviarte avisos; «alta» los devuelve.'],
  ]
  return html`
    <ul class="list" aria-label="Lo que puedes escribir">
      ${examples.map(([text, what]) => html`<li>${exampleRow(app.config.whatsapp.displayNumber, text, what)}</li>`)}
    </ul>
    <p class="hint">No hace falta el nombre completo: si hay varios parecidos, te deja elegir. Lo que aplicas se puede
    deshacer por 24 horas, ahí o en Actividad.</p>
  `
}

/** Where the number of the service is known, it opens the chat with the text already written. */
function exampleRow(number: string | null, text: string, what: string): Html {
  const shown = html`<span class="row-text"><b>${text}</b><small>${what}</small></span>`
  if (number === null) return html`<div class="row">${shown}</div>`
  const href = whatsappChat(number, text)
  return html`<a class="row" href="${href}" target="_blank" rel="noopener">${shown}${icon('chat')}</a>`
}
