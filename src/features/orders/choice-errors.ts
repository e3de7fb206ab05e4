import { invalidAll, type ApiError, type Issue } from '../../core/errors/errors.ts'
import { t, type Localized } from '../../core/texts/text.ts'
import type { OrderLine } from './merge-items.ts'
import type { NewItem } from './order.ts'

export type ChoiceProblem =
  | { reason: 'not_found'; choiceId: string }
  | { reason: 'maximum'; choiceId: string; max: number }
  | { reason: 'min_items' | 'max_items'; group: string; name: string; limit: number }

/** 400 for choices that can't be ordered, at every item that has them; of a group, with its id. */
export function wrongChoices(
  wrong: { n: number; problems: ChoiceProblem[] }[],
  lines: OrderLine[],
  items: NewItem[],
): ApiError {
  const issues = wrong
    .flatMap(({ n, problems }) => lines[n]!.positions.map((position) => ({ position, problems })))
    .toSorted((a, b) => a.position - b.position)
    .flatMap(({ position, problems }) =>
      problems.map((problem) => toIssue(problem, position, items[position]!)),
    )
  return invalidAll(issues as [Issue, ...Issue[]])
}

function toIssue(problem: ChoiceProblem, position: number, { modifiers = [] }: NewItem): Issue {
  const field = `items.${position}.modifiers`
  if ('group' in problem) {
    const { reason, group } = problem
    return { field, reason, message: messageOf(problem), group }
  }
  const at = `${field}.${modifiers.findIndex(({ choiceId }) => choiceId === problem.choiceId)}`
  const { reason } = problem
  return {
    field: `${at}.${reason === 'maximum' ? 'quantity' : 'choiceId'}`,
    reason,
    message: messageOf(problem),
  }
}

export function messageOf(problem: ChoiceProblem): Localized {
  switch (problem.reason) {
    case 'not_found':
      return t('Esta opción no existe o ya no se ofrece')
    case 'maximum':
      return t('De esta opción, elige {max} como máximo', { max: problem.max })
    case 'min_items':
      return t('De «{name}», elige {min} o más', { name: problem.name, min: problem.limit })
    case 'max_items':
      return t('De «{name}», elige {max} como máximo', { name: problem.name, max: problem.limit })
  }
}
