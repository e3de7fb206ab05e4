import { t } from '../../../core/texts/text.ts'
import { Type, type Static } from 'typebox'
import { notFound } from '../../../core/errors/errors.ts'
import { Body } from '../../../core/http/schema.ts'
import { performTogether } from '../../../core/operations/perform.ts'
import type { Choice, ChoiceInput } from '../../../features/modifier-groups/choices.ts'
import { type ModifierGroup, modifierGroups } from '../../../features/modifier-groups/modifier-group.ts'
import { lockCatalog } from '../../../features/stores/catalog-version.ts'
import { callerOf, offerUndo } from '../forms/perform.ts'
import type { CustomForm, Outcome, PanelForm, StoreContext } from '../page.ts'
import { Move, moved } from '../parts/move.ts'

/**
 * Replaces the choices of the address's group by those that `change` returns. They are read under the lock of the catalog: a choice
 * that another person adds meanwhile is not lost. @throws 404
 */
async function changeChoices(
  context: StoreContext,
  change: (choices: Choice[], at: number) => ChoiceInput[],
): Promise<{ group: ModifierGroup; choice: Choice }> {
  const { app, store, params } = context
  return performTogether(app, callerOf(context), async (performIn, tx) => {
    await lockCatalog(tx, store.id)
    const { id, choices } = await modifierGroups.find(tx, store.id, params['id']!)
    const at = choices.findIndex((choice) => choice.id === params['choice'])
    if (at < 0) throw notFound(t('La opción'))
    const { data } = await performIn(modifierGroups.update, { id, body: { choices: change(choices, at) } })
    return { group: data, choice: choices[at]! }
  })
}

const Switched = Body({ isActive: Type.Boolean() })

const switchForm: CustomForm<StoreContext> = {
  body: Switched,
  async run(context, { isActive }: Static<typeof Switched>): Promise<Outcome> {
    const { choice } = await changeChoices(context, (choices, at) =>
      choices.map(({ id }, n) => (n === at ? { id, isActive } : { id })),
    )
    const offset = context.query['offset'] ?? ''
    const next = /^\d{1,9}$/.test(offset) ? `/extras?offset=${offset}` : '/extras'
    return {
      message: isActive
        ? t('{name} se puede pedir', { name: choice.name })
        : t('Apagaste {name}: ya no se puede pedir', { name: choice.name }),
      next,
      ...(await offerUndo(context, next)),
    }
  },
}

const moveForm: CustomForm<StoreContext> = {
  body: Move,
  async run(context, move: Move): Promise<Outcome> {
    const { group } = await changeChoices(context, (choices, at) =>
      moved(choices, at, move).map(({ id }) => ({ id })),
    )
    return { next: `/extras/${group.id}?ordenar=1` }
  },
}

export const SWITCH = '/extras/:id/opciones/:choice/activa'
export const MOVE = '/extras/:id/opciones/:choice/mover'

export const choiceForms: Record<string, PanelForm<StoreContext>> = {
  [SWITCH]: { ...switchForm, needs: 'products:write' },
  [MOVE]: { ...moveForm, needs: 'products:write' },
}
