// The limit of what undici can do: the same message, ready, sent again and again over so many connections.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'undici'

export type Posts = {
  url: string
  headers: Record<string, string>
  body: string
  connections: number
  count: number
}

export type Sent = { perSecond: number; cpuMicroseconds: number }

/** Sends `count` messages from a separate process. `cpuMicroseconds`: that process's, per message. */
export async function barePosts(posts: Posts): Promise<Sent> {
  const child = fork(new URL(import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  child.send(posts)
  const [sent] = (await once(child, 'message')) as [Sent]
  child.kill()
  return sent
}

if (process.send)
  process.once('message', (posts: Posts) => void run(posts).then((sent) => process.send!(sent)))

async function run({ url, headers, body, connections, count }: Posts): Promise<Sent> {
  const dispatcher = new Agent({ connections })
  await drive(Math.ceil(count / 10)) // to be warm, as a service is
  const began = performance.now()
  const used = process.cpuUsage()
  await drive(count)
  const { user, system } = process.cpuUsage(used)
  return { perSecond: (count / (performance.now() - began)) * 1000, cpuMicroseconds: (user + system) / count }

  async function drive(max: number) {
    let begun = 0
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (begun++ < max) {
          const reply = await request(url, { dispatcher, method: 'POST', headers, body })
          await reply.body.text()
        }
      }),
    )
  }
}
