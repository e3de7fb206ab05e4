import type { App } from '../core/http/app.ts'
import type { Db } from '../core/database/db.ts'

const EVERY = 60_000
const SOON = 1_000

/**
 * Updates `last_used_at` without a query per request: each key at most once a minute, the keys of one second in one
 * statement.
 */
export function noteKeyUse(app: App) {
  const uses = keyUses(app.sql, (error) => app.log.error({ err: error }, 'last use of keys not noted'))
  app.keyUsed.add(uses.note)
  app.addHook('onClose', () => uses.flush())
}

function keyUses(sql: Db, failed: (error: unknown) => void) {
  /** By key id: when its next use is written. */
  const noted = new Map<string, number>()
  let used: string[] = []
  let timer: NodeJS.Timeout | undefined

  return { note, flush }

  function note(id: string) {
    const now = performance.now()
    if ((noted.get(id) ?? 0) > now) return
    if (noted.size === 50_000) noted.clear()
    noted.set(id, now + EVERY)
    used.push(id)
    timer ??= setTimeout(() => void flush(), SOON).unref()
  }

  async function flush() {
    clearTimeout(timer)
    timer = undefined
    const ids = used.toSorted()
    used = []
    if (ids.length > 0) await write(ids).catch(failed)
  }

  /** Several processes write the same keys: rows are locked in id order, and rows locked elsewhere are skipped. */
  async function write(ids: string[]) {
    await sql`
      update api_keys
      set last_used_at = now()
      where id in (
        select id
        from api_keys
        where id = any(${ids})
        and (last_used_at is null or last_used_at < now() - interval '1 minute')
        order by id
        for no key update skip locked
      )`
  }
}
