import { fork, type ChildProcess } from 'node:child_process'
import { fairQueue } from '../../core/concurrency/fair-queue.ts'
import { queues } from '../../core/concurrency/fairness.ts'
import { withTimeout } from '../../core/process/with-timeout.ts'
import type { Converted, Job, Turn } from './convert.ts'
import type { Reply } from './convert-process.ts'

/** The file is no picture that can be decoded, or is too large to decode. */
export class NotAPicture extends Error {
  override name = 'NotAPicture'
  readonly reason: 'pixels' | 'broken'

  constructor(reason: NotAPicture['reason'] = 'broken') {
    super(reason)
    this.reason = reason
  }
}

/** The conversion took too long or its process was killed, which says nothing about the picture: it may be tried again in a moment. */
export class NotConverted extends Error {
  override name = 'NotConverted'
}

export type Converter = {
  /** @throws NotAPicture, NotConverted, or QueueFull while too many wait */
  convert: (account: string, job: Job) => Promise<Converted>
  close: () => void
}

const TIMEOUT = 10_000
/** ms without work until a process ends and gives its memory back */
const IDLE = 60_000

/**
 * Decodes and encodes pictures in two child processes, in turns of accounts; one that takes long leaves the other process to the
 * small ones. So decoding does not occupy the thread pool that compresses pages, a decoder that crashes or hangs is contained,
 * and its environment has no secrets.
 */
export function createConverter({ timeout = TIMEOUT } = {}): Converter {
  const inTurn = fairQueue(queues.conversions)
  const children = new Set<ChildProcess>()
  const idle = new Map<ChildProcess, NodeJS.Timeout>()

  return { convert, close: () => children.forEach(end) }

  async function convert(owner: string, job: Job): Promise<Converted> {
    const small = await inTurn(owner, () => run({ ...job, mayBeLarge: false }))
    return small ?? (await inTurn({ owner, isLarge: true }, () => run({ ...job, mayBeLarge: true })))!
  }

  /** Null for a picture that takes too long for this turn. */
  async function run(job: Turn): Promise<Converted | null> {
    const child = take()
    const reply = await replyOf(child, job)
    if (reply.isWorn) end(child)
    else idle.set(child, setTimeout(end, IDLE, child).unref())
    if ('converted' in reply) return reply.converted
    if (reply.error === 'large') return null
    throw new NotAPicture(reply.error)
  }

  function take(): ChildProcess {
    for (const [child, timer] of idle) {
      clearTimeout(timer)
      idle.delete(child)
      if (child.connected) return child
    }
    const child = start()
    children.add(child)
    child.once('exit', () => end(child))
    return child
  }

  async function replyOf(child: ChildProcess, job: Turn): Promise<Reply> {
    try {
      return await withTimeout(convertIn(child, job), timeout, () => new NotConverted())
    } catch (error) {
      end(child) // it may still be at work
      throw error
    }
  }

  function end(child: ChildProcess): void {
    clearTimeout(idle.get(child))
    idle.delete(child)
    children.delete(child)
    child.kill('SIGKILL')
  }
}

function start(): ChildProcess {
  const child = fork(new URL('convert-process.ts', import.meta.url), {
    serialization: 'advanced',
    env: { UV_THREADPOOL_SIZE: '1' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.on('error', () => {}) // each caller listens for it in `convertIn`
  child.unref()
  child.channel?.unref()
  return child
}

function convertIn(child: ChildProcess, job: Turn): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const died = () => reject(new NotConverted())
  child.once('message', resolve).once('exit', died).once('error', died)
  child.channel?.ref()
  child.send(job, (error) => error && died())
  return promise.finally(() => {
    child.off('message', resolve).off('exit', died).off('error', died)
    child.channel?.unref()
  })
}
