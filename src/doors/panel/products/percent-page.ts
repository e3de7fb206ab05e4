import { Type, type Static } from 'typebox'
import { html, type Html } from '../../../core/http/html.ts'
import { Body } from '../../../core/http/schema.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { readPercentage, valueOf } from '../../../core/values/written-amount.ts'
import { plural } from '../../../core/pages/format.ts'
import { changePrices, hasTooManyVariants, MAX_PRODUCTS } from '../../../features/products/change-prices.ts'
import { findProducts } from '../../../features/products/get.ts'
import { selectProducts } from '../../../features/products/list.ts'
import type { ProductRow } from '../../../features/products/product.ts'
import { countWrites } from '../forms/bulk.ts'
import { offerUndo, performOnceAs } from '../forms/perform.ts'
import { contentKey } from '../forms/submit.ts'
import { storePage, type StoreContext, type View } from '../page.ts'
import { buttonForm } from '../parts/form.ts'
import {
  MAX_PERCENT,
  priceChanges,
  roundings,
  seenOf,
  type PercentChange,
  type PriceChange,
} from '../../../features/products/price-percent.ts'
import { filterOf, nothingHere, searchOf } from './product-filter.ts'

const PATH = '/productos/precios/porcentaje'
const MAX_SHOWN = 40

const Applied = Body({
  percent: Type.Number({ minimum: -99, maximum: MAX_PERCENT }),
  rounding: Type.Optional(Type.String({ maxLength: 8 })),
  seen: Type.String(),
})

/** Prices changed by percent, of all products that the list is filtered by: how many first, then how they would be, then at once. */
export const percentPage = storePage({
  path: PATH,
  needs: 'products:write',
  show: (context) => show(context),
  forms: {
    [PATH]: {
      body: Applied,
      percentages: () => ({ percent: MAX_PERCENT }),
      async run(context, { percent, rounding = '', seen }: Static<typeof Applied>, key) {
        const { status, search, categoryId: category } = filterOf(context.query)
        await countWrites(context, (await findFiltered(context)).ids.length)
        const body = {
          percent,
          seen,
          status,
          ...(rounding && { rounding }),
          ...(search && { search }),
          ...(category && { category }),
        }
        const once = contentKey(key, body)
        const { data } = await performOnceAs(context, changePrices, { body }, once)
        const count = data['changed'] as number
        const next = `/productos/precios${searchOf(context.query, { offset: '' })}`
        const message = `${percent < 0 ? 'Bajaste' : 'Subiste'} precios ${percentText(percent)}: ${plural(count, 'producto', 'productos')}`
        return { message, next, ...(await offerUndo(context, '/productos/precios')) }
      },
    },
  },
})

const percentText = (percent: number) => `${Math.abs(percent)} %`

/** The products that the list is filtered by, of at most as many as one change may have. */
async function findFiltered({ sql, store, query }: StoreContext) {
  const page = { limit: MAX_PRODUCTS, offset: 0, variants: 'active' as const }
  const { data, total } = await selectProducts(sql, store.id, { ...filterOf(query), ...page })
  return { ids: total > MAX_PRODUCTS ? [] : data.map(({ id }) => id), total }
}

async function show(context: StoreContext): Promise<View> {
  const { sql, store, base, query } = context
  const { ids, total } = await findFiltered(context)
  const head = {
    title: 'Precios por porcentaje',
    back: { href: `${base}/productos/precios${searchOf(query, { offset: '' })}`, label: 'Precios' },
  }
  if (total === 0) return { ...head, main: nothingHere(context) }
  const change = changeIn(query, store.currencyDigits)
  const rows =
    change && ids.length > 0 ? await findProducts(sql, store.id, ids) : new Map<string, ProductRow>()
  const changes = change ? priceChanges(ids, rows, change) : []
  const isTooMuch = hasTooManyVariants(changes)
  return {
    ...head,
    main: html`
      <p>
        <b>${total === 1 ? '1 producto' : `Los ${total} productos`}</b> ${filterText(context)}
        <a class="quiet" href="${base}/productos${searchOf(query, { offset: '' })}">Elegir otros</a>
      </p>
      ${total > MAX_PRODUCTS || isTooMuch ? tooMany : percentForm(context)}
      ${change && !isTooMuch && ids.length > 0 && preview(context, changes, change, total)}
    `,
  }
}

const tooMany = html`
  <p class="notice">De una vez se cambian hasta ${MAX_PRODUCTS} productos: elige una categoría, o busca una palabra.</p>
`

function filterText({ query }: StoreContext): string {
  const { q, categoria, estado } = query
  const words = [q && `con «${q}»`, categoria && 'de una categoría', estado && estado].filter(Boolean)
  return words.length > 0 ? `${words.join(', ')}.` : 'de tu tienda.'
}

/** What the address says; null before it says anything, or where that is no percentage. */
function changeIn(
  { porcentaje = '', redondeo = '' }: Record<string, string>,
  digits: number,
): PercentChange | null {
  const percent = valueOf(readPercentage(porcentaje, MAX_PERCENT))
  if (percent === null || percent < -99 || percent > MAX_PERCENT || percent === 0) return null
  return { percent, rounding: Object.hasOwn(roundings(digits), redondeo) ? redondeo : '', digits }
}

/** A GET form: looking at prices changes none. */
function percentForm({ base, query, store }: StoreContext): Html {
  const { estado, categoria, q, orden, porcentaje = '', redondeo = '' } = query
  const kept = Object.entries({ estado, categoria, q, orden }).filter(([, value]) => value)
  return html`
    <form class="filter" action="${base}${PATH}">
      ${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
      <div class="affix">
        <input name="porcentaje" inputmode="text" maxlength="8" placeholder="7.5" value="${porcentaje}"
          aria-label="Porcentaje: 7.5 sube, -10 baja" autocomplete="off">
        <span>%</span>
      </div>
      <select name="redondeo" aria-label="Redondear">
        ${Object.entries(roundings(store.currencyDigits)).map(
          ([value, { label }]) =>
            html`<option value="${value}"${value === redondeo && html` selected`}>${label}</option>`,
        )}
      </select>
      <button class="button ghost">Ver cómo quedan</button>
    </form>
    <p class="hint">7.5 sube los precios un 7.5 %; -10 los baja un 10 %. Primero ves cómo quedan.</p>
  `
}

function preview(context: StoreContext, changes: PriceChange[], change: PercentChange, total: number): Html {
  const { form, store, query } = context
  const amount = (value: number) => formatAmount(value, store.currency)
  const [same, { percent }] = [total - changes.length, change]
  const label = `${percent < 0 ? 'Bajar' : 'Subir'} ${percentText(percent)}: ${plural(changes.length, 'producto', 'productos')}`
  const fields = { percent: String(percent), rounding: change.rounding, seen: seenOf(changes) }
  return html`
    <section class="card">
      <h2>Así quedarían</h2>
      ${changes.length === 0 && html`<p>No cambia ninguno.</p>`}
      ${same > 0 && html`<p class="hint">${plural(same, 'queda igual', 'quedan igual')}.</p>`}
      <table class="sums after">
        <thead><tr><th scope="col">Producto</th><th scope="col">Ahora</th><th scope="col">Después</th></tr></thead>
        <tbody>${changes.slice(0, MAX_SHOWN).map(({ row, body }) => previewRow(row, body, amount))}</tbody>
      </table>
      ${changes.length > MAX_SHOWN && html`<p class="hint">Y ${changes.length - MAX_SHOWN} más.</p>`}
    </section>
    ${
      changes.length > 0 &&
      html`<div class="foot">${buttonForm(form(PATH), fields, html`<button class="button">${label}</button>`, previewQuery(query))}</div>`
    }
  `
}

/** The address of the preview, to which an error returns. */
const previewQuery = ({ porcentaje = '', redondeo = '', ...query }: Record<string, string>): string =>
  searchOf(query, { offset: '', porcentaje, redondeo })

function previewRow(row: ProductRow, body: PriceChange['body'], amount: (value: number) => string): Html {
  const own = row.variants.filter(({ price }) => price !== null).length
  const notes = [
    own > 0 && plural(own, 'variante con su precio', 'variantes con su precio'),
    'comparePrice' in body && `sin su precio anterior, ${amount(row.comparePrice!)}`,
  ].filter(Boolean)
  return html`
    <tr>
      <td>${row.name}${notes.length > 0 && html`<small>${notes.join(', ')}</small>`}</td>
      <td>${amount(row.price)}</td><td>${amount(body.price)}</td>
    </tr>
  `
}
