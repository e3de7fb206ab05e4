import { createHash } from 'node:crypto'
import { invalid } from '../../core/errors/errors.ts'
import { t } from '../../core/texts/text.ts'
import { MAX_QUANTITY, type NewItem } from './order.ts'

type Chosen = { choiceId: string; quantity: number }

/** Items of a request that are the same: variant, choices in any order, and note. */
export type OrderLine = {
  variantId: string
  quantity: number
  modifiers: Chosen[]
  note: string | null
  positions: number[]
}

/** Equal items as one line, in the order of the request. @throws 400 on a choice that an item has twice, or too many of a variant */
export function mergeItems(items: NewItem[]): OrderLine[] {
  const lines = new Map<string, OrderLine>()
  const quantities = new Map<string, number>()
  items.forEach((item, position) => {
    const { variantId, quantity } = item
    const modifiers = chosenOf(item, position)
    const note = item.note || null
    const key = lineKey(variantId, modifiers, note)
    const line = lines.get(key) ?? { variantId, quantity: 0, modifiers, note, positions: [] }
    lines.set(key, line)
    line.quantity += quantity
    line.positions.push(position)
    const sum = (quantities.get(variantId) ?? 0) + quantity
    quantities.set(variantId, sum)
    if (sum > MAX_QUANTITY) {
      throw invalid(
        `items.${position}.quantity`,
        'maximum',
        t('Debe sumar {max} o menos por variante', { max: MAX_QUANTITY }),
      )
    }
  })
  return [...lines.values()]
}

export const lineKey = (variantId: string, modifiers: Chosen[], note: string | null): string =>
  JSON.stringify([variantId, sorted(modifiers), note])

function chosenOf({ modifiers = [] }: NewItem, position: number): Chosen[] {
  const seen = new Set<string>()
  return modifiers.map(({ choiceId, quantity = 1 }, m) => {
    if (seen.has(choiceId)) {
      const field = `items.${position}.modifiers.${m}.choiceId`
      throw invalid(field, 'duplicate', t('Esta opción está dos veces: súmalas en una'))
    }
    seen.add(choiceId)
    return { choiceId, quantity }
  })
}

/** A line as db/functions/price_items.sql takes it. Most are plain: what they don't have is absent. */
export const lineArgument = ({ variantId, quantity, modifiers, note }: Omit<OrderLine, 'positions'>) => ({
  variant_id: variantId,
  quantity,
  ...(modifiers.length > 0 && { modifiers: quantitiesOf(modifiers) }),
  ...(note !== null && { note }),
})

const quantitiesOf = (modifiers: Chosen[]): Record<string, number> =>
  Object.fromEntries(modifiers.map(({ choiceId, quantity }) => [choiceId, quantity]))

const sorted = (modifiers: Chosen[]) =>
  modifiers.map(({ choiceId, quantity }) => `${choiceId} ${quantity}`).toSorted()

/** A hash of what is ordered, independent of the order of the items and of their choices. */
export function hashOf(lines: OrderLine[]): string {
  const texts = lines.map(({ variantId, quantity, modifiers, note }) => {
    const plain = `${variantId} ${quantity}`
    return modifiers.length === 0 && note === null
      ? plain
      : `${plain} ${JSON.stringify([sorted(modifiers), note])}`
  })
  return createHash('sha256').update(texts.toSorted().join('\n')).digest('hex')
}
