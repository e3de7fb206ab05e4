import { createHash } from 'node:crypto'
import { fairQueue } from '../core/concurrency/fair-queue.ts'
import { createDownloader, NoReply } from '../core/outgoing/outgoing.ts'
import { NotAPicture, type Converter } from './converter.ts'
import type { DiskCache } from './disk-cache.ts'
import { formatOf } from './format.ts'

const MAX_BYTES = 15 * 1024 * 1024
/** Each download holds a picture in memory until it is reduced. */
const DOWNLOADS = { running: 6, runningPerOwner: 2, waiting: 256, waitingPerOwner: 64 }
/** ms until a picture that could not be fetched or decoded is tried again */
const RETRY_AFTER = { unreachable: 60_000, broken: 3_600_000 }
const MAX_FAILED = 10_000

/** The SVG of a picture that the service draws itself (for the demo); null for any other address. */
export type Drawn = (url: string) => Promise<string | null>

export type Sources = ReturnType<typeof pictureSources>

type Options = {
  files: DiskCache
  converter: Converter
  drawn: Drawn
  /** The bytes of a picture that the store uploaded; null for any other address. */
  stored: (storeId: string, url: string) => Promise<Buffer | null>
  publicOnly: boolean
}

/** Where pictures come from: drawn by the service, uploaded, or fetched once from the internet. Each is decoded once. */
export function pictureSources({ files, converter, drawn, stored, publicOnly }: Options) {
  const { download, close } = createDownloader({ publicOnly })
  const queue = fairQueue(DOWNLOADS)
  /** Failed addresses, with the time before which they are not fetched again; the oldest first. */
  const failed = new Map<string, number>()

  return { picture, close }

  /**
   * The picture at an address, upright and reduced to the largest size that pages show; null when it can't be fetched or decoded.
   * @throws QueueFull
   */
  async function picture(storeId: string, url: string): Promise<Buffer | null> {
    if ((failed.get(url) ?? 0) > Date.now()) return null
    try {
      return await files(`${fingerprint(url)}.reduced`, () => reduced(storeId, url))
    } catch (error) {
      if (error instanceof NoReply) cacheFailure(url, RETRY_AFTER.unreachable)
      else if (error instanceof NotAPicture) cacheFailure(url, RETRY_AFTER.broken)
      else throw error
      return null
    }
  }

  async function reduced(storeId: string, url: string): Promise<Buffer> {
    const svg = await drawn(url)
    if (svg) return (await converter.convert(storeId, { kind: 'draw', svg })).body
    return queue(storeId, async () => {
      const body = (await stored(storeId, url)) ?? (await download(url, MAX_BYTES))
      if (!body || !formatOf(body)) throw new NotAPicture()
      return (await converter.convert(storeId, { kind: 'reduce', picture: body })).body
    })
  }

  function cacheFailure(url: string, ms: number): void {
    failed.delete(url)
    failed.set(url, Date.now() + ms)
    if (failed.size > MAX_FAILED) failed.delete(failed.keys().next().value!)
  }
}

export const fingerprint = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 40)
