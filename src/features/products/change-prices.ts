import { t, type Localized } from '../../core/texts/text.ts'
import { Type, type Static } from 'typebox'
import type { Sql } from '../../core/database/db.ts'
import { conflict, invalid } from '../../core/errors/errors.ts'
import { Body, dataOf, Reference, SingleLine } from '../../core/http/schema.ts'
import { requireWithinLimit } from '../../core/limits/rate-limit.ts'
import { operation } from '../../core/operations/operation.ts'
import { MAX_AMOUNT } from '../../core/values/money.ts'
import { fold } from '../../core/values/text.ts'
import { CAPS } from '../billing/plans.ts'
import { lockCatalog } from '../stores/catalog-version.ts'
import { selectPrices } from './list.ts'
import {
  losesQuantityPrices,
  priceChanges,
  roundingNames,
  seenOf,
  type PriceChange,
} from './price-percent.ts'
import { MAX_CHANGE_MS, writePrices } from './prices.ts'

/** The most products that one request changes: the whole catalog of a plan. */
const MAX_PRODUCTS = CAPS.paid.products
/** The most variants that these may have. Measured: 10,000 products with 20,000 prices of variants take 5 s, and orders of them wait. */
const MAX_VARIANTS = 50_000
/** The most products that are named by their ids: a body with more would be large. */
const MAX_IDS = 300
const MAX_SHOWN = 20
const LIMIT = { name: 'price-changes', max: 10, seconds: 60 }
const PercentBody = Body({
  percent: Type.Number({
    minimum: -99,
    maximum: 1000,
    description: '5 sube los precios un 5 %; -10 los baja un 10 %. Hasta dos decimales',
  }),
  rounding: Type.Optional(
    Type.Enum(roundingNames, {
      description:
        '1: a enteros; 5, 10, 50, 100, 500: a múltiplos; .90 y 990: terminados así. En monedas sin centavos (CLP, PYG) ' +
        '1 es 100, 5 es 50 y .90 es 990. Si falta, hasta los decimales de la moneda',
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
      maxItems: MAX_IDS,
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
type PercentBody = Static<typeof PercentBody>

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
  body: PercentBody,
  errors: ['NOT_FOUND', '409 CHANGED_SINCE'],
  response: { 200: dataOf(PriceChanges) },
  maxHandlerMs: MAX_CHANGE_MS,
  async prepare({ sql, store, body, service }) {
    checkRequest(body)
    if (!body.dryRun) await requireWithinLimit(service.hits, LIMIT, store.id)
    const { rows } = await select(sql, store.id, await filterOf(sql, store.id, body))
    return rows.map(({ id }) => id)
  },
  async run({ sql, store, body, prepared: ids }) {
    const { percent, rounding, dryRun = false } = body
    if (!dryRun) await lockCatalog(sql, store.id)
    const { rows } = await select(sql, store.id, { status: 'all', ids })
    const changes = priceChanges(rows, { percent, rounding, digits: store.currencyDigits })
    rejectExcess(changes)
    const seen = seenOf(changes)
    if (!dryRun && seen !== body.seen) throw changedSince()
    if (!dryRun)
      await writePrices(
        sql,
        store.id,
        changes.map(({ after }) => after),
      )
    const [matched, changed] = [rows.length, changes.length]
    return { data: { dryRun, matched, changed, seen, products: changes.slice(0, MAX_SHOWN).map(shown) } }
  },
})

function checkRequest({ percent, productIds, category, search, status, dryRun, seen }: PercentBody): void {
  if (percent === 0 || Math.round(percent * 100) / 100 !== percent)
    throw invalid('percent', 'invalid', t('Debe ser distinto de 0, con dos decimales como máximo'))
  if (productIds && (category ?? search ?? status) !== undefined)
    throw invalid('productIds', 'invalid', t('Los productos van sin category, search ni status'))
  if (!dryRun && seen === undefined)
    throw invalid('seen', 'required', t('Ensaya antes con dryRun, y envía el seen de esa respuesta'))
}

async function select(sql: Sql, storeId: string, filter: Parameters<typeof selectPrices>[2]) {
  const found = await selectPrices(sql, storeId, filter, MAX_VARIANTS)
  const { total, variants } = found
  if (total > MAX_PRODUCTS) throw tooMany(t('{max} productos, y son {total}', { max: MAX_PRODUCTS, total }))
  if (variants > MAX_VARIANTS)
    throw tooMany(t('{max} variantes, y son {total}', { max: MAX_VARIANTS, total: variants }))
  return found
}

async function filterOf(sql: Sql, storeId: string, body: PercentBody) {
  const { productIds: ids, category, search, status = 'all' } = body
  if (ids) {
    const found = new Set((await select(sql, storeId, { status, ids })).rows.map(({ id }) => id))
    const missing = ids.findIndex((id) => !found.has(id))
    if (missing >= 0) throw invalid(`productIds.${missing}`, 'not_found', t('Este producto no existe'))
  }
  const categoryId = category === undefined ? undefined : await categoryIdOf(sql, storeId, category)
  return { status, search, categoryId, ids }
}

/** By its id, its slug or, where only one has it, its name. @throws 400 */
async function categoryIdOf(sql: Sql, storeId: string, text: string): Promise<string> {
  const all = await sql<{ id: string; slug: string; name: string }[]>`
    select id, slug, name from categories where store_id = ${storeId}`
  const exact = all.find(({ id }) => id === text) ?? all.find(({ slug }) => slug === text)
  const named = exact ? [exact] : all.filter(({ name }) => fold(name) === fold(text))
  if (named.length === 1) return named[0]!.id
  if (named.length === 0) throw invalid('category', 'not_found', t('Esta categoría no existe'))
  const slugs = named.map(({ slug }) => slug).join(', ')
  throw invalid(
    'category',
    'invalid',
    t('Varias categorías se llaman así; elige por slug: {slugs}', { slugs }),
  )
}

/** @throws 400 */
function rejectExcess(changes: PriceChange[]): void {
  const isTooHigh = ({ after: { price, own } }: PriceChange) =>
    [{ price }, ...Object.values(own)].some((one) => one.price! > MAX_AMOUNT)
  const first = changes.find(isTooHigh)
  if (first)
    throw invalid(
      'percent',
      'maximum',
      t('{name} costaría más de {max}', { name: first.before.name, max: String(MAX_AMOUNT) }),
    )
}

const changedSince = () =>
  conflict(
    'CHANGED_SINCE',
    t('Los precios cambiaron mientras los mirabas: no cambió ninguno. Míralos otra vez'),
  )

const tooMany = (what: Localized) =>
  invalid(
    'category',
    'max_items',
    t('De una vez se cambian hasta {what}: elige una categoría, o busca una palabra', { what }),
  )

const shown = (change: PriceChange) => ({
  id: change.before.id,
  name: change.before.name,
  from: change.before.price,
  to: change.after.price,
  variants: Object.keys(change.before.own).length,
  losesComparePrice: change.before.comparePrice !== change.after.comparePrice,
  losesQuantityPrices: losesQuantityPrices(change),
})
