import assert from 'node:assert/strict'

/** 150,000 combining marks of two classes on one letter: normalisation would sort them for six seconds. */
export const LONG_MARKS = `x${'\u0301\u0316'.repeat(75_000)}`

const MAX_MARKS = 200
/** ms of processor time, of this whole process: parsing such a form takes some 20, a password's hash 60. */
const MAX_TIME = 1_500

/**
 * Watches what is normalised in this process. @returns a wrapper that fails when the work in it normalises many marks in a row,
 * which are left as they are so that the failure comes at once, or takes long otherwise
 */
export function watchNormalisation() {
  let longest = 0
  const normalize: (this: string, form?: string) => string = Reflect.get(String.prototype, 'normalize')
  // eslint-disable-next-line no-extend-native -- every caller passes here
  String.prototype.normalize = function watch(this: string, form?: string) {
    const marks = Math.max(0, ...(this.match(/\p{M}{100,}/gu) ?? []).map(({ length }) => length))
    longest = Math.max(longest, marks)
    return marks > MAX_MARKS ? this : normalize.call(this, form)
  }
  return async function quickly<T>(what: string, work: () => Promise<T>): Promise<T> {
    longest = 0
    const before = process.cpuUsage()
    const result = await work()
    const { user, system } = process.cpuUsage(before)
    assert.ok(longest <= MAX_MARKS, `${what} normalises ${longest} marks`)
    assert.ok((user + system) / 1000 < MAX_TIME, `${what} took ${(user + system) / 1000} ms`)
    return result
  }
}
