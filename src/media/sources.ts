import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { NoReply } from '../core/outgoing/outgoing.ts'
import { NotAPicture, type Converter } from './converter.ts'
import type { DiskCache } from './disk-cache.ts'
import { pictureDownloader, type PictureConfig } from './download-picture.ts'
import type { Shape } from './shape.ts'

/** ms until a picture that could not be fetched or decoded is tried again */
const RETRY_AFTER = { unreachable: 60_000, broken: 3_600_000 }
const MAX_FAILED = 10_000
const MAX_SHAPES = 20_000

/** The SVG of a picture that the service draws itself (for the demo); null for any other address. */
export type Drawn = (url: string) => Promise<string | null>

export type Sources = ReturnType<typeof pictureSources>

type Options = {
  files: DiskCache
  converter: Pick<Converter, 'convert'>
  drawn: Drawn
  /** The bytes of a picture that the store uploaded; null for any other address. */
  stored: (storeId: string, url: string) => Promise<Buffer | null>
  /** Whether a picture is at hand, drawn or uploaded: it is not fetched from elsewhere. */
  isOwn: (storeId: string, url: string) => boolean
  /** The account that owns a store. */
  ownerOf: (storeId: string) => Promise<string>
  config: PictureConfig
}

/** Where pictures come from: drawn by the service, uploaded, or fetched once from the internet. Each is decoded once. */
export function pictureSources({ files, converter, drawn, stored, isOwn, ownerOf, config }: Options) {
  const { inTurn, withPicture, close } = pictureDownloader(config)
  /** Failed addresses, with the time before which they are not fetched again; the oldest first. */
  const failed = new Map<string, number>()
  const shapes = new LRUCache<string, Shape>({ max: MAX_SHAPES })

  return { picture, measure, shape, close }

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

  /** The shape of a picture that was made. @throws QueueFull, NotAPicture */
  async function measure(storeId: string, url: string, picture: Buffer): Promise<Shape> {
    return shapeMadeBy(url, async () => (await converter.convert(storeId, { kind: 'measure', picture })).body)
  }

  /**
   * The shape of a picture, if it was shown before or is at hand: a page is not kept waiting for other sites.
   * @throws QueueFull, NotAPicture
   */
  async function shape(storeId: string, url: string): Promise<Shape | null> {
    try {
      return await shapeMadeBy(url, async () => {
        const body = isOwn(storeId, url) ? await picture(storeId, url) : null
        if (!body) throw new NotMeasured()
        return (await converter.convert(storeId, { kind: 'measure', picture: body })).body
      })
    } catch (error) {
      if (error instanceof NotMeasured) return null
      throw error
    }
  }

  async function shapeMadeBy(url: string, make: () => Promise<Buffer>): Promise<Shape> {
    const name = `${fingerprint(url)}.shape`
    const known = shapes.get(name)
    if (known) return known
    const measured = JSON.parse((await files(name, make)).toString()) as Shape
    shapes.set(name, measured)
    return measured
  }

  async function reduced(storeId: string, url: string): Promise<Buffer> {
    const svg = await drawn(url)
    if (svg) return (await converter.convert(storeId, { kind: 'draw', svg })).body
    const reduce = async (picture: Buffer | string) =>
      (await converter.convert(storeId, { kind: 'reduce', picture })).body
    const owner = await ownerOf(storeId)
    return inTurn(owner, async () => {
      const own = await stored(storeId, url)
      return own ? reduce(own) : withPicture(owner, url, ({ path }) => reduce(path))
    })
  }

  function cacheFailure(url: string, ms: number): void {
    failed.delete(url)
    failed.set(url, Date.now() + ms)
    if (failed.size > MAX_FAILED) failed.delete(failed.keys().next().value!)
  }
}

class NotMeasured extends Error {}

export const fingerprint = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 40)
