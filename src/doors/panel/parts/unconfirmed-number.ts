import type { StoreContext } from '../page.ts'

export const hasUnconfirmedNumber = ({ app, store }: StoreContext): boolean =>
  app.config.whatsapp.api !== null && store.whatsappNumber !== null && !store.isNumberConfirmed

/** Whether a code to the store's number would change something: it gets no notices yet, or nobody in the team commands by it. */
export const hasNumberToConfirm = (context: StoreContext): boolean =>
  hasUnconfirmedNumber(context) || hasIdleNumber(context)

/** Whether the store has a number that gets notices, and by which nobody commands: who confirmed it has left, or nobody ever did. */
export const hasIdleNumber = ({ app, store }: StoreContext): boolean =>
  app.config.whatsapp.api !== null && store.isNumberConfirmed === true && !store.isNumberCommanding
