/** How many milliseconds of processor time the work takes: on a busy machine it may wait for its turn for longer. */
export function processorTime(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
