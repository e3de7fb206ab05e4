import { noteUse } from '../core/auth/note-use.ts'
import type { App } from '../core/http/app.ts'

/** Updates `last_used_at`. Several processes write the same keys: rows are locked in id order, and rows locked elsewhere skipped. */
export const noteKeyUse = (app: App) =>
  noteUse(app, {
    isNoted: ({ isGrant }) => !isGrant,
    write: async (ids) => app.sql`
      update api_keys
      set last_used_at = now()
      where id in (
        select id
        from api_keys
        where id = any(${ids})
        and (last_used_at is null or last_used_at < now() - interval '1 minute')
        order by id
        for no key update skip locked
      )`,
  })
