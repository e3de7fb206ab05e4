import { t, type Localized } from '../../core/texts/text.ts'
import { cleanText } from '../../core/values/text.ts'
import { messageOf } from '../../features/orders/choice-errors.ts'
import { MAX_LENGTHS, MAX_MODIFIERS, MAX_QUANTITY } from '../../features/orders/order.ts'
import type { OfferedGroup } from '../../features/products/offered-groups.ts'
import type { CartLine } from '../../features/catalog/address.ts'
import type { PricedChoices } from '../../features/carts/price-choices.ts'
import { readChoices } from '../../features/carts/line-choices.ts'
import { readInteger } from './read-values.ts'

/** The form of a product as it was filled in: how many of each choice, and what is wrong at which group, or at the `note`. */
export type SubmittedOrder = {
  quantity: number
  chosen: Map<string, number>
  note: string
  issues: { group: string; message: Localized }[]
}

export const emptyOrder: SubmittedOrder = { quantity: 1, chosen: new Map(), note: '', issues: [] }

type Fields = Record<string, unknown>

/** Reads `choices.{groupId}`, `choices.{choiceId}.quantity`, `note` and `n`, the last of which is the product's. */
export function readOrderFields(fields: Fields, groups: OfferedGroup[]): SubmittedOrder {
  const chosen = new Map<string, number>()
  const issues: SubmittedOrder['issues'] = []
  for (const group of groups) {
    const ids = [fields[`choices.${group.id}`] ?? []].flat().filter((id) => typeof id === 'string' && id)
    for (const { id, name } of group.choices) {
      const value = fields[`choices.${id}.quantity`]
      const submitted = value === undefined || value === '' ? 0 : readInteger(value, 0, 999)
      if (submitted === null)
        issues.push({ group: group.id, message: t('De «{name}», escribe cuántas quieres', { name }) })
      const quantity = (submitted ?? 0) + (ids.includes(id) ? 1 : 0)
      if (quantity > 0) chosen.set(id, quantity)
    }
    const isUnknown = ids.some((id) => !group.choices.some((choice) => choice.id === id))
    if (isUnknown)
      issues.push({ group: group.id, message: t('Lo que elegiste ya no se ofrece: elige otra opción') })
  }
  const note = typeof fields['note'] === 'string' ? fields['note'].slice(0, 1000) : ''
  const quantity = readInteger([fields['n'] ?? '1'].flat().at(-1), 1, MAX_QUANTITY) ?? 1
  return { quantity, chosen, note, issues: [...issues, ...noteIssues(note)] }
}

export function fieldsOfLine(
  { choices = '', note, quantity }: CartLine,
  groups: OfferedGroup[],
): SubmittedOrder {
  const offered = groups.flatMap((group) => group.choices)
  const chosen = readChoices(choices).flatMap(({ ref, quantity: count }): [string, number][] => {
    const [one, another] = offered.filter(({ id }) => id.startsWith(ref))
    return one && !another ? [[one.id, Math.min(count, one.maxQuantity)]] : []
  })
  return { quantity, chosen: new Map(chosen), note: note ?? '', issues: [] }
}

function noteIssues(note: string): SubmittedOrder['issues'] {
  const { itemNote: max } = MAX_LENGTHS
  const clean = cleanText(note, 'one')
  if (clean === null) return [{ group: 'note', message: t('La nota tiene letras que no se pueden usar') }]
  return clean.length > max ? [{ group: 'note', message: t('Usa {max} letras como máximo', { max }) }] : []
}

export function withProblems(
  submitted: SubmittedOrder,
  groups: OfferedGroup[],
  { problems }: Pick<PricedChoices, 'problems'>,
): SubmittedOrder {
  const found = problems.map((problem) => {
    if ('group' in problem) return { group: problem.group, message: messageOf(problem) }
    const group = groups.find(({ choices }) => choices.some(({ id }) => id === problem.choiceId))
    const name = group?.choices.find(({ id }) => id === problem.choiceId)?.name ?? ''
    const max = problem.reason === 'maximum' ? problem.max : 0
    return { group: group?.id ?? '', message: t('De «{name}», elige {max} como máximo', { name, max }) }
  })
  const known = new Set(submitted.issues.map(({ group }) => group)) // one that is gone is also one too few
  const issues = [...submitted.issues, ...found.filter(({ group }) => !known.has(group))]
  const tooMany =
    submitted.chosen.size > MAX_MODIFIERS
      ? [
          {
            group: groups[0]!.id,
            message: t('En total, elige {max} opciones distintas como máximo', { max: MAX_MODIFIERS }),
          },
        ]
      : []
  return { ...submitted, issues: inOrder([...issues, ...tooMany], groups) }
}

const inOrder = (issues: SubmittedOrder['issues'], groups: OfferedGroup[]) =>
  [...groups.map(({ id }) => id), 'note'].flatMap((id) => issues.filter(({ group }) => group === id))
