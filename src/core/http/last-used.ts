import type { Key } from '../auth/key-lookup.ts'
import type { App } from './app.ts'

const FLUSH_DELAY = 1_000

/**
 * Updates `last_used_at` in a table of credentials: each row at most once a minute, all rows of one second in one statement. Without it
 * each request with a key is a write.
 * @param covers whether a request's key is a row of this table
 */
export function trackLastUse(app: App, table: string, covers: (key: Key) => boolean) {
  let used = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  app.keyUsed.add((key) => {
    if (!covers(key)) return
    used.add(key.id)
    timer ??= setTimeout(() => void flush(), FLUSH_DELAY).unref()
  })
  app.addHook('onClose', flush)

  async function flush() {
    clearTimeout(timer)
    timer = undefined
    const ids = [...used]
    used = new Set()
    if (ids.length === 0) return
    await touch(app, table, ids).catch((err: unknown) =>
      app.log.error({ err, table }, 'last use not recorded'),
    )
  }
}

/** Several processes write the same rows: they are locked in id order, and rows locked elsewhere are skipped. */
const touch = async ({ sql }: App, table: string, ids: string[]) =>
  sql`
    update ${sql(table)}
    set last_used_at = now()
    where id in (
      select id
      from ${sql(table)}
      where id = any(${ids})
      and (last_used_at is null or last_used_at < now() - interval '1 minute')
      order by id
      for no key update skip locked
    )`
