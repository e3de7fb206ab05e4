import { pino, type DestinationStream, type LogFn, type Logger } from 'pino'

export type Log = Logger

/** Structured lines on standard output. No personal data, no keys: routes instead of URLs, ids instead of names. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = { level, serializers: { err: toLogged }, hooks: { logMethod: redactUrl } }
  return destination ? pino(options, destination) : pino(options)
}

/** Fastify's warning about a late response contains the full URL, and with it the text that a shopper searched for. */
function redactUrl(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  const [about] = args as [{ err?: { code?: unknown } } | undefined]
  if (about?.err?.code === 'FST_ERR_REP_ALREADY_SENT')
    method.call(this, 'the response came after its deadline')
  else method.apply(this, args)
}

/** The fields of an error that may be logged. The `detail` of a database error quotes the row, and with it personal data. */
function toLogged(error: Error & { code?: unknown; constraint?: unknown; cause?: unknown }) {
  const { name, message, stack, code, constraint } = error
  const cause = error.cause instanceof Error ? error.cause.message : undefined
  return { name, message, code, constraint, cause, stack }
}
