import { Type, type Static } from 'typebox'
import type { Category } from '../../../features/categories/category.ts'
import { ApiError, invalid } from '../../../core/errors/errors.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { Body, Reference } from '../../../core/http/schema.ts'
import type { PerformIn } from '../../../core/operations/perform.ts'
import { plural } from '../../../core/pages/format.ts'
import { deleteProduct } from '../../../features/products/delete.ts'
import type { ProductRow } from '../../../features/products/product.ts'
import { updateProduct } from '../../../features/products/update.ts'
import { countWrites } from '../forms/bulk.ts'
import { errorText, invalidAttributes } from '../forms/errors.ts'
import type { StoreContext } from '../page.ts'
import { errorOf, type Part } from '../parts/field.ts'
import { formOf } from '../parts/form.ts'
import { changedPrices, MAX_PERCENT } from '../../../features/products/price-percent.ts'
import { changeProducts } from './update-products.ts'

/** The form for all selected products. `query` is the filter of the list with the checkboxes. */
export const bulkForm = (context: StoreContext, fields: Part, query: string): Html => html`
  <div class="card many">${formOf(context.form('/productos/varios'), fields, { id: 'many', query })}</div>
`

export const bulkFields = (context: StoreContext, categories: Category[], query: string): Part => [
  errorOf('ids'),
  html`
    <p class="hint">Toca los productos que quieras cambiar.</p>
    <div class="buttons">
      ${action('show', 'Mostrar')}
      ${action('hide', 'Ocultar')}
      ${action('delete', 'Eliminar', 'danger')}
    </div>
  `,
  {
    parts: [categories.length > 0 && toCategory(categories), percent],
    around: (fields, form) => html`
      <details${form.isSubmitted && html` open`}>
        <summary>Categoría y precio</summary>
        <div class="fields">${fields}</div>
      </details>
    `,
  },
  html`<a class="quiet" href="${context.base}/productos${query}">Terminar</a>`,
]

const action = (value: string, label: string, kind = 'ghost') => html`
  <button class="button ${kind}" name="action" value="${value}">${label}</button>
`

const toCategory = (categories: Category[]): Part => ({
  names: [],
  control(form) {
    const chosen = form.value('categoryId')
    const options = categories.map(
      ({ id, name }) => html`<option value="${id}"${id === chosen && html` selected`}>${name}</option>`,
    )
    return html`
      <div class="affix">
        <select name="categoryId" aria-label="Categoría nueva">
          <option value="">Sin categoría</option>
          ${options}
        </select>
        ${action('category', 'Poner')}
      </div>
    `
  },
})

const percent: Part = {
  names: ['percent'],
  control(form) {
    const wrong = form.wrong('percent')
    const marks = wrong && html`${invalidAttributes(form, 'percent')} aria-describedby="percent-wrong"`
    return html`
      <div class="affix">
        <input name="percent" inputmode="decimal" maxlength="8" placeholder="-10"
          aria-label="Porcentaje: 10 sube, -10 baja" value="${form.value('percent')}"${marks}>
        <span>%</span>
        ${action('price', 'Cambiar precio')}
      </div>
      ${wrong && errorText(wrong, 'percent-wrong')}
      <small>10 sube los precios un 10 %; -10 los baja.</small>
    `
  },
}

export const BulkProducts = Body({
  ids: Type.Optional(Type.Array(Reference('Producto'), { maxItems: 100 })),
  action: Type.Enum(['show', 'hide', 'category', 'price', 'delete']),
  categoryId: Type.Optional(Reference('Categoría')),
  percent: Type.Optional(Type.Number({ minimum: -99, maximum: MAX_PERCENT })),
})
export type BulkProducts = Static<typeof BulkProducts>

/**
 * Applies an action to all selected products in one transaction. @throws 400 when nothing is selected or the percentage is missing,
 * and the error of the first product that can't be changed: then none is
 */
export async function changeEach(context: StoreContext, input: BulkProducts, key: string): Promise<string> {
  const { ids = [], action, percent } = input
  if (ids.length === 0) throw invalid('ids', 'min_items', 'Elige al menos un producto')
  if (action === 'price' && percent === undefined) {
    throw invalid('percent', 'required', 'Escribe cuánto cambia el precio, por ejemplo 10 o -10')
  }
  await countWrites(context, ids.length)
  const done = await changeProducts(context, ids, { key, content: input }, async (products, performIn) => {
    for (const product of products.values()) {
      await change(context, performIn, product, input).catch((error: unknown) => {
        throw error instanceof ApiError && error.status < 500 ? withName(error, product.name) : error
      })
    }
    return products.size
  })
  const missing = ids.length - done
  const gone = missing === 0 ? '' : ` ${plural(missing, 'ya no existe', 'ya no existen')}.`
  return `${plural(done, 'producto', 'productos')}: ${results[action]}.${gone}`
}

const withName = ({ status, body, headers }: ApiError, name: string) =>
  new ApiError(status, { error: `No cambió ninguno. ${name}: ${body.error}`, code: body.code! }, headers)

function change(
  { store }: StoreContext,
  performIn: PerformIn,
  product: ProductRow,
  { action, categoryId, percent = 0 }: BulkProducts,
): Promise<unknown> {
  const { id } = product
  if (action === 'delete') return performIn(deleteProduct, { id })
  const body = {
    category: { categoryId: categoryId ?? null },
    price: changedPrices(product, { percent, rounding: '', digits: store.currencyDigits }) ?? {},
    show: { isActive: true },
    hide: { isActive: false },
  }[action]
  return performIn(updateProduct, { id, body })
}

const results: Record<BulkProducts['action'], string> = {
  show: 'se ven en la tienda',
  hide: 'ya no se ven en la tienda',
  category: 'cambiaron de categoría',
  price: 'cambiaron de precio',
  delete: 'están en la papelera',
}
