import sharp, { type Sharp, type SharpInput } from 'sharp'

/** A picture that came from elsewhere; shown ones are made of its reduced form. */
type Reduce = { kind: 'reduce'; picture: Buffer }
/** A drawing of our own, as SVG. */
type Draw = { kind: 'draw'; svg: string }
/** A reduced picture in one of the widths that pages show. */
type Resize = { kind: 'resize'; picture: Buffer; width: number; format: 'avif' | 'webp' | 'jpeg' }
/** What a link is shown with: a drawn panel, and a picture at its left. */
type Share = { kind: 'share'; svg: string; left: Buffer | null; side: number }

export type Job = Reduce | Draw | Resize | Share
export type Converted = { body: Buffer; width: number; height: number }

const MAX_PIXELS = 50_000_000
/** AVIF and HEIC pack pixels most tightly, and take the most time and memory to unpack. */
const MAX_HEIF_PIXELS = 16_000_000
const decoded = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'tiff'])

/** The largest that pages show. */
const LARGEST = { width: 1280, height: 2560, fit: 'inside', withoutEnlargement: true } as const

/** One piece of work on a picture. Only the converting process calls it: decoding blocks whoever shares its threads. */
export async function convert(job: Job): Promise<Converted> {
  const { data, info } = await (await pipelineOf(job)).toBuffer({ resolveWithObject: true })
  return { body: data, width: info.width, height: info.height }
}

async function pipelineOf(job: Job): Promise<Sharp> {
  switch (job.kind) {
    case 'reduce':
      await checkPixels(job.picture)
      return reduced(open(job.picture).autoOrient())
    case 'draw':
      return reduced(sharp(Buffer.from(job.svg), { density: 144 }))
    case 'resize':
      return open(job.picture)
        .resize({ width: job.width, withoutEnlargement: true })
        .toFormat(job.format, quality[job.format])
    case 'share':
      return shared(job)
  }
}

/** @throws Error when its header says that it is not to be decoded */
async function checkPixels(picture: SharpInput) {
  const { format, width, height } = await open(picture).metadata()
  const most = format === 'heif' ? MAX_HEIF_PIXELS : MAX_PIXELS
  if (!decoded.has(format) || width * height > most) throw new Error(`${format} of ${width} × ${height}`)
}

const open = (picture: SharpInput) => sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error' })

const reduced = (picture: Sharp) => picture.resize(LARGEST).webp({ quality: 92, effort: 1 })

const quality = {
  avif: { quality: 52, effort: 2 },
  webp: { quality: 76, effort: 4 },
  jpeg: { quality: 78, mozjpeg: true, progressive: true },
}

async function shared({ svg, left, side }: Share): Promise<Sharp> {
  const square = left && (await open(left).resize(side, side, { fit: 'cover' }).toBuffer())
  return sharp(Buffer.from(svg))
    .composite(square ? [{ input: square, left: 0, top: 0 }] : [])
    .jpeg({ quality: 84, mozjpeg: true })
}
