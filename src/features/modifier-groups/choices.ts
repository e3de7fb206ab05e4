import { t } from '../../core/texts/text.ts'
import { Type, type Static } from 'typebox'
import { invalid } from '../../core/errors/errors.ts'
import { PartialBody, Price, Reference, SingleLine } from '../../core/http/schema.ts'
import { newId } from '../../core/values/id.ts'
import { checkAmount } from '../../core/values/money.ts'
import { MAX_OF_CHOICE } from '../orders/order.ts'

export const MAX_CHOICES = 50

export const ChoiceInput = PartialBody({
  id: Reference('Opción que ya existe; sin id es una nueva'),
  name: SingleLine({ max: 60, description: 'Nombre', examples: ['Queso extra'] }),
  price: Price('Lo que suma al precio, según `pricing`; si falta, 0'),
  maxQuantity: Type.Integer({
    minimum: 1,
    maximum: MAX_OF_CHOICE,
    description: 'Cuántas se pueden pedir por unidad; si falta, una',
  }),
  isActive: Type.Boolean({ description: 'Si se puede elegir; si falta, sí' }),
})
export type ChoiceInput = Static<typeof ChoiceInput>

export const Choice = Type.Object({
  id: Type.String(),
  name: Type.String(),
  price: Type.Number(),
  maxQuantity: Type.Integer(),
  isActive: Type.Boolean(),
})
export type Choice = Static<typeof Choice>

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
    if (ids.has(choice.id)) throw invalid(`choices.${n}.id`, 'duplicate', t('La opción está dos veces'))
    ids.add(choice.id)
    const before = known.find(({ id }) => id === choice.id)
    if (!before) throw invalid(`choices.${n}.id`, 'not_found', t('La opción no existe en este grupo'))
    return { ...before, ...choice }
  })
  const choices = [...named, ...known.filter(({ id, isActive }) => !isActive && !ids.has(id))]
  if (choices.length > MAX_CHOICES) {
    throw invalid(
      'choices',
      'max_items',
      t('Un grupo tiene {max} opciones como máximo, con las inactivas', { max: MAX_CHOICES }),
    )
  }
  return choices
}

function newChoice({ name, price = 0, maxQuantity = 1, isActive = true }: ChoiceInput, n: number): Choice {
  if (name === undefined) throw invalid(`choices.${n}.name`, 'required', t('Este campo es obligatorio'))
  return { id: newId(), name, price, maxQuantity, isActive }
}

type Limits = { minChoices: number; maxChoices: number | null; choices: Choice[] }
/** @throws 400 on `maxChoices` or `minChoices` */
export function checkLimits({ minChoices, maxChoices, choices }: Limits): void {
  if (maxChoices !== null && maxChoices < minChoices) {
    throw invalid('maxChoices', 'minimum', t('El máximo no puede ser menor que el mínimo'))
  }
  const most = choices.reduce((sum, { maxQuantity }) => sum + maxQuantity, 0)
  if (minChoices > most) {
    throw invalid(
      'minChoices',
      'maximum',
      t('Con estas opciones se pueden elegir {most} como máximo', { most }),
    )
  }
}
