import type { Sql } from '../../core/database/db.ts'
import type { Localized } from '../../core/texts/text.ts'
import { messageOf, type ChoiceProblem } from '../orders/choice-errors.ts'
import type { NewItem } from '../orders/order.ts'
import type { CartLine } from '../catalog/address.ts'
import { choicesText, readChoices, refOf, type ChoiceRef } from './line-choices.ts'
import type { Shop } from '../catalog/shop.ts'

export type ChosenModifier = {
  choiceId: string
  group: string
  name: string
  quantity: number
  price: number
}

type StoreOfChoices = Pick<Shop, 'id' | 'currencyDigits'>
type ToPrice = { modifierGroupIds: string[]; chosen: ChoiceRef[] }
export type PricedChoices = { amount: number; modifiers: ChosenModifier[]; problems: ChoiceProblem[] }

export async function priceChoices(
  sql: Sql,
  { id, currencyDigits }: StoreOfChoices,
  lines: ToPrice[],
): Promise<PricedChoices[]> {
  const argument = lines.map(({ modifierGroupIds, chosen }) => ({
    groupIds: modifierGroupIds,
    modifiers: Object.fromEntries(chosen.map(({ ref, quantity }) => [ref, quantity])),
  }))
  return sql<PricedChoices[]>`
    select
      p_amount as amount, coalesce(p_chosen, '[]') as modifiers, coalesce(p_problems, '[]') as problems
    from jsonb_array_elements(${sql.json(argument)}::jsonb) with ordinality as lines (line, n)
    cross join lateral price_modifiers(${id}, line -> 'groupIds', line -> 'modifiers', ${currencyDigits}::int)
    order by n`
}

type LineWithGroups = { modifierGroupIds: string[]; choices?: string }
type CartChoices = {
  choices: string
  modifiers: ChosenModifier[]
  amount: number
  gone: string[]
  problems: Localized[]
}

const none: CartChoices = { choices: '', modifiers: [], amount: 0, gone: [], problems: [] }

/** The choices of a cart's lines, without those that are gone. Most carts have none, and cost nothing here. */
export async function priceCartChoices(
  sql: Sql,
  shop: StoreOfChoices,
  lines: LineWithGroups[],
): Promise<CartChoices[]> {
  const isPlain = ({ modifierGroupIds, choices }: LineWithGroups) => modifierGroupIds.length === 0 && !choices
  if (lines.every(isPlain)) return lines.map(() => none)
  const groups = await listChoices(sql, shop.id, lines)
  const resolved = lines.map((line) => resolve(line, groups))
  const priced = await priceChoices(sql, shop, resolved)
  return resolved.map(({ ids, gone }, n) => {
    const { modifiers, amount, problems } = priced[n]!
    const choices = choicesText(
      modifiers.map(({ choiceId, quantity }) => ({ ref: refOf(choiceId, ids), quantity })),
    )
    return { choices, modifiers, amount, gone, problems: problems.map(messageOf) }
  })
}

type KnownChoice = { id: string; name: string; isActive: boolean }

async function listChoices(sql: Sql, storeId: string, lines: LineWithGroups[]) {
  const ids = [...new Set(lines.flatMap(({ modifierGroupIds }) => modifierGroupIds))]
  const rows = await sql<{ id: string; choices: KnownChoice[] }[]>`
    select id, choices from modifier_groups where store_id = ${storeId} and id = any(${ids}::text[])`
  return new Map(rows.map(({ id, choices }) => [id, choices]))
}

/** The whole ids of a line's choices; one that is unknown, or that two could be meant by, is gone. */
function resolve({ modifierGroupIds, choices = '' }: LineWithGroups, groups: Map<string, KnownChoice[]>) {
  const known = modifierGroupIds.flatMap((id) => groups.get(id) ?? [])
  const chosen: ChoiceRef[] = []
  const gone: string[] = []
  for (const { ref, quantity } of readChoices(choices)) {
    const [one, another] = known.filter(({ id }) => id.startsWith(ref))
    if (one && !another && one.isActive) chosen.push({ ref: one.id, quantity })
    else gone.push(one && !another ? `«${one.name}»` : 'algo de lo que elegiste')
  }
  return { modifierGroupIds, chosen, gone, ids: known.map(({ id }) => id) }
}

/** The lines as an order has them, with whole ids; it is refused for one that is unknown, or that two could be meant by. */
export async function toItems(sql: Sql, storeId: string, lines: CartLine[]): Promise<NewItem[]> {
  const ids = await listChoiceIds(sql, storeId, lines)
  return lines.map(({ variantId, quantity, choices = '', note }) => {
    const modifiers = readChoices(choices).map((choice) => {
      const [one, another] = (ids.get(variantId) ?? []).filter((id) => id.startsWith(choice.ref))
      return { choiceId: one && !another ? one : choice.ref, quantity: choice.quantity }
    })
    return { variantId, quantity, ...(modifiers.length > 0 && { modifiers }), ...(note && { note }) }
  })
}

/** The ids of all choices of the lines' variants; most carts have none, and cost nothing here. */
async function listChoiceIds(sql: Sql, storeId: string, lines: CartLine[]): Promise<Map<string, string[]>> {
  const variants = lines.filter(({ choices }) => choices).map(({ variantId }) => variantId)
  if (variants.length === 0) return new Map()
  const rows = await sql<{ variantId: string; ids: string[] }[]>`
    select variants.id as variant_id, jsonb_path_query_array(jsonb_agg(choices), '$[*][*].id') as ids
    from variants
    join products on products.store_id = variants.store_id and products.id = variants.product_id
    join modifier_groups on modifier_groups.store_id = products.store_id and modifier_group_ids ? modifier_groups.id
    where variants.store_id = ${storeId} and variants.id = any(${variants}::text[])
    group by variants.id`
  return new Map(rows.map((row) => [row.variantId, row.ids]))
}
