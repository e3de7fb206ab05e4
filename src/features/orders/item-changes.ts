import { t, type Localized } from '../../core/texts/text.ts'
import { lineKey } from './merge-items.ts'
import { itemTextInFull } from './message.ts'
import type { StoredItem } from './order-item.ts'

export const toNewItem = ({ variantId, quantity, modifiers = [], note }: StoredItem) => ({
  variantId: variantId ?? '',
  quantity,
  modifiers: modifiers.map((chosen) => ({ choiceId: chosen.choiceId ?? '', quantity: chosen.quantity })),
  note: note || null,
})

/** Equal for items that are the same but for their quantity. */
export function keyOfItem(item: StoredItem): string {
  const { variantId, modifiers, note } = toNewItem(item)
  return lineKey(variantId, modifiers, note)
}

type ItemChange = { item: StoredItem; from: number; to: number }

export function itemChanges(before: StoredItem[], after: StoredItem[]): ItemChange[] {
  const present = new Map(before.map((item) => [keyOfItem(item), item]))
  const later = new Map(after.map((item) => [keyOfItem(item), item]))
  const kept = before.map((item) => ({
    item,
    from: item.quantity,
    to: later.get(keyOfItem(item))?.quantity ?? 0,
  }))
  const added = after.filter((item) => !present.has(keyOfItem(item)))
  return [...kept, ...added.map((item) => ({ item, from: 0, to: item.quantity }))].filter(
    ({ from, to }) => from !== to,
  )
}

/** `Entra: 2 × Miel`, `Antes 3, ahora: 1 × Café` */
export function changeText({ item, from, to }: ItemChange): Localized {
  const text = itemTextInFull({ ...item, quantity: to || from })
  if (from === 0) return t('Entra: {item}', { item: text })
  return to === 0 ? t('Sale: {item}', { item: text }) : t('Antes {from}, ahora: {item}', { from, item: text })
}
