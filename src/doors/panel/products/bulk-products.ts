import { Type, type Static } from 'typebox'
import type { Category } from '../../../features/categories/category.ts'
import { ApiError, invalid } from '../../../core/errors/errors.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { Body, Reference } from '../../../core/http/schema.ts'
import type { PerformIn } from '../../../core/operations/perform.ts'
import { plural } from '../../../core/pages/format.ts'
import { deleteProduct } from '../../../features/products/delete.ts'
import { updateProduct } from '../../../features/products/update.ts'
import { countWrites } from '../forms/bulk.ts'
import type { StoreContext } from '../page.ts'
import { errorOf, type Part } from '../parts/field.ts'
import { formOf } from '../parts/form.ts'
import { changeProducts } from './update-products.ts'

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
      ${action('price', 'Precios')}
      ${action('delete', 'Eliminar', 'danger')}
    </div>
  `,
  categories.length > 0 && {
    parts: [toCategory(categories)],
    around: (fields, form) => html`
      <details${form.isSubmitted && html` open`}>
        <summary>Categoría</summary>
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

export const BulkProducts = Body({
  ids: Type.Optional(Type.Array(Reference('Producto'), { maxItems: 100 })),
  action: Type.Enum(['show', 'hide', 'category', 'price', 'delete']),
  categoryId: Type.Optional(Reference('Categoría')),
})
export type BulkProducts = Static<typeof BulkProducts>

/** What is done to the products here; prices have a page of their own. */
type Action = Exclude<BulkProducts['action'], 'price'>

export function requireSome({ ids = [] }: BulkProducts): string[] {
  if (ids.length === 0) throw invalid('ids', 'min_items', 'Elige al menos un producto')
  return ids
}

/**
 * Applies an action to all selected products in one transaction. @throws 400 when nothing is selected,
 * and the error of the first product that can't be changed: then none is
 */
export async function changeEach(
  context: StoreContext,
  input: BulkProducts & { action: Action },
  key: string,
): Promise<string> {
  const { action } = input
  const ids = requireSome(input)
  await countWrites(context, ids.length)
  const done = await changeProducts(context, ids, { key, content: input }, async (products, performIn) => {
    for (const product of products.values()) {
      await change(performIn, product.id, input).catch((error: unknown) => {
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
  performIn: PerformIn,
  id: string,
  { action, categoryId }: BulkProducts & { action: Action },
): Promise<unknown> {
  if (action === 'delete') return performIn(deleteProduct, { id })
  const body = {
    category: { categoryId: categoryId ?? null },
    show: { isActive: true },
    hide: { isActive: false },
  }[action]
  return performIn(updateProduct, { id, body })
}

const results: Record<Action, string> = {
  show: 'se ven en la tienda',
  hide: 'ya no se ven en la tienda',
  category: 'cambiaron de categoría',
  delete: 'están en la papelera',
}
