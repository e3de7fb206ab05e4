const [MINUTE, HOUR] = [60, 3600]

/** Seconds before each attempt: ten attempts over 75 hours. */
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

/** A longer `Retry-After` is honoured up to this. */
export const MAX_WAIT = 24 * HOUR

/** A webhook that has only failed for so many days is disabled. */
export const MAX_FAILING_DAYS = 5
