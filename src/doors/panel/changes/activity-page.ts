import { html, type Html } from '../../../core/http/html.ts'
import { dayAndMonth } from '../../../core/pages/format.ts'
import { listChangeRows } from '../../../features/changes/list.ts'
import type { Change } from '../../../features/changes/change.ts'
import { toChange } from '../../../features/changes/to-change.ts'
import { storePage, type StoreContext } from '../page.ts'
import { withBreaks, emptyState, list, section } from '../parts/list.ts'
import { listHref, pager, readPage, tabs } from '../parts/pager.ts'
import { since } from '../parts/time.ts'
import { mayUndo, undoButton, channels } from './activity-change.ts'

const PAGE = 50
const DAY = 24 * 3600 * 1000

const kinds = [
  { path: '', label: 'Todo', resource: undefined },
  { path: 'pedidos', label: 'Pedidos', resource: 'order' },
  { path: 'productos', label: 'Productos', resource: 'product' },
  { path: 'categorias', label: 'Categorías', resource: 'category' },
  { path: 'extras', label: 'Extras', resource: 'modifierGroup' },
  { path: 'descuentos', label: 'Descuentos', resource: 'discount' },
  { path: 'envios', label: 'Envíos', resource: 'shippingOption' },
  { path: 'tienda', label: 'Tienda', resource: 'store' },
  { path: 'diseno', label: 'Diseño', resource: 'theme' },
  { path: 'equipo', label: 'Equipo', resource: 'member' },
  { path: 'claves', label: 'Claves', resource: 'apiKey' },
  { path: 'webhooks', label: 'Webhooks', resource: 'webhook' },
  { path: 'conexiones', label: 'Conexiones', resource: 'connection' },
] as const

export const activityPage = storePage({
  path: '/actividad',
  needs: 'store:write',
  async show(context) {
    const { sql, store, query, base } = context
    const kind = kinds.find(({ path }) => path === (query['de'] ?? '')) ?? kinds[0]
    const rows = await readPage(query, PAGE, (page) =>
      listChangeRows(sql, store.id, { ...page, resource: kind.resource }),
    )
    const changes = rows.data.map((row) => toChange(row, row.accountName ?? row.accountEmail))
    const href = (offset: number, de: string = kind.path) => listHref(`${base}/actividad`, { de, offset })
    const entries = kinds.map(({ path, label }) => {
      return { label, href: href(0, path), isCurrent: path === kind.path }
    })
    return {
      title: 'Actividad',
      main: html`
        ${tabs('Qué cambios', entries)}
        ${changes.length > 0 ? days(context, changes) : emptyList(base)}
        ${pager(rows, href)}
      `,
    }
  },
})

function days(context: StoreContext, changes: Change[]): Html {
  const dayOf = (instant: string) => dayAndMonth(instant, context.store.timeZone).in('es')
  const now = Date.now()
  const names = new Map([
    [dayOf(new Date(now).toISOString()), 'Hoy'],
    [dayOf(new Date(now - DAY).toISOString()), 'Ayer'],
  ])
  const byDay = Map.groupBy(changes, ({ createdAt }) => dayOf(createdAt))
  return html`
    ${[...byDay].map(([day, some]) => {
      const name = names.get(day) ?? day
      return section(name, list(some.map((change) => rowOf(context, change)), name)) // prettier-ignore
    })}
  `
}

function rowOf(context: StoreContext, change: Change) {
  const { id, summary, by, createdAt, undoneBy } = change
  return {
    href: `${context.base}/actividad/${id}`,
    title: withBreaks(summary),
    detail: html`
      ${since(createdAt, context.store.timeZone)} · ${channels[by]}
      ${undoneBy && html` · deshecho`}
    `,
    isFaint: undoneBy !== null,
    beside: mayUndo(change) && undoButton(context, change),
  }
}

const emptyList = (base: string) =>
  emptyState(
    'clock',
    'Todavía no hay cambios',
    'Aquí queda, durante 90 días, quién cambió qué en la tienda: productos, precios, ajustes, equipo.',
    html`<a class="button ghost" href="${base}/productos">Ir a los productos</a>`,
  )
