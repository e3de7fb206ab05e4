import { t, type Wording } from '../../../core/texts/text.ts'
import type { Category } from '../../../features/categories/category.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { sorts } from '../../../features/products/list.ts'
import type { StoreContext } from '../page.ts'
import { icon } from '../parts/icon.ts'
import { emptyState } from '../parts/list.ts'
import { listHref } from '../parts/pager.ts'

const statusNames = { '': t('Todos'), visibles: t('Visibles'), ocultos: t('Ocultos') }
const statuses = { visibles: 'active', ocultos: 'inactive' } as const

export function filterOf(query: Record<string, string>): Filter {
  const { estado = '', categoria, q = '', orden } = query
  const status = Object.hasOwn(statuses, estado) ? statuses[estado as keyof typeof statuses] : 'all'
  const sort = sorts.find((name) => name === orden)
  return {
    status,
    sort,
    search: q
      .slice(0, 120)
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim(),
    categoryId: categoria || undefined,
  }
}

/** The address of the list with other parameters, such as `?estado=ocultos&offset=50`. */
export function searchOf(query: Record<string, string>, changes: Record<string, string> = {}): string {
  const { estado, categoria, q, orden, offset } = query
  return listHref('', { estado, categoria, q, orden, offset, ...changes })
}

export type Filter = {
  status: 'active' | 'inactive' | 'all'
  /** Without one: the newest first, or of a search the best hit first. */
  sort: (typeof sorts)[number] | undefined
  search: string
  categoryId: string | undefined
}

const orders = (search: string) => ({
  '': search ? t('Más parecidos') : t('Más nuevos'),
  ...(search && { '-createdAt': t('Más nuevos') }),
  '-updatedAt': t('Últimos cambios'),
  name: t('Por nombre'),
  price: t('Menor precio'),
  '-price': t('Mayor precio'),
})

export function filterForm(
  { base, query }: StoreContext,
  filter: Filter,
  categories: Category[],
  path = '/productos',
): Html {
  const option = (value: string, label: Wording, chosen: string) => html`
    <option value="${value}"${value === chosen && html` selected`}>${label}</option>
  `
  const byCategory =
    categories.length > 0 &&
    html`
      <select name="categoria" aria-label="${t('Categoría')}">
        ${option('', t('Categorías'), filter.categoryId ?? '')}
        ${categories.map(({ id, name }) => option(id, name, filter.categoryId ?? ''))}
      </select>
    `
  const byStatus = html`
    <select name="estado" aria-label="${t('Qué productos')}">
      ${Object.entries(statusNames).map(([value, label]) => option(value, label, query['estado'] ?? ''))}
    </select>
  `
  const byOrder = html`
    <select name="orden" aria-label="${t('Orden')}">
      ${Object.entries(orders(filter.search)).map(([value, label]) => option(value, label, filter.sort ?? ''))}
    </select>
  `
  return html`
    <form class="filter" action="${base}${path}">
      <input type="search" name="q" value="${filter.search}" maxlength="120" placeholder="${t('Buscar producto')}"
        aria-label="${t('Buscar producto')}">
      ${byStatus}
      ${byCategory}
      ${byOrder}
      <button class="button ghost" aria-label="${t('Buscar')}">${icon('search')}</button>
    </form>
  `
}

/** Instead of a table of prices without products. */
export const nothingHere = ({ base }: StoreContext) =>
  emptyState(
    'products',
    t('Aquí no hay productos'),
    t('Prueba con otra palabra o quita los filtros.'),
    html`<a class="button ghost" href="${base}/productos">${t('Ir a los productos')}</a>`,
  )
