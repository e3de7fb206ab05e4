// How long until a new service answers, and how much memory does it take?
import { median, print } from './report.ts'
import { startService } from './service.ts'

const ROUNDS = 5

const first = await startService({ DEMO: 'on' })
const { dataDir, port } = first
await first.stop({ keepData: true })

const later: number[] = []
let memory = 0
for (let i = 0; i < ROUNDS; i++) {
  // On the port of the first, or the demo's addresses would all change.
  const service = await startService({ DEMO: 'on', PORT: String(port) }, dataDir)
  later.push(service.startedIn)
  memory = await service.memory()
  await service.stop({ keepData: i < ROUNDS - 1 })
}

print('Start', [
  { name: 'on an empty folder, with the demo stores, ms', value: first.startedIn.toFixed(0), limit: '4000' },
  { name: 'on an existing folder, ms', value: median(later).toFixed(0), limit: '1000' },
  { name: 'memory of the Node process, MiB', value: memory.toFixed(0), limit: '150' },
])
