import sharp, { type Sharp, type SharpInput } from 'sharp'

/** A source picture; the sizes that pages show are made from its reduced form. */
type Reduce = { kind: 'reduce'; picture: Buffer }
/** A drawing of our own, as SVG. */
type Draw = { kind: 'draw'; svg: string }
/** A reduced picture in one of the widths that pages show. */
type Resize = { kind: 'resize'; picture: Buffer; width: number; format: 'avif' | 'webp' | 'jpeg' }
/** A picture for link previews: a drawn panel, with a picture at its left. */
type Share = { kind: 'share'; svg: string; left: Buffer | null; side: number }

/** A square for the home screen of a phone: a drawing, with a logo on it. */
type Icon = { kind: 'icon'; svg: string; logo: Buffer | null; side: number }

/** An upload, in the form that it is stored in. */
type Store = { kind: 'store'; path: string }

export type Job = Reduce | Draw | Resize | Share | Icon | Store
export type Converted = { body: Buffer; format: string; width: number; height: number }

/** More pixels than are decoded. */
export class TooManyPixels extends Error {
  override name = 'TooManyPixels'
}

const MAX_PIXELS = 50_000_000
/** AVIF and HEIC pack pixels most tightly, and take the most time and memory to unpack. */
const MAX_HEIF_PIXELS = 16_000_000
const decoded = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'tiff'])

/** The largest that is stored, and the largest that pages show. */
const STORED = { width: 2048, height: 2048, fit: 'inside', withoutEnlargement: true } as const
const LARGEST = { width: 1280, height: 2560, fit: 'inside', withoutEnlargement: true } as const

/** Runs one job. Only called in the conversion process, because decoding blocks its thread pool. */
export async function convert(job: Job): Promise<Converted> {
  const { data, info } = await (await pipelineOf(job)).toBuffer({ resolveWithObject: true })
  return { body: data, format: info.format, width: info.width, height: info.height }
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
    case 'icon':
      return icon(job)
    case 'store':
      return storable(job.path)
  }
}

/** By its header alone. @throws TooManyPixels, or Error of a kind that is not decoded */
async function checkPixels(picture: SharpInput) {
  const { format, width, height, hasAlpha } = await sharp(picture, { limitInputPixels: false }).metadata()
  if (!decoded.has(format)) throw new Error(format)
  if (width * height > (format === 'heif' ? MAX_HEIF_PIXELS : MAX_PIXELS)) throw new TooManyPixels()
  return { hasAlpha }
}

/** Upright, in the stored size, without the camera's metadata. */
async function storable(path: string): Promise<Sharp> {
  const { hasAlpha } = await checkPixels(path)
  const picture = open(path).autoOrient().resize(STORED)
  return hasAlpha ? picture.webp({ quality: 86, effort: 2 }) : picture.jpeg({ quality: 84 })
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

async function icon({ svg, logo, side }: Icon): Promise<Sharp> {
  const inner = Math.round(side * 0.7)
  const input = logo && (await open(logo).resize(inner, inner, { fit: 'inside' }).toBuffer())
  return sharp(Buffer.from(svg))
    .resize(side, side)
    .composite(input ? [{ input, gravity: 'centre' }] : [])
    .png()
}
