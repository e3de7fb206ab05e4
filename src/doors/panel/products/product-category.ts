import { t } from '../../../core/texts/text.ts'
import { categories } from '../../../features/categories/category.ts'
import { ApiError, invalidAll, issuesIn } from '../../../core/errors/errors.ts'
import { html } from '../../../core/http/html.ts'
import type { Tx } from '../../../core/database/db.ts'
import type { AnyOperation, Input } from '../../../core/operations/operation.ts'
import { performTogether, type PerformIn } from '../../../core/operations/perform.ts'
import { fold as folded } from '../../../core/values/text.ts'
import type { ProductRow } from '../../../features/products/product.ts'
import { lockCatalog } from '../../../features/stores/catalog-version.ts'
import { callerOf } from '../forms/perform.ts'
import { lastOf, type FormFields } from '../forms/form-fields.ts'
import type { Form } from '../forms/form.ts'
import type { StoreContext } from '../page.ts'
import type { Part } from '../parts/field.ts'

const NEW = 'newCategory'
const MAX_NAME = 80

export async function categoryField(
  { sql, store, can }: StoreContext,
  product: ProductRow | null,
): Promise<Part> {
  const data = await categories.all(sql, store.id)
  const isNew = { name: NEW, max: MAX_NAME, autocomplete: 'off', placeholder: t('Por ejemplo: Ofertas') }
  if (data.length === 0) {
    return can('categories:write') && { ...isNew, label: t('Categoría nueva (opcional)') }
  }
  const options = [
    { value: '', label: t('Sin categoría') },
    ...data.map(({ id, name }) => ({ value: id, label: name })),
  ]
  const choice = { name: 'categoryId', label: t('Categoría'), value: product?.categoryId ?? '', options }
  if (!can('categories:write')) return choice
  return [
    choice,
    {
      parts: [{ ...isNew, label: t('Nombre de la categoría nueva') }],
      around: (field, form) => html`
        <details class="another"${mustShow(form) && html` open`}><summary>${t('Otra categoría')}</summary>${field}</details>
      `,
    },
  ]
}

const mustShow = (form: Form) => form.value(NEW) !== '' || form.wrong(NEW) !== null

export function withoutEmptyCategory(fields: FormFields): FormFields {
  const api = new Map(fields)
  if (!lastOf(fields, NEW)?.trim()) api.delete(NEW)
  return api
}

/**
 * Creates the category that was typed and saves the product in it, both or neither; a category of that name is used as it is.
 * @returns null without such a category @throws ApiError, of the category's name at its field
 */
export function performWithCategory(
  context: StoreContext,
  operation: AnyOperation,
  { body, ...input }: Input,
  key: string,
): Promise<{ data: Record<string, unknown> }> | null {
  const { [NEW]: name, ...product } = (body ?? {}) as { [NEW]?: string }
  if (name === undefined) return null
  const { app, store } = context
  const caller = callerOf(context, operation)
  const save = async (performIn: PerformIn, tx: Tx) => {
    await lockCatalog(tx, store.id) // a second form with the same name waits, and finds the category
    const all = await tx<{ id: string; name: string }[]>`
      select id, name
      from categories
      where store_id = ${store.id}
      order by position, name, id`
    const same = all.find((one) => folded(one.name) === folded(name.trim()))
    const { id } = same ?? (await create(performIn, { name: name }))
    return performIn(operation, { ...input, body: { ...product, categoryId: id } }) as Promise<{
      data: Record<string, unknown>
    }>
  }
  return performTogether(app, caller, save, key)
}

/** The address of another category may be that of the name: then it is created at the free one that the API suggests. */
async function create(performIn: PerformIn, body: { name: string; slug?: string }): Promise<{ id: string }> {
  try {
    return (await performIn(categories.create, { body })).data
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, details } = error.body
    if (code === 'DUPLICATE_SLUG' && !body.slug) {
      return create(performIn, { ...body, slug: details!['suggestion'] as string })
    }
    const [first, ...rest] = issuesIn(error).map((issue) => ({ ...issue, field: NEW }))
    throw first ? invalidAll([first, ...rest]) : error
  }
}
