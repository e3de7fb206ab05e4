import { sorts } from '../../products/list.ts'
import type { Filter } from './product-filter.ts'

const statuses = { visibles: 'active', ocultos: 'inactive' } as const

/** The filters in a query string; invalid ones are ignored. */
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
  const params = Object.entries({ estado, categoria, q, orden, offset, ...changes }).filter(
    ([, value]) => value,
  )
  const search = new URLSearchParams(params as [string, string][]).toString()
  return search && `?${search}`
}
