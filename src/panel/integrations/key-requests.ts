import { listKeyRequests, type KeyRequest } from '../../api-keys/request-log.ts'
import { html, type Html } from '../../core/http/html.ts'
import type { StoreContext } from '../page.ts'
import { badge, section } from '../parts/list.ts'
import { pageOf, pager } from '../parts/pager.ts'
import { since } from '../parts/time.ts'

const PAGE_SIZE = 20

/** The requests with a key in the last 7 days, which only owners see. */
export async function keyRequests(
  { base, sql, store, query }: StoreContext,
  keyId: string,
): Promise<Html | null> {
  if (store.role !== 'OWNER') return null
  const page = pageOf(query, PAGE_SIZE)
  const { data, total } = await listKeyRequests(sql, keyId, page)
  const rows = data.map((request) => rowOf(request, store.timeZone))
  return section(
    'Solicitudes',
    html`
      ${total === 0 && html`<p class="muted">En los últimos 7 días, ninguna.</p>`}
      ${total > 0 && html`<ul class="plain-list" aria-label="Solicitudes">${rows}</ul>`}
      ${pager({ ...page, total }, (offset) => `${base}/claves/${keyId}?offset=${offset}`)}
      <p class="hint">Se guardan 7 días, sin lo que llevan detrás del signo «?».</p>
    `,
  )
}

const rowOf = ({ method, path, status, duration, at }: KeyRequest, timeZone: string) => {
  const kind = status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good'
  const time = html`<small>${since(at, timeZone)}, ${duration} ms</small>`
  return html`<li>${badge(String(status), kind)} <code>${method} ${path}</code> ${time}</li>`
}
