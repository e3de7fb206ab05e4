// A process that requests /api/health in a loop, and prints the latencies in ms as JSON.
import { setTimeout as sleep } from 'node:timers/promises'

const [url = '', seconds] = process.argv.slice(2)
const latencies: number[] = []
for (const end = performance.now() + Number(seconds) * 1000; performance.now() < end; await sleep(10)) {
  const began = performance.now()
  await (await fetch(url)).text()
  latencies.push(performance.now() - began)
}
console.log(JSON.stringify(latencies))
