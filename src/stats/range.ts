/** From an instant on, up to and without another; milliseconds. */
export type Range = { from: number; to: number }

/** A stretch of time that the sums of a span cover, or that only the orders themselves do. */
export type Piece = Range & { span: Span | null }

type Span = keyof typeof widths

const minute = 60_000
const day = 24 * 60 * minute
const widths = { quarter: 15 * minute, day, week: 7 * day }

/**
 * Cuts a range into pieces that begin and end where the sums of a span do, the widest in the middle; what is left over
 * at both ends has no span.
 */
export function cover({ from, to }: Range, [span, ...finer]: Span[]): Piece[] {
  if (!span) return from < to ? [{ span: null, from, to }] : []
  const [start, end] = [roundUp(from, widths[span]), roundDown(to, widths[span])]
  if (start >= end) return cover({ from, to }, finer)
  return [
    ...cover({ from, to: start }, finer),
    { span, from: start, to: end },
    ...cover({ from: end, to }, finer),
  ]
}

const roundDown = (at: number, width: number) => Math.floor(at / width) * width
const roundUp = (at: number, width: number) => Math.ceil(at / width) * width
