import { Type, type Static } from 'typebox'
import { invalid } from '../../core/errors/errors.ts'
import { cleanText } from '../../core/values/text.ts'
import { listProductsOnSale } from '../../features/catalog/catalog.ts'
import { noFilters } from '../../features/catalog/filters.ts'
import { fromMinor } from './amount.ts'
import { ucpOperation } from './operation.ts'
import { showProducts, type Shown } from './product.ts'
import { categoryIds, Filters, hints, listCategories, priceBounds } from './request.ts'
import { t } from '../../core/texts/text.ts'

const [LIMIT, MAX_LIMIT] = [10, 50]
/** As many letters as the shop's own search takes. */
const MAX_QUERY = 80
/** Variants and choices of a page of products, which ends before it has more: 50 products may have 100 and 500 each. */
const MAX_WEIGHT = 2_500

const Body = Type.Object({
  query: Type.Optional(
    Type.String({ description: 'Lo que se busca, en palabras; perdona errores al escribir' }),
  ),
  filters: Type.Optional(Filters),
  pagination: Type.Optional(
    Type.Object({
      cursor: Type.Optional(Type.String({ description: 'El de la página anterior' })),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, description: `${LIMIT} si falta, ${MAX_LIMIT} como máximo` }),
      ),
    }),
  ),
  ...hints,
})

export const searchCatalog = ucpOperation<Static<typeof Body>>({
  tool: 'search_catalog',
  rest: 'POST /catalog/search',
  capability: 'dev.ucp.shopping.catalog.search',
  title: 'Buscar productos',
  description:
    'Los productos de la tienda que coinciden con unas palabras, una categoría o un precio, con sus variantes, precios y ' +
    'disponibilidad. Los importes son enteros en unidades menores de la moneda.',
  argument: 'catalog',
  body: Body,
  isRead: true,
  async run(caller) {
    const { sql, shop, body } = caller
    const search = cleanText((body.query ?? '').slice(0, MAX_QUERY), 'one') ?? ''
    const isFiltered = body.filters?.categories?.length || body.filters?.price
    if (!search && !isFiltered) throw invalid('query', 'required', t('Envía `query` o un filtro'))
    const { limit = LIMIT, cursor } = body.pagination ?? {}
    const offset = readCursor(cursor)
    const { min, max, messages } = priceBounds(shop, body)
    const categories = await listCategories(sql, shop.id)
    const { products, total } = await listProductsOnSale(sql, shop.id, {
      search,
      sort: search ? 'parecido' : 'nuevos',
      categoryIds: categoryIds(categories, body),
      filters: {
        ...noFilters,
        minPrice: min === 0 ? null : fromMinor(shop, min),
        maxPrice: fromMinor(shop, max),
      },
      limit: Math.min(limit, MAX_LIMIT),
      offset,
    })
    const shown = fitting(await showProducts(caller, products, categories))
    const next = offset + shown.length
    return {
      products: shown.map(({ product }) => product),
      pagination: {
        ...(next < total && { cursor: toCursor(next) }),
        has_next_page: next < total,
        total_count: total,
      },
      ...(messages.length > 0 && { messages }),
    }
  },
})

/** The first of them that weigh little enough together; one at least. */
function fitting(shown: Shown[]): Shown[] {
  let weight = 0
  const end = shown.findIndex(
    (one, n) => (weight += one.product.variants.length + one.choices) > MAX_WEIGHT && n > 0,
  )
  return end === -1 ? shown : shown.slice(0, end)
}

const toCursor = (offset: number) => Buffer.from(`desde ${offset}`).toString('base64url')

/** @throws 400 on a cursor that is none of ours */
function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const [, offset] = /^desde (\d{1,5})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (offset === undefined)
    throw invalid('pagination.cursor', 'invalid', t('No es un cursor de esta búsqueda'))
  return Number(offset)
}
