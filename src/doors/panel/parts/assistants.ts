import { html, type Html } from '../../../core/http/html.ts'
import type { Grant } from '../../../features/oauth/grant.ts'
import type { AccountContext } from '../page.ts'
import { sinceDay } from './time.ts'
import { buttonForm } from './form.ts'
import { icon } from './icon.ts'
import { sentenceOfScope } from './scope-sentences.ts'

/** The assistants with access (OAuth grants), each with its scopes and a button that revokes it. @param page the page with those forms */
export function assistantList({ form, app, store }: AccountContext, page: string, grants: Grant[]): Html {
  const rows = grants.map(({ id, clientName, redirectHost, storeName, memberName, scopes, ...times }) => {
    const where = store ? `lo conectó ${memberName}` : `en ${storeName}`
    const end = html`
      <button class="quiet" aria-label="Terminar el acceso de ${clientName}, ${where}">${icon('trash')}</button>
    `
    return html`
      <li>
        <span class="row-text">
          <b>${clientName}</b>
          <small>${redirectHost}, ${where}; ${useOf(times, store?.timeZone ?? 'UTC')}</small>
          <details>
            <summary>Lo que puede hacer</summary>
            <ul class="plain-list">${scopes.map((scope) => html`<li>${sentenceOfScope(scope)}</li>`)}</ul>
          </details>
        </span>
        <div class="tools">${buttonForm(form(`${page}/asistentes/${id}/terminar`), {}, end)}</div>
      </li>
    `
  })
  return html`
    <p class="muted">
      Claude, ChatGPT y otros trabajan en tu tienda cuando les das esta dirección: <code>${app.publicUrl}/api/mcp</code>
    </p>
    <p class="muted">
      Con esta, además, marcan pagos, proponen cambios, deshacen y suben muchos precios de una vez:
      <code>${app.publicUrl}/api/mcp?tools=all</code>
    </p>
    <p class="links"><a href="${app.publicUrl}/docs/guia/asistentes">Cómo se conecta</a></p>
    ${rows.length > 0 && html`<ul class="list plain-rows" aria-label="Asistentes">${rows}</ul>`}
  `
}

const useOf = ({ createdAt, lastUsedAt }: Pick<Grant, 'createdAt' | 'lastUsedAt'>, timeZone: string) =>
  lastUsedAt
    ? html`usado ${sinceDay(lastUsedAt, timeZone)}`
    : html`conectado ${sinceDay(createdAt, timeZone)}, sin usar todavía`
