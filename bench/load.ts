// The load generator: a process of its own, so that it does not share an event loop with what it measures. It gets
// what to do over IPC, writes requests to keep-alive sockets one after the other, and answers with what it counted.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { DIGITS } from './requests.ts'

type Job = {
  port: number
  connections: number
  seconds?: number
  /** Ends after so many requests. */
  count?: number
  /** Requests as text, sent in turn; `{n}` stands for a number that no other request has. */
  requests: string[]
  /** The status that every answer must have, or those that it may have. */
  expect: number | number[]
  /** Requests a second, all of which are sent, however long it takes; as many as go when absent. */
  perSecond?: number
}

export type Load = { perSecond: number; p50: number; p99: number; wrong: number }

/** Runs one job in a process of its own. Latencies are milliseconds. */
export async function load(job: Job): Promise<Load> {
  const child = fork(new URL(import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  child.send(job)
  const [result] = (await once(child, 'message')) as [Load]
  child.kill()
  if (result.wrong > 0)
    throw new Error(`${result.wrong} answers had another status than ${String(job.expect)}`)
  return result
}

if (process.send) process.once('message', (job: Job) => void run(job).then((result) => process.send!(result)))

async function run(job: Job): Promise<Load> {
  const { port, connections, seconds = 60, count = Infinity, requests, expect, perSecond } = job
  const expected = new Set([expect].flat())
  const latencies: number[] = []
  let sent = 0
  let wrong = 0
  const began = performance.now()
  const end = began + seconds * 1000
  const first = Math.floor(Math.random() * 290_000_000)

  await Promise.all(Array.from({ length: connections }, drive))
  const elapsed = (performance.now() - began) / 1000
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? 0
  return { perSecond: latencies.length / elapsed, p50: at(0.5), p99: at(0.99), wrong }

  async function drive() {
    const socket = connect(port, '127.0.0.1').setNoDelay(true)
    await once(socket, 'connect')
    const answers = readAnswers(socket)
    while (sent < count && (perSecond === undefined ? performance.now() < end : sent < perSecond * seconds)) {
      const n = sent++
      if (perSecond !== undefined)
        await sleep(Math.max(1, began + (n / perSecond) * 1000 - performance.now()))
      const from = performance.now()
      socket.write(numbered(requests[n % requests.length]!, first + n))
      const { value: status } = await answers.next()
      latencies.push(performance.now() - from)
      if (!expected.has(status)) wrong++
    }
    socket.destroy()
  }
}

function numbered(request: string, n: number): string {
  if (!request.includes('{')) return request
  const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
  return request.replaceAll('{n}', String(n).padStart(DIGITS, '0')).replace('{ip}', address)
}

/** The statuses of the answers on a keep-alive connection; bodies are read and dropped. */
async function* readAnswers(socket: AsyncIterable<Buffer>): AsyncGenerator<number> {
  let head = ''
  let status = 0
  let missing = 0
  for await (const chunk of socket) {
    let rest = chunk
    if (missing === 0) {
      head += chunk.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) continue
      status = Number(head.slice(9, 12))
      missing = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      rest = chunk.subarray(chunk.length - (head.length - end - 4))
      head = ''
    }
    missing -= rest.length
    if (missing <= 0) {
      missing = 0
      yield status
    }
  }
}
