import { ApiError, userMessage } from '../../../core/errors/errors.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { t, joined, type Localized } from '../../../core/texts/text.ts'
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
        const [size, count] = [percentText(store, Math.abs(percent)), changed as number]
        return percent < 0
          ? t('Bajaste precios {percent} %: {count, plural, one {# producto} other {# productos}}', {
              percent: size,
              count,
            })
          : t('Subiste precios {percent} %: {count, plural, one {# producto} other {# productos}}', {
              percent: size,
              count,
            })
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
    title: t('Precios por porcentaje'),
    back: { href: `${base}/productos/precios${searchOf(query, { offset: '' })}`, label: t('Precios') },
    fields,
    main:
      total === 0
        ? nothingHere(context)
        : html`
          <p>
            ${t('{total, plural, one {<b>1 producto</b>} other {<b>Los {total} productos</b>}} {which}.', {
              total,
              which: 'productIds' in chosen ? t('que elegiste') : filterText(query),
              b: (text) => html`<b>${text}</b>`,
            })}
            <a class="quiet" href="${base}/productos${searchOf(query, { offset: '' })}">${t('Elegir otros')}</a>
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

function filterText(query: Record<string, string>): Localized {
  const { search, categoryId, status } = filterOf(query)
  const words = [
    ...(search ? [t('con «{search}»', { search })] : []),
    ...(categoryId ? [t('de una categoría')] : []),
    ...(status === 'all' ? [] : [status === 'active' ? t('visibles') : t('ocultos')]),
  ]
  return words.length > 0 ? joined(words, ', ') : t('de tu tienda')
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
  const [up, roundings] = [
    percentText(store, 7.5),
    { '': t('Sin redondear'), ...roundingsOf(store.currency) },
  ]
  return {
    names: ['percent', 'rounding'],
    control(form) {
      const wrong = form.wrong('percent', 'rounding')
      const marks = wrong && html`${invalidAttributes(form, 'percent')} aria-describedby="percent-wrong"`
      return html`
        <div class="filter">
          <div class="affix">
            <input name="percent" inputmode="text" maxlength="8" placeholder="${up}" value="${percent}"
              aria-label="${t('Porcentaje: {up} sube, -10 baja', { up })}" autocomplete="off"${marks}>
            <span>%</span>
          </div>
          <select name="rounding" aria-label="${t('Redondear')}">
            ${Object.entries(roundings).map(
              ([value, label]) =>
                html`<option value="${value}"${value === rounding && html` selected`}>${label}</option>`,
            )}
          </select>
          <button class="button ghost" name="_look" value="1">${t('Ver cómo quedan')}</button>
        </div>
        ${wrong && errorText(wrong, 'percent-wrong')}
        <p class="hint">${t('{up} sube los precios un {up} %; -10 los baja un 10 %. Primero ves cómo quedan.', { up })}</p>
      `
    },
  }
}

function applyButton(store: StoreContext['store'], percent: number, changed: number): Html {
  const size = percentText(store, Math.abs(percent))
  const label =
    percent < 0
      ? t('Bajar {percent} %: {count, plural, one {# producto} other {# productos}}', {
          percent: size,
          count: changed,
        })
      : t('Subir {percent} %: {count, plural, one {# producto} other {# productos}}', {
          percent: size,
          count: changed,
        })
  return html`<div class="foot"><button class="button main">${label}</button></div>`
}

function previewTable(currency: string, { matched, changed, products }: Preview): Html {
  const same = matched - changed
  return html`
    <section class="card">
      <h2>${t('Así quedarían')}</h2>
      ${changed === 0 && html`<p>${t('No cambia ninguno.')}</p>`}
      ${same > 0 && html`<p class="hint">${t('{n, plural, one {# queda igual} other {# quedan igual}}.', { n: same })}</p>`}
      <table class="sums after">
        <thead><tr><th scope="col">${t('Producto')}</th><th scope="col">${t('Ahora')}</th><th scope="col">${t('Después')}</th></tr></thead>
        <tbody>${products.map((product) => previewRow(product, (value) => formatAmount(value, currency)))}</tbody>
      </table>
      ${changed > products.length && html`<p class="hint">${t('Y {n} más.', { n: changed - products.length })}</p>`}
    </section>
  `
}

function previewRow(
  { name, from, to, variants, losesComparePrice, losesQuantityPrices }: Preview['products'][number],
  amount: (value: number) => string,
): Html {
  const notes = [
    ...(variants > 0
      ? [t('{n, plural, one {# variante con su precio} other {# variantes con su precio}}', { n: variants })]
      : []),
    ...(losesComparePrice ? [t('sin su precio anterior')] : []),
    ...(losesQuantityPrices ? [t('sin algún precio por cantidad')] : []),
  ]
  return html`
    <tr>
      <td>${name}${notes.length > 0 && html`<small>${joined(notes, ', ')}</small>`}</td>
      <td>${amount(from)}</td><td>${amount(to)}</td>
    </tr>
  `
}
