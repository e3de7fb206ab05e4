// A server that receives webhooks and records their times of arrival, in a separate process.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `at`: ms since 1970; `after`: ms after its event. */
type Arrival = { at: number; after: number }

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

export async function startReceiver() {
  const child = fork(new URL(import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [port] = (await once(child, 'message')) as [number]
  return {
    url: `http://127.0.0.1:${port}/hook`,
    /** The messages since the last call. */
    async arrivals(): Promise<Arrival[]> {
      child.send('arrivals?')
      return ((await once(child, 'message')) as [Arrival[]])[0]
    },
    stop: () => child.kill(),
  }
}

if (process.send) run()

function run() {
  let arrivals: Arrival[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const at = Date.now()
      const timestamp = /"timestamp":"([^"]+)"/.exec(Buffer.concat(chunks).toString('latin1'))?.[1] ?? ''
      arrivals.push({ at, after: at - Date.parse(timestamp) })
      response.writeHead(200, { 'content-length': 2 }).end('ok')
    })
  })
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
  process.on('message', () => {
    process.send!(arrivals)
    arrivals = []
  })
}
