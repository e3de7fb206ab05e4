import { join } from 'node:path'
import { fairQueue } from '../../core/concurrency/fair-queue.ts'
import { queues } from '../../core/concurrency/fairness.ts'
import type { Config } from '../../core/config/config.ts'
import type { Db } from '../../core/database/db.ts'
import type { Log } from '../../core/process/log.ts'
import { findOwner } from '../team/owner.ts'
import { findThemeSettings } from '../themes/settings.ts'
import { CROPS, LIST_WIDTHS, PAGE_WIDTHS, type Crop } from './address.ts'
import type { Job } from './convert.ts'
import type { Converter } from './converter.ts'
import { diskCache } from './disk-cache.ts'
import { findStoredBody, findStoredShapes, storedId } from './image.ts'
import { fingerprint, pictureSources, type Drawn } from './sources.ts'

export type Pictures = ReturnType<typeof openPictures>

export type Size = { width: number; crop: Crop | null }
export type Format = 'avif' | 'webp' | 'jpeg'

type Options = {
  sql: Db
  log: Pick<Log, 'warn'>
  config: Config
  converter: Converter
  drawn: Drawn
}

export function openPictures({ sql, log, config, converter, drawn }: Options) {
  const files = diskCache(join(config.dataDir, 'media'))
  const ownerOf = (storeId: string) => findOwner(sql, storeId)
  const convert = async (storeId: string, job: Job) =>
    (await converter.convert(await ownerOf(storeId), job)).body
  const stored = async (storeId: string, url: string) => {
    const id = storedId(storeId, url)
    return id ? findStoredBody(sql, storeId, id) : null
  }
  const storedShapes = (storeId: string, urls: string[]) => findStoredShapes(sql, storeId, urls)
  const isOwn = (storeId: string, url: string) =>
    storedId(storeId, url) !== null || url.startsWith(`${config.publicUrl}/media/`)
  const sources = pictureSources({ files, convert, drawn, stored, storedShapes, isOwn, ownerOf, config })
  const inTurn = fairQueue(queues.pictureSizes)
  let isClosed = false

  return { files, convert, sources, isOwn, sized, makeSizes, close }

  /** Null for a picture that can't be fetched or decoded. @throws QueueFull, NotAPicture, NotConverted */
  async function sized(storeId: string, url: string, { width, crop }: Size, format: Format) {
    const picture = await sources.picture(storeId, url)
    if (!picture) return null
    await sources.readShapes(storeId, [url])
    await sources.measure(storeId, url, () => picture)
    return files(`${fingerprint(url)}-${width}${crop ? `-${crop}` : ''}.${format}`, () =>
      convert(storeId, { kind: 'resize', picture, width, ratio: crop && CROPS[crop], format }),
    )
  }

  /**
   * Makes the sizes of a new picture that browsers ask for first, in turns of accounts, so that the first visitors of a shop don't
   * wait for them. Never rejects: a size that is missing is made when it is asked for.
   */
  async function makeSizes(storeId: string, url: string): Promise<void> {
    try {
      await inTurn(await ownerOf(storeId), async () => {
        const { ratio } = await findThemeSettings(sql, storeId)
        const listed = LIST_WIDTHS.map((width) => ({ width, crop: ratio }))
        const whole = PAGE_WIDTHS.map((width) => ({ width, crop: null }))
        for (const size of [...listed, ...whole]) if (!isClosed) await sized(storeId, url, size, 'avif')
      })
    } catch (err) {
      if (!isClosed) log.warn({ err, storeId }, 'sizes of a picture not made ahead')
    }
  }

  async function close() {
    isClosed = true
    sources.close()
  }
}
