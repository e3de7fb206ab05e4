import { Type, type Static } from 'typebox'
import type { Category } from '../../../features/categories/category.ts'
import { ApiError, invalid, userMessage } from '../../../core/errors/errors.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { Body, Reference } from '../../../core/http/schema.ts'
import type { PerformIn } from '../../../core/operations/perform.ts'
import { t, joined, type Localized } from '../../../core/texts/text.ts'
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
    <p class="hint">${t('Toca los productos que quieras cambiar.')}</p>
    <div class="buttons">
      ${action('show', t('Mostrar'))}
      ${action('hide', t('Ocultar'))}
      ${action('price', t('Precios'))}
      ${action('delete', t('Eliminar'), 'danger')}
    </div>
  `,
  categories.length > 0 && {
    parts: [toCategory(categories)],
    around: (fields, form) => html`
      <details${form.isSubmitted && html` open`}>
        <summary>${t('Categoría')}</summary>
        <div class="fields">${fields}</div>
      </details>
    `,
  },
  html`<a class="quiet" href="${context.base}/productos${query}">${t('Terminar')}</a>`,
]

const action = (value: string, label: Localized, kind = 'ghost') => html`
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
        <select name="categoryId" aria-label="${t('Categoría nueva')}">
          <option value="">${t('Sin categoría')}</option>
          ${options}
        </select>
        ${action('category', t('Poner'))}
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
  if (ids.length === 0) throw invalid('ids', 'min_items', t('Elige al menos un producto'))
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
): Promise<Localized> {
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
  const gone = t('{n, plural, one {# ya no existe} other {# ya no existen}}.', { n: missing })
  return joined([results[action](done), ...(missing > 0 ? [gone] : [])], ' ')
}

function withName(error: ApiError, name: string): ApiError {
  const { status, body, headers } = error
  const sentence = t('No cambió ninguno. {name}: {error}', { name, error: userMessage(error) })
  return new ApiError(status, { error: sentence, code: body.code! }, headers)
}

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

const results: Record<Action, (count: number) => Localized> = {
  show: (n) => t('{n, plural, one {# producto} other {# productos}}: se ven en la tienda.', { n }),
  hide: (n) => t('{n, plural, one {# producto} other {# productos}}: ya no se ven en la tienda.', { n }),
  category: (n) => t('{n, plural, one {# producto} other {# productos}}: cambiaron de categoría.', { n }),
  delete: (n) => t('{n, plural, one {# producto} other {# productos}}: están en la papelera.', { n }),
}
