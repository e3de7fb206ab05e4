import { fork, type ChildProcess } from 'node:child_process'
import { fairQueue } from '../core/concurrency/fair-queue.ts'
import { withTimeout } from '../core/process/with-timeout.ts'
import type { Converted, Job } from './convert.ts'
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

export type Converter = {
  /** @throws NotAPicture, or QueueFull while too many wait */
  convert: (owner: string, job: Job) => Promise<Converted>
  close: () => void
}

const QUEUE = { running: 1, runningPerOwner: 1, waiting: 256, waitingPerOwner: 64 }
/** ms that one picture may take before its process is ended */
const TIMEOUT = 10_000
/** ms without work until the process ends and gives its memory back */
const IDLE = 60_000

/**
 * Decodes and encodes pictures in a child process, one at a time and round-robin over stores. So decoding does not occupy the
 * thread pool that compresses pages, a decoder that crashes or hangs is contained, and its environment has no secrets.
 */
export function createConverter({ timeout = TIMEOUT } = {}): Converter {
  const inTurn = fairQueue(QUEUE)
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined

  return { convert: (owner, job) => inTurn(owner, () => run(job)), close }

  async function run(job: Job): Promise<Converted> {
    clearTimeout(idle)
    if (!child?.connected) child = start()
    const reply = await answerOf(child, job)
    idle = setTimeout(close, IDLE).unref()
    if ('error' in reply) throw new NotAPicture(reply.error)
    return reply.converted
  }

  async function answerOf(child: ChildProcess, job: Job): Promise<Reply> {
    try {
      return await withTimeout(ask(child, job), timeout, () => new NotAPicture())
    } catch (error) {
      close() // it may still be at work
      throw error
    }
  }

  function close() {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = undefined
  }
}

function start(): ChildProcess {
  const child = fork(new URL('convert-process.ts', import.meta.url), {
    serialization: 'advanced',
    env: { UV_THREADPOOL_SIZE: '1' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.on('error', () => {}) // each caller listens for it in `ask`
  child.unref()
  child.channel?.unref()
  return child
}

function ask(child: ChildProcess, job: Job): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const died = () => reject(new NotAPicture())
  child.once('message', resolve).once('exit', died).once('error', died)
  child.channel?.ref()
  child.send(job, (error) => error && died())
  return promise.finally(() => {
    child.off('message', resolve).off('exit', died).off('error', died)
    child.channel?.unref()
  })
}
