import { randomBytes } from './random.ts'

export type Trace = { traceId: string; spanId: string; flags: string }

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const [SAMPLED, RANDOM] = [1, 2]

/** A span of the trace that the caller's `traceparent` names; of a new one where it is missing or malformed. */
export function traceOf(traceparent: string | undefined): Trace {
  const caller = traceparent === undefined ? null : parse(traceparent)
  if (caller) return { ...caller, spanId: newSpanId() }
  const random = randomHex(24)
  // Sampled: the log has a line for this span, so receivers that follow their parent's decision should sample too.
  return { traceId: random.slice(0, 32), spanId: random.slice(32), flags: '01' }
}

export const traceparentOf = ({ traceId, spanId, flags }: Trace): string => `00-${traceId}-${spanId}-${flags}`

/** The `traceparent` of a new span below the one that `traceparentOf` gave. */
export const childOf = (traceparent: string): string =>
  `${traceparent.slice(0, 36)}${newSpanId()}${traceparent.slice(52)}`

/** Versions after 00 may add fields after the flags; all-zero ids are invalid. */
function parse(traceparent: string): Pick<Trace, 'traceId' | 'flags'> | null {
  const [, version, traceId = '', parentId = '', flags = '', rest] = TRACEPARENT.exec(traceparent) ?? []
  const isInvalid = version === undefined || version === 'ff' || (version === '00' && rest !== undefined)
  if (isInvalid || /^0+$/.test(traceId) || /^0+$/.test(parentId)) return null
  const known = Number.parseInt(flags, 16) & (SAMPLED | RANDOM)
  return { traceId, flags: `0${known}` }
}

const newSpanId = () => randomHex(8)

const randomHex = (bytes: number) => randomBytes(bytes).toString('hex')
