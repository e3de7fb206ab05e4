/** From an instant on, up to and without another; milliseconds. */
export type Range = { from: number; to: number }

/** A part of a range that precomputed sums of a span cover; with null, only the orders do. */
export type Piece = Range & { span: Span | null }

type Span = keyof typeof widths

const minute = 60_000
const day = 24 * 60 * minute
const widths = { quarter: 15 * minute, day, week: 7 * day }

/** The widest spans in the middle; the remainders at both ends have no span. */
export function splitRange({ from, to }: Range, [span, ...finer]: Span[]): Piece[] {
  if (!span) return from < to ? [{ span: null, from, to }] : []
  const [start, end] = [roundUp(from, widths[span]), roundDown(to, widths[span])]
  if (start >= end) return splitRange({ from, to }, finer)
  return [
    ...splitRange({ from, to: start }, finer),
    { span, from: start, to: end },
    ...splitRange({ from: end, to }, finer),
  ]
}

/** The start of the quarter of an hour, which the finest sums cover. */
export const quarterAt = (at: number) => roundDown(at, widths.quarter)

const roundDown = (at: number, width: number) => Math.floor(at / width) * width
const roundUp = (at: number, width: number) => Math.ceil(at / width) * width
