/** The processor time of some work in ms, which does not depend on how busy the machine is, as elapsed time does. */
export function processorTime(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
