import type { StoreContext } from '../page.ts'

/** Whether the store has a number that gets no notices until a code confirms it. */
export const hasUnconfirmedNumber = ({ app, store }: StoreContext): boolean =>
  app.config.whatsapp.api !== null && store.whatsappNumber !== null && !store.isNumberConfirmed
