import { t } from '../../../core/texts/text.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { dayAndMonth } from '../../../core/pages/format.ts'
import { listChangeRows } from '../../../features/changes/list.ts'
import { toShownChange, type ShownChange } from '../../../features/changes/to-change.ts'
import { storePage, type StoreContext } from '../page.ts'
import { withBreaks, emptyState, list, section } from '../parts/list.ts'
import { listHref, pager, readPage, tabs } from '../parts/pager.ts'
import { since } from '../parts/time.ts'
import { mayUndo, undoButton, channels } from './activity-change.ts'

const PAGE = 50
const DAY = 24 * 3600 * 1000

const kinds = [
  { path: '', label: t('Todo'), resource: undefined },
  { path: 'pedidos', label: t('Pedidos'), resource: 'order' },
  { path: 'productos', label: t('Productos'), resource: 'product' },
  { path: 'categorias', label: t('Categorías'), resource: 'category' },
  { path: 'extras', label: t('Extras'), resource: 'modifierGroup' },
  { path: 'descuentos', label: t('Descuentos'), resource: 'discount' },
  { path: 'envios', label: t('Envíos'), resource: 'shippingOption' },
  { path: 'tienda', label: t('Tienda'), resource: 'store' },
  { path: 'diseno', label: t('Diseño'), resource: 'theme' },
  { path: 'equipo', label: t('Equipo'), resource: 'member' },
  { path: 'claves', label: t('Claves'), resource: 'apiKey' },
  { path: 'webhooks', label: t('Webhooks'), resource: 'webhook' },
  { path: 'conexiones', label: t('Conexiones'), resource: 'connection' },
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
    const changes = rows.data.map((row) => toShownChange(row, row.accountName ?? row.accountEmail))
    const href = (offset: number, de: string = kind.path) => listHref(`${base}/actividad`, { de, offset })
    const entries = kinds.map(({ path, label }) => {
      return { label, href: href(0, path), isCurrent: path === kind.path }
    })
    return {
      title: t('Actividad'),
      main: html`
        ${tabs(t('Qué cambios'), entries)}
        ${changes.length > 0 ? days(context, changes) : emptyList(base)}
        ${pager(rows, href)}
      `,
    }
  },
})

function days(context: StoreContext, changes: ShownChange[]): Html {
  const dayIn = (instant: string) => dayAndMonth(instant, context.store.timeZone)
  const keyOf = (instant: string) => dayIn(instant).in('es')
  const now = Date.now()
  const names = new Map([
    [keyOf(new Date(now).toISOString()), t('Hoy')],
    [keyOf(new Date(now - DAY).toISOString()), t('Ayer')],
  ])
  const byDay = Map.groupBy(changes, ({ createdAt }) => keyOf(createdAt))
  return html`
    ${[...byDay].map(([day, some]) => {
      const name = names.get(day) ?? dayIn(some[0]!.createdAt)
      return section(name, list(some.map((change) => rowOf(context, change)), name)) // prettier-ignore
    })}
  `
}

function rowOf(context: StoreContext, change: ShownChange) {
  const { id, summary, by, createdAt, undoneBy } = change
  return {
    href: `${context.base}/actividad/${id}`,
    title: withBreaks(summary),
    detail: html`
      ${since(createdAt, context.store.timeZone)} · ${channels[by]}
      ${undoneBy && html` · ${t('deshecho')}`}
    `,
    isFaint: undoneBy !== null,
    beside: mayUndo(change) && undoButton(context, change),
  }
}

const emptyList = (base: string) =>
  emptyState(
    'clock',
    t('Todavía no hay cambios'),
    t('Aquí queda, durante 90 días, quién cambió qué en la tienda: productos, precios, ajustes, equipo.'),
    html`<a class="button ghost" href="${base}/productos">${t('Ir a los productos')}</a>`,
  )
