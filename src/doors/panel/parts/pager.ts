import { t, type Wording } from '../../../core/texts/text.ts'
import { html, type Html } from '../../../core/http/html.ts'

type Page = { total: number; limit: number; offset: number }

export function pager({ total, limit, offset }: Page, href: (offset: number) => string): Html | null {
  if (total <= limit) return null
  const [from, to] = [Math.min(offset + 1, total), Math.min(offset + limit, total)]
  const previous = html`
    <a class="button ghost" rel="prev" href="${href(Math.max(0, offset - limit))}">${t('Anteriores')}</a>
  `
  const next = html`<a class="button ghost" rel="next" href="${href(offset + limit)}">${t('Siguientes')}</a>`
  return html`
    <nav class="pager" aria-label="${t('Páginas')}">
      ${offset > 0 && previous}
      <span>${t('{range} de {total} | páginas', { range: `${from}–${to}`, total })}</span>
      ${to < total && next}
    </nav>
  `
}

export function pageOf(query: Record<string, string>, limit: number): { limit: number; offset: number } {
  const text = query['offset'] ?? ''
  return { limit, offset: /^\d{1,9}$/.test(text) ? Number(text) : 0 }
}

/** A page of a list; the last one where the offset is beyond the end, as after its only entries were deleted. */
export async function readPage<T extends { data: unknown[]; total: number }>(
  query: Record<string, string>,
  limit: number,
  read: (page: { limit: number; offset: number }) => Promise<T>,
): Promise<T & Page> {
  const page = pageOf(query, limit)
  const found = await read(page)
  if (found.total === 0 || page.offset < found.total) return { ...found, ...page }
  const last = { limit, offset: Math.floor((found.total - 1) / limit) * limit }
  return { ...(await read(last)), ...last }
}

/** The address of a list, `/pedidos?q=Ana&offset=50`, without the parameters that are empty. */
export function listHref(path: string, params: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) if (value) search.set(name, String(value))
  return search.size > 0 ? `${path}?${search.toString()}` : path
}

type Tab = { label: Wording; href: string; isCurrent: boolean; count?: number | null }

export const tabs = (label: Wording, entries: Tab[]): Html => html`
  <nav class="tabs" aria-label="${label}">
    <ul>
      ${entries.map(
        ({ label: text, href, isCurrent, count }) => html`
          <li>
            <a href="${href}"${isCurrent && html` aria-current="page"`}>
              ${text}
              ${count != null && html` <span class="count">${count}</span>`}
            </a>
          </li>
        `,
      )}
    </ul>
  </nav>
`
