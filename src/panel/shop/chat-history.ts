import { html, type Html } from '../../core/http/html.ts'
import { moment } from '../../pages/format.ts'
import { listMessages, type ShownMessage } from '../../whatsapp/list-messages.ts'
import type { StoreContext } from '../page.ts'
import { whatsappText } from '../parts/whatsapp-text.ts'

/** The last messages about the store, and what they did. */
export async function chatHistory({ sql, store }: StoreContext): Promise<Html> {
  const messages = await listMessages(sql, store.id)
  if (messages.length === 0)
    return html`<p class="muted">Todavía nada. Lo que escribas y toques se ve aquí, con lo que hizo.</p>`
  return html`
    <ol class="timeline">
      ${messages.map(
        (message) => html`
          <li${message.outcome === 'failed' && html` class="bad"`}>
            <b>${message.kind === 'other' ? 'Algo que no es texto' : `«${message.text}»`}</b>
            <small>${moment(message.receivedAt, store.timeZone)} · ${whatItDid(message)}</small>
          </li>
        `,
      )}
    </ol>
  `
}

const outcomes: Record<NonNullable<ShownMessage['outcome']>, string> = {
  answered: 'Se respondió',
  proposed: 'Se mostró un cambio, sin aplicarlo',
  applied: 'Se aplicó',
  rejected: 'No se pudo',
  link: 'Se envió un enlace',
  silent: 'Sin respuesta',
  late: 'Llegó con más de un día de retraso: no se hizo nada',
  failed: 'Falló: escríbelo otra vez',
}

const whatItDid = ({ outcome, summary }: ShownMessage): Html => {
  if (outcome === null) return html`Se está leyendo`
  return summary ? html`${outcomes[outcome]}: ${whatsappText(summary)}` : html`${outcomes[outcome]}`
}
