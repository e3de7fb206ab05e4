import { registerHooks } from 'node:module'

/**
 * The driver, with faults of its version 3.4.9 mended in its text as it is loaded, because a database that restarts
 * under load would otherwise end this process or tear a transaction in two, and few queries would wake many servers
 * (docs/adr/0008). Each replacement must find its place, or nothing starts: whoever raises the version looks here.
 */
const mends: Record<string, [before: string, after: string][]> = {
  'src/connection.js': [
    // What was to be written when the connection closed must not stand in front of the next connection's greeting.
    [
      `    clearImmediate(nextWriteTimer)
    socket.removeListener('data', data)
    socket.removeListener('connect', connected)
    idleTimer.cancel()`,
      `    clearImmediate(nextWriteTimer)
    nextWriteTimer = chunk = null
    socket.removeListener('data', data)
    socket.removeListener('connect', connected)
    idleTimer.cancel()`,
    ],
    // Nor must its query, or the error that ended it, be taken for the next connection's.
    [
      `    if (initial)
      return reconnect()

    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))`,
      `    !initial && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
    query = results = errorResponse = null
    result = new Result()

    if (initial)
      return reconnect()
`,
    ],
    // A login that goes on after the connection closed, or breaks off in its last step, ends the process.
    [
      `    const x = socket.write(chunk, fn)
    nextWriteTimer !== null && clearImmediate(nextWriteTimer)`,
      `    const x = socket ? socket.write(chunk, fn) : true
    nextWriteTimer !== null && clearImmediate(nextWriteTimer)`,
    ],
    ['return fetchArrayTypes()', 'return fetchArrayTypes().catch(() => {})'],
    // A `begin` that is written to a busy connection must reserve it too: others would work inside that transaction.
    [
      `        && sent.length < max_pipeline
        && (!q.options.onexecute || q.options.onexecute(connection))`,
      `        && sent.length < max_pipeline
        && !q.options.onexecute`,
    ],
    [
      `      build(q)
      return write(toBuffer(q))`,
      `      build(q)
      q.options.onexecute && q.options.onexecute(connection)
      return write(toBuffer(q))`,
    ],
  ],
  'src/queue.js': [
    [
      `    push: (x) =>`,
      `    pop: () => {
      const out = xs.pop()
      if (index === xs.length) {
        index = 0
        xs = []
      }
      return out
    },
    push: (x) =>`,
    ],
  ],
  'src/index.js': [
    // The connection that was used last has its server process awake and its caches warm; those in excess grow idle.
    [`return go(open.shift(), query)`, `return go(open.pop(), query)`],
    // A transaction whose connection is gone is over: what it still asks, its own commit or rollback too, would run on
    // whatever the connection is used for by then.
    [
      `new Promise((_, reject) => connection.onclose = reject)`,
      `new Promise((_, reject) => connection.onclose = e => {
          lost = e
          reject(e)
          while (queries.length) queries.shift().reject(e)
        })`,
    ],
    [
      `      , connection
      , prepare = null`,
      `      , connection
      , lost = null
      , prepare = null`,
    ],
    [
      `        q.catch(e => uncaughtError || (uncaughtError = e))
`,
      `        q.catch(e => uncaughtError || (uncaughtError = e))
        if (lost)
          return q.reject(lost)
`,
    ],
  ],
}

const driver = import.meta.resolve('postgres')
const hooks = registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const [, replacements] =
      Object.entries(mends).find(([file]) => url === new URL(`../${file}`, driver).href) ?? []
    return replacements
      ? { ...loaded, source: mended(url, Buffer.from(loaded.source as Uint8Array).toString(), replacements) }
      : loaded
  },
})
export const { default: postgres } = await import('postgres')
hooks.deregister()

function mended(url: string, source: string, replacements: [string, string][]): string {
  return replacements.reduce((text, [before, after]) => {
    if (text.split(before).length !== 2)
      throw new Error(`${url} is not the text that core/database/driver.ts mends`)
    return text.replace(before, () => after)
  }, source)
}
