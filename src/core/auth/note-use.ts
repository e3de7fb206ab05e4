import type { App } from '../http/app.ts'
import type { Key } from './key-lookup.ts'

const EVERY = 60_000
const SOON = 1_000

type Noted = {
  isNoted: (key: Key) => boolean
  /** Writes the last use of these keys; `ids` are sorted. */
  write: (ids: string[]) => Promise<unknown>
}

/**
 * Has the last use of keys written without a query per request: each key at most once a minute, the keys of one second in
 * one statement.
 */
export function noteUse(app: App, { isNoted, write }: Noted) {
  const uses = keyUses(write, (error) => app.log.error({ err: error }, 'last use of keys not noted'))
  app.keyUsed.add((key) => {
    if (isNoted(key)) uses.note(key.id)
  })
  app.addHook('onClose', () => uses.flush())
}

function keyUses(write: Noted['write'], failed: (error: unknown) => void) {
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
}
