import { ApiError, userMessage } from '../../../core/errors/errors.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { plural } from '../../../core/pages/format.ts'
import { isId } from '../../../core/values/id.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { readPercentage, valueOf } from '../../../core/values/written-amount.ts'
import { changePrices } from '../../../features/products/change-prices.ts'
import { selectProducts } from '../../../features/products/list.ts'
import { MAX_PERCENT, roundingsOf, usualRounding } from '../../../features/products/price-percent.ts'
import { errorText, invalidAttributes } from '../forms/errors.ts'
import { lastOf, type FormFields } from '../forms/form-fields.ts'
import type { Form } from '../forms/form.ts'
import { performAs } from '../forms/perform.ts'
import { storePage, type StoreContext, type View } from '../page.ts'
import type { Part } from '../parts/field.ts'
import { formOf } from '../parts/form.ts'
import { percentText } from '../parts/money-field.ts'
import { filterOf, nothingHere, searchOf } from './product-filter.ts'

const PATH = '/productos/precios/porcentaje'

/** Prices changed by percent, of the products of a filter or of those that were chosen: how they would be first, then at once. */
export const percentPage = storePage({
  path: PATH,
  needs: 'products:write',
  show: (context) => show(context, context.form(PATH)),
  forms: {
    [PATH]: {
      operation: changePrices,
      percentages: () => ({ percent: MAX_PERCENT }),
      before: (context, fields) =>
        isAsShown(fields) || percentIn(lastOf(fields, 'percent')) === null
          ? undefined
          : show(context, context.form(PATH, fields)),
      toApi: (fields, { query }) =>
        new Map([
          ...fields,
          ...Object.entries(selectionIn(query)).map(([name, value]) => [name, [value].flat()] as const),
        ]),
      undo: true,
      done: ({ changed }, { store }, sent) => {
        const percent = percentIn(lastOf(sent, 'percent'))!
        const count = plural(changed as number, 'producto', 'productos')
        return `${percent < 0 ? 'Bajaste' : 'Subiste'} precios ${percentText(store, Math.abs(percent))} %: ${count}`
      },
      next: ({ query }) => `/productos/precios${searchOf(query, { offset: '' })}`,
    },
  },
})

function selectionIn(query: Record<string, string>): { productIds: string[] } | Record<string, string> {
  const productIds = (query['ids'] ?? '').split(',').filter(isId)
  if (productIds.length > 0) return { productIds }
  const { status, search, categoryId: category } = filterOf(query)
  return { status, ...(search && { search }), ...(category && { category }) }
}

/** Whether the button that changes prices was pressed, and what it says was not edited since. */
const isAsShown = (fields: FormFields) => !fields.has('_look') && lastOf(fields, '_shown') === shownBy(fields)
const shownBy = (fields: FormFields) => `${lastOf(fields, 'percent')} ${lastOf(fields, 'rounding') ?? ''}`

function percentIn(text = ''): number | null {
  const percent = valueOf(readPercentage(text, MAX_PERCENT))
  return percent === null || percent < -99 || percent > MAX_PERCENT || percent === 0 ? null : percent
}

async function show(context: StoreContext, form: Form): Promise<View> {
  const { sql, store, base, query } = context
  const chosen = selectionIn(query)
  const usual = await usualRounding(sql, store.id, store.currency)
  const percent = form.value('percent', query['porcentaje'] ?? '')
  const rounding = form.value('rounding', query['redondeo'] ?? usual)
  const preview = await previewOf(context, percentIn(percent), rounding)
  const total = preview.found?.matched ?? (await countOf(context))
  const fields: Part[] = [
    percentFields(store, percent, rounding),
    preview.error !== null &&
      form.wrong('percent') === null &&
      html`<p class="notice bad" role="alert">${preview.error}</p>`,
    preview.found && [
      html`<input type="hidden" name="_shown" value="${percent} ${rounding}">`,
      html`<input type="hidden" name="seen" value="${preview.found.seen}">`,
      previewTable(store.currency, preview.found),
      preview.found.changed > 0 && applyButton(store, percentIn(percent)!, preview.found.changed),
    ],
  ]
  return {
    title: 'Precios por porcentaje',
    back: { href: `${base}/productos/precios${searchOf(query, { offset: '' })}`, label: 'Precios' },
    fields,
    main:
      total === 0
        ? nothingHere(context)
        : html`
          <p>
            <b>${total === 1 ? '1 producto' : `Los ${total} productos`}</b> ${'productIds' in chosen ? 'que elegiste.' : filterText(query)}
            <a class="quiet" href="${base}/productos${searchOf(query, { offset: '' })}">Elegir otros</a>
          </p>
          ${formOf(form, fields, { query: searchOf(query, { offset: '', ids: query['ids'] ?? '' }) })}
        `,
  }
}

const countOf = async ({ sql, store, query }: StoreContext) =>
  query['ids']
    ? query['ids'].split(',').length
    : (await selectProducts(sql, store.id, { ...filterOf(query), limit: 1, offset: 0, variants: 'active' }))
        .total

function filterText({ q, categoria, estado }: Record<string, string>): string {
  const words = [q && `con «${q}»`, categoria && 'de una categoría', estado].filter(Boolean)
  return words.length > 0 ? `${words.join(', ')}.` : 'de tu tienda.'
}

/** How the prices would be; why there are none, where more are chosen than one change may have. */
async function previewOf(context: StoreContext, percent: number | null, rounding: string) {
  if (percent === null) return { found: null, error: null }
  const body = { ...selectionIn(context.query), percent, ...(rounding && { rounding }), dryRun: true }
  try {
    return { found: (await performAs(context, changePrices, { body })).data, error: null }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return { found: null, error: userMessage(error) }
  }
}
type Preview = NonNullable<Awaited<ReturnType<typeof previewOf>>['found']>

function percentFields(store: StoreContext['store'], percent: string, rounding: string): Part {
  const [up, roundings] = [percentText(store, 7.5), { '': 'Sin redondear', ...roundingsOf(store.currency) }]
  return {
    names: ['percent', 'rounding'],
    control(form) {
      const wrong = form.wrong('percent', 'rounding')
      const marks = wrong && html`${invalidAttributes(form, 'percent')} aria-describedby="percent-wrong"`
      return html`
        <div class="filter">
          <div class="affix">
            <input name="percent" inputmode="text" maxlength="8" placeholder="${up}" value="${percent}"
              aria-label="Porcentaje: ${up} sube, -10 baja" autocomplete="off"${marks}>
            <span>%</span>
          </div>
          <select name="rounding" aria-label="Redondear">
            ${Object.entries(roundings).map(
              ([value, label]) =>
                html`<option value="${value}"${value === rounding && html` selected`}>${label}</option>`,
            )}
          </select>
          <button class="button ghost" name="_look" value="1">Ver cómo quedan</button>
        </div>
        ${wrong && errorText(wrong, 'percent-wrong')}
        <p class="hint">${up} sube los precios un ${up} %; -10 los baja un 10 %. Primero ves cómo quedan.</p>
      `
    },
  }
}

function applyButton(store: StoreContext['store'], percent: number, changed: number): Html {
  const verb = percent < 0 ? 'Bajar' : 'Subir'
  const count = plural(changed, 'producto', 'productos')
  return html`<div class="foot"><button class="button main">${verb} ${percentText(store, Math.abs(percent))} %: ${count}</button></div>`
}

function previewTable(currency: string, { matched, changed, products }: Preview): Html {
  const same = matched - changed
  return html`
    <section class="card">
      <h2>Así quedarían</h2>
      ${changed === 0 && html`<p>No cambia ninguno.</p>`}
      ${same > 0 && html`<p class="hint">${plural(same, 'queda igual', 'quedan igual')}.</p>`}
      <table class="sums after">
        <thead><tr><th scope="col">Producto</th><th scope="col">Ahora</th><th scope="col">Después</th></tr></thead>
        <tbody>${products.map((product) => previewRow(product, (value) => formatAmount(value, currency)))}</tbody>
      </table>
      ${changed > products.length && html`<p class="hint">Y ${changed - products.length} más.</p>`}
    </section>
  `
}

function previewRow(
  { name, from, to, variants, losesComparePrice, losesQuantityPrices }: Preview['products'][number],
  amount: (value: number) => string,
): Html {
  const notes = [
    variants > 0 && plural(variants, 'variante con su precio', 'variantes con su precio'),
    losesComparePrice && 'sin su precio anterior',
    losesQuantityPrices && 'sin algún precio por cantidad',
  ].filter(Boolean)
  return html`
    <tr>
      <td>${name}${notes.length > 0 && html`<small>${notes.join(', ')}</small>`}</td>
      <td>${amount(from)}</td><td>${amount(to)}</td>
    </tr>
  `
}
