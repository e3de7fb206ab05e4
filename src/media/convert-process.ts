import { setPriority } from 'node:os'
import sharp from 'sharp'
import { convert, TooManyPixels, type Converted, type Job } from './convert.ts'

export type Reply = { converted: Converted } | { error: 'pixels' | 'broken' }

// A low priority, so that pages are served first. Set before the first picture, because threads inherit it when they start.
setPriority(5)
sharp.concurrency(1)
sharp.cache(false)

process.on('message', (job: Job) => {
  void convert(job).then(
    (converted) => reply({ converted }),
    (error) => reply({ error: error instanceof TooManyPixels ? 'pixels' : 'broken' }),
  )
})
// The service has exited; a running conversion would delay an ordinary exit.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

const reply = (reply: Reply) => void process.send!(reply)
