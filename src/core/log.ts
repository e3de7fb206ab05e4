import { pino, type Logger } from 'pino'

export type Log = Logger

/** Structured lines on standard output. No personal data, no keys: routes instead of addresses, ids instead of names. */
export function createLog(level: string): Log {
  return pino({ level, serializers: { err: toLogged } })
}

/** What of an error helps whoever operates the service. A database's `detail` would quote the row, and with it a person. */
function toLogged(error: Error & { code?: unknown; constraint_name?: unknown; cause?: unknown }) {
  const { name, message, stack, code, constraint_name: constraint } = error
  const cause = error.cause instanceof Error ? error.cause.message : undefined
  return { name, message, code, constraint, cause, stack }
}
