import { html, type Html } from '../../core/http/html.ts'
import type { Grant } from '../../oauth/grant.ts'
import type { AccountContext } from '../page.ts'
import { ago } from '../parts/ago.ts'
import { buttonForm } from '../parts/form.ts'
import { icon } from '../parts/icon.ts'
import { section } from '../parts/list.ts'
import { sentenceOfScope } from '../parts/scope-sentences.ts'

/** The assistants that signed in by themselves, each with what it may do and a button that ends it. */
export function assistantsSection({ form, app }: AccountContext, grants: Grant[]): Html {
  const rows = grants.map(({ id, clientName, redirectHost, storeName, scopes, createdAt, lastUsedAt }) => {
    const end = html`
      <button class="quiet" aria-label="Terminar el acceso de ${clientName} a ${storeName}">${icon('trash')}</button>
    `
    return html`
      <li>
        <span class="row-text">
          <b>${clientName}</b>
          <small>
            ${redirectHost}, en ${storeName};
            ${lastUsedAt ? html`usado ${ago(lastUsedAt)}` : html`conectado ${ago(createdAt)}, sin usar todavía`}
          </small>
          <details>
            <summary>Lo que puede hacer</summary>
            <ul class="plain-list">${scopes.map((scope) => html`<li>${sentenceOfScope(scope)}</li>`)}</ul>
          </details>
        </span>
        <div class="tools">${buttonForm(form(`/cuenta/asistentes/${id}/terminar`), {}, end)}</div>
      </li>
    `
  })
  return section(
    'Asistentes con acceso',
    html`
      <p class="muted">
        Claude, ChatGPT y otros trabajan en tu tienda cuando les das esta dirección: <code>${app.publicUrl}/api/mcp</code>
      </p>
      ${rows.length > 0 && html`<ul class="list plain-rows" aria-label="Asistentes">${rows}</ul>`}
    `,
  )
}
