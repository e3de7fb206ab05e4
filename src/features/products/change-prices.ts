import { Type, type Static } from 'typebox'
import type { Sql, Tx } from '../../core/database/db.ts'
import { ApiError, conflict, invalid } from '../../core/errors/errors.ts'
import { Body, dataOf, Reference, SingleLine } from '../../core/http/schema.ts'
import { requireWithinLimit } from '../../core/limits/rate-limit.ts'
import { operation } from '../../core/operations/operation.ts'
import { fold } from '../../core/values/text.ts'
import { lockCatalog } from '../stores/catalog-version.ts'
import { findProducts } from './get.ts'
import { selectProducts } from './list.ts'
import { losesQuantityPrices, priceChanges, seenOf, type PriceChange } from './price-percent.ts'
import { changeProduct } from './update.ts'
import { lockVariants } from './variants.ts'

/** The most products that one request changes: orders of them wait meanwhile, and each has its event. */
export const MAX_PRODUCTS = 300
/** The most variants, of which an undo can take back no more. */
const MAX_VARIANTS = 2000
const MAX_SHOWN = 20
/** Together as many products as the requests of a minute could change one by one, times 30. */
const LIMIT = { name: 'price-changes', max: 10, seconds: 60 }

const NewPrices = Body({
  percent: Type.Number({
    minimum: -99,
    maximum: 1000,
    description: '5 sube los precios un 5 %; -10 los baja un 10 %. Hasta dos decimales',
  }),
  rounding: Type.Optional(
    Type.Enum(['1', '5', '.90'], {
      description:
        '1: a enteros; 5: a múltiplos de 5; .90: terminados en .90. Sin centavos (CLP, PYG): a 100, a 50, y terminados en 990',
    }),
  ),
  category: Type.Optional(
    SingleLine({ max: 80, description: 'Solo los de esta categoría: su id, su slug o su nombre' }),
  ),
  search: Type.Optional(SingleLine({ max: 120, description: 'Solo los que encuentra esta búsqueda' })),
  status: Type.Optional(
    Type.Enum(['active', 'inactive', 'all'], { description: 'Si falta, todos: también los que no se ven' }),
  ),
  productIds: Type.Optional(
    Type.Array(Reference('Producto'), {
      minItems: 1,
      maxItems: MAX_PRODUCTS,
      description: 'Solo estos, en lugar de category, search y status',
    }),
  ),
  dryRun: Type.Optional(
    Type.Boolean({ description: 'true: dice cómo quedarían los precios, y no cambia ninguno' }),
  ),
  seen: Type.Optional(
    SingleLine({ max: 64, description: 'El `seen` que respondió el ensayo; sin él no se cambia nada' }),
  ),
})
type NewPrices = Static<typeof NewPrices>

const PriceChanges = Type.Object({
  dryRun: Type.Boolean(),
  matched: Type.Integer({ description: 'Cuántos productos se eligieron' }),
  changed: Type.Integer({ description: 'De cuántos cambia el precio' }),
  seen: Type.String({ description: 'Lo que el ensayo mostró; se envía para aplicarlo' }),
  products: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      from: Type.Number(),
      to: Type.Number(),
      variants: Type.Integer({
        description: 'Cuántas variantes tienen un precio propio, que también cambia',
      }),
      losesComparePrice: Type.Boolean({ description: 'Si su precio anterior ya no sería mayor, y se quita' }),
      losesQuantityPrices: Type.Boolean({
        description: 'Si por el redondeo un precio por cantidad ya no sería menor, y se quita',
      }),
    }),
    { description: `Los primeros ${MAX_SHOWN} que cambian` },
  ),
})

export const changePrices = operation({
  id: 'changePrices',
  rest: 'POST /products/prices',
  scope: 'products:write',
  summary: 'Cambiar muchos precios',
  description:
    `Sube o baja por porcentaje los precios de hasta ${MAX_PRODUCTS} productos, con los de sus variantes, todos o ninguno. ` +
    'Primero con `dryRun`, que dice cómo quedarían; después con el `seen` de esa respuesta: si algún precio cambió mientras ' +
    `tanto, 409 \`CHANGED_SINCE\`. Hasta ${LIMIT.max} por minuto y tienda, sin contar los ensayos. Se deshace como un solo cambio.`,
  body: NewPrices,
  errors: ['NOT_FOUND', '409 CHANGED_SINCE'],
  response: { 200: dataOf(PriceChanges) },
  async prepare({ sql, store, body, service }) {
    checkRequest(body)
    if (!body.dryRun) await requireWithinLimit(service.hits, LIMIT, store.id)
    return selectedIds(sql, store.id, body)
  },
  async run({ sql, store, body, prepared: ids }) {
    if (!body.dryRun) await lockForChange(sql, store.id, ids)
    const { percent, rounding = '', dryRun = false } = body
    const rows = await findProducts(sql, store.id, ids)
    const changes = priceChanges(ids, rows, { percent, rounding, digits: store.currencyDigits })
    if (hasTooManyVariants(changes)) throw tooMany(`${MAX_VARIANTS} variantes`)
    const seen = seenOf(changes)
    if (!dryRun) await applyChanges(sql, store.id, changes, seen === body.seen)
    const { size: matched } = rows
    return {
      data: {
        dryRun,
        matched,
        changed: changes.length,
        seen,
        products: changes.slice(0, MAX_SHOWN).map(shown),
      },
    }
  },
})

/** @throws 400 */
function checkRequest({ percent, productIds, category, search, status, dryRun, seen }: NewPrices): void {
  if (percent === 0 || Math.round(percent * 100) / 100 !== percent)
    throw invalid('percent', 'invalid', 'Debe ser distinto de 0, con dos decimales como máximo')
  if (productIds && (category ?? search ?? status) !== undefined)
    throw invalid('productIds', 'invalid', 'Los productos van sin category, search ni status')
  if (!dryRun && seen === undefined)
    throw invalid('seen', 'required', 'Ensaya antes con dryRun, y envía el seen de esa respuesta')
}

/** @throws 400 on what does not exist, and on more than one change may have */
async function selectedIds(sql: Sql, storeId: string, body: NewPrices): Promise<string[]> {
  const { productIds, category, search, status = 'all' } = body
  if (productIds) {
    const found = await findProducts(sql, storeId, productIds)
    const missing = productIds.findIndex((id) => !found.has(id))
    if (missing >= 0) throw invalid(`productIds.${missing}`, 'not_found', 'Este producto no existe')
    return productIds
  }
  const categoryId = category === undefined ? undefined : await categoryIdOf(sql, storeId, category)
  const page = { limit: MAX_PRODUCTS, offset: 0, variants: 'active' as const }
  const { data, total } = await selectProducts(sql, storeId, { ...page, status, search, categoryId })
  if (total > MAX_PRODUCTS) throw tooMany(`${MAX_PRODUCTS} productos, y son ${total}`)
  return data.map(({ id }) => id)
}

/** By its id, its slug or, where only one has it, its name. @throws 400 */
async function categoryIdOf(sql: Sql, storeId: string, text: string): Promise<string> {
  const all = await sql<{ id: string; slug: string; name: string }[]>`
    select id, slug, name from categories where store_id = ${storeId}`
  const exact = all.find(({ id }) => id === text) ?? all.find(({ slug }) => slug === text)
  const named = exact ? [exact] : all.filter(({ name }) => fold(name) === fold(text))
  if (named.length === 1) return named[0]!.id
  if (named.length === 0) throw invalid('category', 'not_found', 'Esta categoría no existe')
  const slugs = named.map(({ slug }) => slug).join(', ')
  throw invalid('category', 'invalid', `Varias categorías se llaman así; elige por slug: ${slugs}`)
}

/** Until the transaction ends, neither a person nor an order changes these products. */
async function lockForChange(tx: Tx, storeId: string, ids: string[]) {
  await lockCatalog(tx, storeId)
  await lockVariants(tx, storeId, ids)
}

/** @throws 409 where the prices are not those that were seen, and the first error of a product: then none is changed */
async function applyChanges(
  tx: Tx,
  storeId: string,
  changes: PriceChange[],
  isAsSeen: boolean,
): Promise<void> {
  if (!isAsSeen)
    throw conflict(
      'CHANGED_SINCE',
      'Los precios cambiaron mientras los mirabas: no cambió ninguno. Míralos otra vez',
    )
  for (const { row, body } of changes) {
    await changeProduct(tx, storeId, row.id, body).catch((error: unknown) => {
      throw error instanceof ApiError && error.status < 500
        ? invalid('body', 'invalid', `No cambió ninguno. ${row.name}: ${error.body.error}`)
        : error
    })
  }
}

export const hasTooManyVariants = (changes: PriceChange[]) =>
  changes.reduce((sum, { row }) => sum + row.variants.length, 0) > MAX_VARIANTS

const tooMany = (what: string) =>
  invalid(
    'category',
    'max_items',
    `De una vez se cambian hasta ${what}: elige una categoría, o busca una palabra`,
  )

function shown(change: PriceChange) {
  const { row, body } = change
  return {
    id: row.id,
    name: row.name,
    from: row.price,
    to: body.price,
    variants: row.variants.filter(({ price }) => price !== null).length,
    losesComparePrice: 'comparePrice' in body,
    losesQuantityPrices: losesQuantityPrices(change),
  }
}
