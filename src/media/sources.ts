import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import { createDownloader, NoReply } from '../core/outgoing/outgoing.ts'
import type { Files } from './files.ts'
import { sharp } from './sharp.ts'

const MAX_BYTES = 15 * 1024 * 1024
const MAX_PIXELS = 50_000_000
const pixels = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'tiff'])
/** ms until a picture that could not be had is asked for again */
const PATIENCE = 60_000

/** The drawing that an address of ours stands for, as SVG; null when the picture is elsewhere. */
export type Drawn = (url: string) => string | null

export type Sources = ReturnType<typeof pictureSources>

/** Where pictures come from: drawn by the service itself, or fetched once from the public internet and cached. */
export function pictureSources(files: Files, drawn: Drawn, { guarded }: { guarded: boolean }) {
  const { download, close } = createDownloader({ guarded })
  const failed = new Map<string, number>()

  return { picture, close }

  /** The picture at an address, upright and no larger than what is shown; null when there is none to be had now. */
  async function picture(url: string): Promise<Sharp | null> {
    const svg = drawn(url)
    if (svg) return sharp(Buffer.from(svg), { density: 144 })
    if ((failed.get(url) ?? 0) > Date.now()) return null
    try {
      return sharp(await files(`${fingerprint(url)}.source`, () => fetched(url))).autoOrient()
    } catch (error) {
      if (!(error instanceof NoReply || error instanceof NoPicture)) throw error
      if (failed.size > 10_000) failed.clear()
      failed.set(url, Date.now() + PATIENCE)
      return null
    }
  }

  async function fetched(url: string): Promise<Buffer> {
    const body = await download(url, MAX_BYTES)
    if (!body) throw new NoPicture()
    await checkPixels(body)
    return body
  }
}

/** What came is no picture that we show: no document that could draw or load more, nothing that unpacks without end. */
class NoPicture extends Error {
  override name = 'NoPicture'
}

async function checkPixels(body: Buffer) {
  const { format, width, height } = await sharp(body, { limitInputPixels: MAX_PIXELS })
    .metadata()
    .catch(() => ({ format: 'none', width: 0, height: 0 }))
  if (!pixels.has(format) || width * height > MAX_PIXELS) throw new NoPicture()
}

export const fingerprint = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 40)
