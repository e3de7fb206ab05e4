import { t } from '../../../core/texts/text.ts'
import { html, type Html } from '../../../core/http/html.ts'
import type { Grant } from '../../../features/oauth/grant.ts'
import type { AccountContext } from '../page.ts'
import { sinceDay } from './time.ts'
import { buttonForm } from './form.ts'
import { icon } from './icon.ts'
import { sentenceOfScope } from './scope-sentences.ts'

export function assistantList({ form, app, store }: AccountContext, page: string, grants: Grant[]): Html {
  const rows = grants.map(({ id, clientName, redirectHost, storeName, memberName, scopes, ...times }) => {
    const where = store
      ? t('lo conectó {member}', { member: memberName })
      : t('en {store}', { store: storeName })
    const what = t('Terminar el acceso de {client}, {where}', { client: clientName, where })
    const end = html`<button class="quiet" aria-label="${what}">${icon('trash')}</button>`
    return html`
      <li>
        <span class="row-text">
          <b>${clientName}</b>
          <small>${redirectHost}, ${where}; ${useOf(times, store?.timeZone ?? 'UTC')}</small>
          <details>
            <summary>${t('Lo que puede hacer')}</summary>
            <ul class="plain-list">${scopes.map((scope) => html`<li>${sentenceOfScope(scope)}</li>`)}</ul>
          </details>
        </span>
        <div class="tools">${buttonForm(form(`${page}/asistentes/${id}/terminar`), {}, end)}</div>
      </li>
    `
  })
  return html`
    <p class="muted">
      ${t('Claude, ChatGPT y otros trabajan en tu tienda cuando les das esta dirección: {address}', {
        address: html`<code>${app.publicUrl}/api/mcp</code>`,
      })}
    </p>
    <p class="muted">
      ${t(
        'Con esta, además, marcan pagos, proponen cambios, deshacen y suben muchos precios de una vez: {address}',
        {
          address: html`<code>${app.publicUrl}/api/mcp?tools=all</code>`,
        },
      )}
    </p>
    <p class="links"><a href="${app.publicUrl}/docs/guia/asistentes">${t('Cómo se conecta')}</a></p>
    ${rows.length > 0 && html`<ul class="list plain-rows" aria-label="${t('Asistentes')}">${rows}</ul>`}
  `
}

const useOf = ({ createdAt, lastUsedAt }: Pick<Grant, 'createdAt' | 'lastUsedAt'>, timeZone: string) =>
  lastUsedAt
    ? t('usado {when}', { when: sinceDay(lastUsedAt, timeZone) })
    : t('conectado {when}, sin usar todavía', { when: sinceDay(createdAt, timeZone) })
