import type { OrderRow } from '../../features/orders/order-row.ts'
import { repeatHref } from '../../features/catalog/address.ts'
import { choicesText, refOf } from '../../features/carts/line-choices.ts'
import type { Shop } from '../../features/catalog/shop.ts'

/** The cart with the lines of an order, with what was chosen for each; without what is no longer a variant. */
export function repeatOrderHref(shop: Shop, { items }: Pick<OrderRow, 'items'>): string {
  return repeatHref(
    shop,
    items.flatMap(({ variantId, quantity, note, modifiers = [] }) => {
      if (!variantId) return []
      const chosen = modifiers.flatMap(({ choiceId, quantity }) =>
        choiceId ? [{ ref: refOf(choiceId), quantity }] : [],
      )
      return [{ variantId, quantity, seenPrice: null, choices: choicesText(chosen), note }]
    }),
  )
}
