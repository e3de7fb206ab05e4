import { Type, type Static } from 'typebox'
import { Nullable } from '../../core/http/schema.ts'

export const itemOfList = {
  productName: Type.String(),
  variantName: Nullable(Type.String({ description: 'Nulo cuando el producto no tiene variantes' })),
  quantity: Type.Integer(),
  unitPrice: Type.Number({ description: 'De una unidad, con lo que se eligió' }),
  subtotal: Type.Number(),
  modifiers: Type.Array(
    Type.Object({
      group: Type.String({ description: 'Nombre del grupo' }),
      name: Type.String(),
      quantity: Type.Integer({ description: 'Cuántas por unidad' }),
      price: Type.Number({ description: 'De una, según el grupo; ya está en `unitPrice`' }),
    }),
    { description: 'Lo que se eligió de los grupos de extras' },
  ),
  note: Nullable(Type.String({ description: 'Nota para este artículo' })),
}

export const itemOfOrder = { productId: Type.String(), variantId: Nullable(Type.String()), ...itemOfList }

const OrderItem = Type.Object(itemOfOrder)
type OrderItem = Static<typeof OrderItem>

export type StoredItem = Omit<OrderItem, 'modifiers' | 'note'> & {
  modifiers?: (OrderItem['modifiers'][number] & { choiceId?: string })[]
  note?: string | null
  isStockTaken?: boolean
}

export function toItem(item: StoredItem): OrderItem {
  const { productId, variantId, productName, variantName, quantity, unitPrice, subtotal } = item
  const modifiers = (item.modifiers ?? []).map(({ group, name, quantity: count, price }) => {
    return { group, name, quantity: count, price }
  })
  const note = item.note ?? null
  return { productId, variantId, productName, variantName, quantity, unitPrice, subtotal, modifiers, note }
}
