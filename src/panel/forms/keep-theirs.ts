import { Type } from 'typebox'
import type { Permission } from '../../core/auth/roles.ts'
import { fillPath } from './submit.ts'
import type { PanelForm, StoreContext } from '../page.ts'

/** Shows the page of what another person saved, and drops what was typed; all of its fields come along. */
export const keepTheirs = (path: string, needs: Permission): PanelForm<StoreContext> => ({
  body: Type.Object({}),
  needs,
  run: async ({ params }) => ({
    message: 'Quedó lo que guardó la otra persona',
    next: fillPath(path, params),
  }),
})
