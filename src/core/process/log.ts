import { pino, type DestinationStream, type LogFn, type Logger } from 'pino'
import { outageOf, outages, type Outage } from '../errors/outage.ts'
import { messageOf } from '../errors/start-error.ts'

export type Log = Logger

/** Structured lines on standard output. No personal data, no keys: routes instead of URLs, ids instead of names. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = { level, serializers: { err: toLogged }, hooks: { logMethod: writeLine(outageLines()) } }
  return destination ? pino(options, destination) : pino(options)
}

function writeLine(lineOf: ReturnType<typeof outageLines>) {
  return function (this: Logger, args: Parameters<LogFn>, method: LogFn): void {
    const [about, message] = args as [{ err?: { code?: unknown } } | undefined, unknown]
    // Fastify's warning about a late response contains the full URL, and with it the text that a shopper searched for.
    if (about?.err?.code === 'FST_ERR_REP_ALREADY_SENT')
      return method.call(this, 'the response came after its deadline')
    const line = about?.err === undefined ? undefined : lineOf(about, message)
    if (line === undefined) method.apply(this, args)
    else if (line !== null) method.apply(this, line)
  }
}

/** The fields of an error that may be logged. The `detail` of a database error quotes the row, and with it personal data. */
function toLogged(error: Error & { code?: unknown; constraint?: unknown; cause?: unknown }) {
  const { name, message, stack, code, constraint } = error
  const cause = error.cause instanceof Error ? error.cause.message : undefined
  return { name, message, code, constraint, cause, stack }
}

const INTERVAL = 60_000

type Line = [fields: object, message: string]

/**
 * The lines of a log for errors that tell of an outage of the database: every statement fails then, so there is one line a minute for
 * each cause, in words and without a stack. Returns a function that gives the line for an error; null while there was one, undefined
 * where the error tells of no outage.
 */
export function outageLines(now = () => performance.now()) {
  const written = new Map<Outage, { at: number; leftOut: number }>()
  return (fields: { err?: unknown }, during: unknown): Line | null | undefined => {
    const outage = outageOf(fields.err)
    if (outage === null) return undefined
    const last = written.get(outage)
    if (last && now() - last.at < INTERVAL) {
      last.leftOut++
      return null
    }
    written.set(outage, { at: now(), leftOut: 0 })
    const { err, ...rest } = fields
    return [{ ...rest, outage, during, error: messageOf(err), leftOut: last?.leftOut ?? 0 }, outages[outage]]
  }
}
