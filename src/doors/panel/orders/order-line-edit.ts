import { MAX_LINES } from '../../../features/orders/order.ts'
import type { StoredItem } from '../../../features/orders/order-item.ts'
import { findProducts } from '../../../features/products/get.ts'
import { readDetail, type ProductDetail } from '../../../features/products/offered-groups.ts'
import { lastOf, rowOf, type FormFields } from '../forms/form-fields.ts'
import type { StoreContext } from '../page.ts'
import { EDIT, productField } from './order-lines.ts'

/**
 * Takes the item whose button was tapped out of the order, and puts as many in as a line of the form, with what was chosen, so that
 * it can be chosen again. What is no longer sold stays.
 */
export async function putInAsLine({ sql, store }: StoreContext, fields: FormFields, items: StoredItem[]) {
  const n = Number(lastOf(fields, EDIT) ?? NaN)
  const item = items[n]
  const next = Math.max(items.length, ...[...fields.keys()].map((name) => rowOf(name, 'items') + 1))
  if (!item || next >= MAX_LINES) return
  const row = (await findProducts(sql, store.id, [item.productId])).get(item.productId)
  if (!row?.isActive) return
  const product = await readDetail(sql, store.id, row)
  const quantity = lastOf(fields, `items.${n}.quantity`) ?? ''
  const line = { quantity: quantity === '0' ? String(item.quantity) : quantity, ...fieldsOf(item, product) }
  fields.set(productField(next), [item.productId])
  for (const [name, value] of Object.entries(line)) fields.set(`items.${next}.${name}`, [value])
  fields.set(`items.${n}.quantity`, ['0'])
}

/** The fields of a line by their names within it; choices are numbered as in `choice-fields.ts`. */
function fieldsOf(item: StoredItem, { modifierGroups }: ProductDetail): Record<string, string> {
  const chosen = new Map((item.modifiers ?? []).map(({ choiceId, quantity }) => [choiceId, quantity]))
  const choices = modifierGroups
    .flatMap((group) => group.choices)
    .flatMap(({ id }, m) => {
      const quantity = chosen.get(id)
      if (quantity === undefined) return []
      return [
        [`modifiers.${m}.choiceId`, id],
        [`modifiers.${m}.quantity`, String(quantity)],
      ]
    })
  return { variantId: item.variantId ?? '', note: item.note ?? '', ...Object.fromEntries(choices) }
}
