const [MINUTE, HOUR] = [60, 3600]

/** Seconds before each attempt: ten of them over 75 hours. */
export const schedule = [
  0,
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

/** A receiver that asks for more peace gets it, up to this. */
export const MAX_WAIT = 24 * HOUR

/** A webhook without a success for so long is disabled. */
export const MAX_FAILING_DAYS = 5
