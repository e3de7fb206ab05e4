import type { Tx } from '../../core/database/db.ts'
import { conflict, invalid } from '../../core/errors/errors.ts'
import { countRows } from '../../core/database/count-rows.ts'
import { newId } from '../../core/values/id.ts'
import { checkAmount } from '../../core/values/money.ts'
import {
  MAX_CHOICES,
  MAX_GROUPS,
  type Choice,
  type ChoiceInput,
  type ModifierGroup,
} from './modifier-group.ts'

/**
 * Replaces the `known` choices of a group by `input`, as the variants of a product are replaced: those with an id are changed,
 * those without one are added, active ones that are missing are removed, inactive ones that are missing stay.
 * @throws 400 on `choices.N.id`, `choices.N.name`, `choices.N.price` or `choices`
 */
export function replaceChoices(known: Choice[], input: ChoiceInput[], digits: number): Choice[] {
  const ids = new Set<string>()
  const named = input.map((choice, n) => {
    checkAmount(`choices.${n}.price`, choice.price, digits)
    if (choice.id === undefined) return newChoice(choice, n)
    if (ids.has(choice.id)) throw invalid(`choices.${n}.id`, 'duplicate', 'La opción está dos veces')
    ids.add(choice.id)
    const before = known.find(({ id }) => id === choice.id)
    if (!before) throw invalid(`choices.${n}.id`, 'not_found', 'La opción no existe en este grupo')
    return { ...before, ...choice }
  })
  const choices = [...named, ...known.filter(({ id, isActive }) => !isActive && !ids.has(id))]
  if (choices.length > MAX_CHOICES) {
    throw invalid(
      'choices',
      'max_items',
      `Un grupo tiene ${MAX_CHOICES} opciones como máximo, con las inactivas`,
    )
  }
  return choices
}

function newChoice({ name, price = 0, maxQuantity = 1, isActive = true }: ChoiceInput, n: number): Choice {
  if (name === undefined) throw invalid(`choices.${n}.name`, 'required', 'Este campo es obligatorio')
  return { id: newId(), name, price, maxQuantity, isActive }
}

type Limits = Pick<ModifierGroup, 'minChoices' | 'maxChoices' | 'choices'>

/** @throws 400 on `maxChoices` or `minChoices` */
export function checkLimits({ minChoices, maxChoices, choices }: Limits): void {
  if (maxChoices !== null && maxChoices < minChoices) {
    throw invalid('maxChoices', 'minimum', 'El máximo no puede ser menor que el mínimo')
  }
  const most = choices.reduce((sum, { maxQuantity }) => sum + maxQuantity, 0)
  if (minChoices > most) {
    throw invalid('minChoices', 'maximum', `Con estas opciones se pueden elegir ${most} como máximo`)
  }
}

/** Requires the catalog lock. @throws 409 `LIMIT_REACHED` when there are more groups than a store may have */
export async function requireRoom(tx: Tx, storeId: string): Promise<void> {
  if ((await countRows(tx, 'modifier_groups', storeId)) <= MAX_GROUPS) return
  throw conflict('LIMIT_REACHED', `La tienda ya tiene ${MAX_GROUPS} grupos de extras: elimina uno`, {
    limit: MAX_GROUPS,
  })
}
