import { outageOf, outages, type Outage } from '../errors/outage.ts'
import { messageOf } from '../errors/start-error.ts'

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
