import { selectModifierGroups } from '../../modifier-groups/list.ts'
import { MAX_GROUPS } from '../../modifier-groups/modifier-group.ts'
import { MAX_PRODUCT_GROUPS } from '../../products/modifier-group-ids.ts'
import type { ProductRow } from '../../products/product.ts'
import { html } from '../../core/http/html.ts'
import type { Form } from '../forms/form.ts'
import type { StoreContext } from '../page.ts'
import { fold, type Part } from '../parts/field.ts'

const EMPTY_ROWS = 3
const NAME = 'modifierGroupIds'

/** The groups of extras of a product in their order, each a choice of the store's; none where the store has none. */
export async function extrasFields(
  { sql, store, base }: StoreContext,
  form: Form,
  product: ProductRow | null,
): Promise<Part> {
  const { data: groups } = await selectModifierGroups(sql, store.id, { limit: MAX_GROUPS, offset: 0 })
  if (groups.length === 0) return null
  const ids = product?.modifierGroupIds ?? []
  const count = Math.min(
    form.rows(NAME, ids.length) + EMPTY_ROWS,
    MAX_PRODUCT_GROUPS,
    Math.max(groups.length, ids.length),
  )
  const options = [
    { value: '', label: 'Ninguno' },
    ...groups.map(({ id, name }) => ({ value: id, label: name })),
  ]
  const rows = Array.from({ length: count }, (_, n): Part => ({
    name: `${NAME}.${n}`,
    label: `Grupo ${n + 1}`,
    value: ids[n] ?? '',
    options,
  }))
  return fold({ summary: 'Extras: lo que se elige al pedirlo', isOpen: ids.length > 0 }, [
    html`<p class="hint">Se muestran en este orden.</p>`,
    rows,
    html`<p class="links"><a href="${base}/extras">Ver los grupos y sus precios</a></p>`,
  ])
}
