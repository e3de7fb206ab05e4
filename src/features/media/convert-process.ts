import { setPriority } from 'node:os'
import sharp from 'sharp'
import { convert, TooLarge, TooManyPixels, type Converted, type Turn } from './convert.ts'

type Result = { converted: Converted } | { error: 'pixels' | 'broken' | 'large' }
/** `isWorn`: the process holds memory that the allocator does not give back. */
export type Reply = Result & { isWorn: boolean }

const MAX_MEMORY = 200 * 1024 * 1024

// A low priority, so that pages are served first. Set before the first picture, because threads inherit it when they start.
setPriority(5)
sharp.concurrency(1)
sharp.cache(false)

process.on('message', (job: Turn) => {
  void convert(job).then(
    (converted) => reply({ converted }),
    (error) => reply({ error: errorOf(error) }),
  )
})
// The service has exited; a running conversion would delay an ordinary exit.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

function errorOf(error: unknown) {
  if (error instanceof TooLarge) return 'large'
  return error instanceof TooManyPixels ? 'pixels' : 'broken'
}

function reply(result: Result) {
  process.send!({ ...result, isWorn: process.memoryUsage.rss() > MAX_MEMORY } satisfies Reply)
}
