import { t, type Wording } from '../../../core/texts/text.ts'
import { Type } from 'typebox'
import type { Permission } from '../../../core/auth/roles.ts'
import { deleteDraft, draftOwnerOf } from './drafts.ts'
import { fillPath } from './submit.ts'
import type { PanelForm, StoreContext } from '../page.ts'

export const discardForm = (path: string, needs: Permission, message: Wording): PanelForm<StoreContext> => ({
  body: Type.Object({}),
  needs,
  async run(context) {
    const next = fillPath(path, context.params)
    await deleteDraft(context.sql, draftOwnerOf(context), next)
    return { message, next }
  },
})

/** After a conflict: what another person saved stays. */
export const KEPT_THEIRS = t('Quedó lo que guardó la otra persona')
