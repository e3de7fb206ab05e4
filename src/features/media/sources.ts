import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { QueueFull } from '../../core/concurrency/fair-queue.ts'
import { NoReply } from '../../core/outgoing/outgoing.ts'
import { withTimeout } from '../../core/process/with-timeout.ts'
import type { Job } from './convert.ts'
import { NotAPicture, NotConverted } from './converter.ts'
import type { DiskCache } from './disk-cache.ts'
import { pictureDownloader, type PictureConfig } from './download-picture.ts'
import type { Shape } from './shape.ts'

/** ms until a picture that could not be fetched or decoded is tried again */
const RETRY_AFTER = { unreachable: 60_000, broken: 3_600_000, notConverted: 15_000 }
const MAX_FAILED = 10_000
const MAX_SHAPES = 20_000
/** ms that a page waits for the shapes of pictures that are drawn, or were stored without */
const MAX_WAIT = 400

type Convert = (storeId: string, job: Job) => Promise<Buffer>

/** The SVG of a picture that the service draws itself (for the demo); null for any other address. */
export type Drawn = (url: string) => Promise<Buffer | null>

type Options = {
  files: DiskCache
  convert: Convert
  drawn: Drawn
  /** The bytes of a picture that the store uploaded; null for any other address. */
  stored: (storeId: string, url: string) => Promise<Buffer | null>
  storedShapes: (storeId: string, urls: string[]) => Promise<Map<string, Shape>>
  /** Whether a picture is at hand, drawn or uploaded: it is not fetched from elsewhere. */
  isOwn: (storeId: string, url: string) => boolean
  ownerOf: (storeId: string) => Promise<string>
  config: PictureConfig
}

/** Where pictures come from: drawn by the service, uploaded, or fetched once from the internet. Each is decoded once. */
export function pictureSources(options: Options) {
  const { files, convert, drawn, stored, storedShapes, isOwn, ownerOf, config } = options
  const { inTurn, withPicture, close } = pictureDownloader(config)
  /** Addresses that failed, until they are tried again. */
  const failed = new LRUCache<string, true>({ max: MAX_FAILED })
  const notConverted = new LRUCache<string, true>({ max: MAX_FAILED, ttl: RETRY_AFTER.notConverted })
  const measured = new LRUCache<string, Shape>({ max: MAX_SHAPES })

  return { picture, readShapes, measure, shapes, close }

  /**
   * The picture at an address, upright and reduced to the largest size that pages show; null when it can't be fetched or decoded.
   * @throws QueueFull, NotConverted
   */
  async function picture(storeId: string, url: string): Promise<Buffer | null> {
    if (failed.has(url)) return null
    if (notConverted.has(url)) throw new NotConverted()
    try {
      return await files(`${fingerprint(url)}.reduced`, () => reduced(storeId, url))
    } catch (error) {
      if (error instanceof NotConverted) notConverted.set(url, true)
      if (!(error instanceof NoReply || error instanceof NotAPicture)) throw error
      failed.set(url, true, { ttl: RETRY_AFTER[error instanceof NoReply ? 'unreachable' : 'broken'] })
      return null
    }
  }

  /** By their addresses, null for those that were neither shown before nor are at hand: a page does not wait for other sites. */
  async function shapes(storeId: string, urls: string[]): Promise<Map<string, Shape | null>> {
    await readShapes(storeId, urls)
    return new Map(await Promise.all(urls.map(async (url) => [url, await shape(storeId, url)] as const)))
  }

  /** Those that were measured when their pictures were stored. */
  async function readShapes(storeId: string, urls: string[]) {
    const unknown = urls.filter((url) => !measured.has(shapeName(url)))
    for (const [url, shape] of await storedShapes(storeId, unknown)) measured.set(shapeName(url), shape)
  }

  async function shape(storeId: string, url: string): Promise<Shape | null> {
    const find = () => (isOwn(storeId, url) ? picture(storeId, url) : null)
    try {
      return await withTimeout(measure(storeId, url, find), MAX_WAIT, () => new QueueFull())
    } catch (error) {
      if ([QueueFull, NotAPicture, NotConverted].some((kind) => error instanceof kind)) return null
      throw error
    }
  }

  async function measure(storeId: string, url: string, find: () => Promise<Buffer | null> | Buffer | null) {
    const name = shapeName(url)
    const known = measured.get(name)
    if (known) return known
    const json = await files(name, async () => {
      const picture = await find()
      if (!picture) throw new NotAPicture()
      return convert(storeId, { kind: 'measure', picture })
    })
    const shape = JSON.parse(json.toString()) as Shape
    measured.set(name, shape)
    return shape
  }

  async function reduced(storeId: string, url: string): Promise<Buffer> {
    const picture = await drawn(url)
    if (picture) return convert(storeId, toDraw(picture))
    const reduce = (picture: Buffer | string) => convert(storeId, { kind: 'reduce', picture })
    const owner = await ownerOf(storeId)
    return inTurn(owner, async () => {
      const own = await stored(storeId, url)
      return own ? reduce(own) : withPicture(owner, url, ({ path }) => reduce(path))
    })
  }
}

const JPEG = 0xff

/** A photo of the demo is converted as an uploaded one is. */
const toDraw = (picture: Buffer) =>
  picture[0] === JPEG
    ? ({ kind: 'reduce', picture } as const)
    : ({ kind: 'draw', svg: picture.toString() } as const)

export const fingerprint = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 40)

const shapeName = (url: string) => `${fingerprint(url)}.shape`
