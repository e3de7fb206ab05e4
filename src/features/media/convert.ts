import { stat } from 'node:fs/promises'
import sharp, { type Sharp, type SharpInput } from 'sharp'
import { FINGERPRINT_PIXELS, fingerprintOf } from './fingerprint.ts'
import { edgeColour, EDGE_SIDE, type Shape } from './shape.ts'

/** A source picture, a file or a stored one's bytes; the sizes that pages show are made from its reduced form. */
type Reduce = { kind: 'reduce'; picture: Buffer | string }
type Draw = { kind: 'draw'; svg: string }
/** A reduced picture in one of the widths that pages show; with a ratio, cropped to it. */
type Resize = {
  kind: 'resize'
  picture: Buffer
  width: number
  ratio: number | null
  format: 'avif' | 'webp' | 'jpeg'
}
/** A picture for link previews: a drawn panel, with a picture at its left. */
type Share = { kind: 'share'; svg: string; left: Buffer | null; side: number }

/** A square for the home screen of a phone: a drawing, with a logo on it. */
type Icon = { kind: 'icon'; svg: string; logo: Buffer | null; side: number }

type Store = { kind: 'store'; path: string }

/** A receipt of a payment, in the form that it is stored in, with its fingerprint. */
type Receipt = { kind: 'receipt'; picture: Buffer | string }

type Measure = { kind: 'measure'; picture: Buffer }

export type Job = Reduce | Draw | Resize | Measure | Share | Icon | Store | Receipt
/** `mayBeLarge`: in a turn for pictures that take long. */
export type Turn = Job & { mayBeLarge: boolean }
export type Converted = {
  body: Buffer
  format: string
  width: number
  height: number
  fingerprint?: Buffer
  /** Along its edges, of a picture to be stored; null where it is transparent. */
  edgeColour?: string | null
}

/** More pixels than are decoded. */
export class TooManyPixels extends Error {
  override name = 'TooManyPixels'
}

/** The picture takes long, and has to wait for a turn of its size. */
export class TooLarge extends Error {
  override name = 'TooLarge'
}

const MAX_PIXELS = 50_000_000
/** AVIF and HEIC pack pixels most tightly, and take the most time and memory to unpack. */
const MAX_HEIF_PIXELS = 16_000_000
/** What a pixel of each format that is decoded takes, in those of a JPEG; one in several scans takes more. */
const weights: Record<string, number> = { jpeg: 1, png: 2, webp: 2, gif: 2, tiff: 2, heif: 6 }
const PROGRESSIVE = 4
/** As much as a photo of 15 megapixels and 6 MiB: longer ones are half a second to five at work. */
const MAX_SMALL = 40_000_000
const WEIGHT_OF_BYTE = 4

const STORED = { width: 2048, height: 2048, fit: 'inside', withoutEnlargement: true } as const
const LARGEST = { width: 1280, height: 2560, fit: 'inside', withoutEnlargement: true } as const

/** Runs one job. Only called in the conversion process, because decoding blocks its thread pool. */
export async function convert(job: Turn): Promise<Converted> {
  if (job.kind === 'receipt') return receipt(job)
  if (job.kind === 'measure') return measured(job.picture)
  if (job.kind === 'store') return stored(job)
  const { data, info } = await (await pipelineOf(job)).toBuffer({ resolveWithObject: true })
  return { body: data, format: info.format, width: info.width, height: info.height }
}

async function pipelineOf(job: Exclude<Turn, Receipt | Measure | Store>): Promise<Sharp> {
  switch (job.kind) {
    case 'reduce':
      await checkSize(job.picture, job.mayBeLarge)
      return reduced(open(job.picture).autoOrient())
    case 'draw':
      return reduced(sharp(Buffer.from(job.svg), { density: 144 }))
    case 'resize':
      return (await resized(job)).toFormat(job.format, quality[job.format])
    case 'share':
      return shared(job)
    case 'icon':
      return icon(job)
  }
}

/** By its header alone. @throws TooManyPixels, TooLarge, or Error of a kind that is not decoded */
async function checkSize(picture: SharpInput, mayBeLarge: boolean) {
  const opened = sharp(picture, { limitInputPixels: false })
  const { format, width, height, hasAlpha, isProgressive } = await opened.metadata()
  const weight = weights[format]
  if (!weight) throw new Error(format)
  const pixels = width * height
  if (pixels > (format === 'heif' ? MAX_HEIF_PIXELS : MAX_PIXELS)) throw new TooManyPixels()
  const bytes = typeof picture === 'string' ? (await stat(picture)).size : 0
  const work = pixels * weight * (isProgressive ? PROGRESSIVE : 1) + bytes * WEIGHT_OF_BYTE
  if (work > MAX_SMALL && !mayBeLarge) throw new TooLarge()
  return { hasAlpha }
}

/** Upright, in the stored size, without the camera's metadata. */
async function stored({ path, mayBeLarge }: Store & { mayBeLarge: boolean }): Promise<Converted> {
  const { hasAlpha } = await checkSize(path, mayBeLarge)
  const picture = open(path).autoOrient().resize(STORED)
  const encoded = hasAlpha ? picture.webp({ quality: 86, effort: 2 }) : picture.jpeg({ quality: 84 })
  const { data: body, info } = await encoded.toBuffer({ resolveWithObject: true })
  const { format, width, height } = info
  return { body, format, width, height, edgeColour: await edgeColourOf(body) }
}

/** It is decoded once, for the stored form and for the fingerprint. */
async function receipt({ picture, mayBeLarge }: Receipt & { mayBeLarge: boolean }): Promise<Converted> {
  await checkSize(picture, mayBeLarge)
  const upright = open(picture).autoOrient().flatten({ background: '#fff' }).resize(STORED)
  const { data, info } = await upright.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const pixels = () => sharp(data, { raw: { width, height, channels } })
  const body = await pixels().jpeg({ quality: 84 }).toBuffer()
  const scale = Math.sqrt(FINGERPRINT_PIXELS / (width * height))
  const grey = await pixels()
    .resize(Math.ceil(width * scale), Math.ceil(height * scale), { fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const fingerprint = fingerprintOf({ pixels: grey.data, width: grey.info.width, height: grey.info.height })
  return { body, format: 'jpeg', width, height, fingerprint }
}

async function measured(picture: Buffer): Promise<Converted> {
  const { width, height } = await open(picture).metadata()
  const shape: Shape = { width, height, colour: await edgeColourOf(picture) }
  return { body: Buffer.from(JSON.stringify(shape)), format: 'json', width, height }
}

async function edgeColourOf(picture: Buffer): Promise<string | null> {
  const small = open(picture).resize(EDGE_SIDE, EDGE_SIDE, { fit: 'fill' })
  return edgeColour(await small.toColourspace('srgb').ensureAlpha().raw().toBuffer())
}

const open = (picture: SharpInput) => sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error' })

const reduced = (picture: Sharp) => picture.resize(LARGEST).webp({ quality: 92, effort: 1 })

const quality = {
  avif: { quality: 52, effort: 2 },
  webp: { quality: 76, effort: 4 },
  jpeg: { quality: 78, mozjpeg: true, progressive: true },
}

/** Crops keep what attracts attention, which need not be in the middle. */
const cropped = { fit: 'cover', position: sharp.strategy.attention } as const

async function resized({ picture, width, ratio }: Resize): Promise<Sharp> {
  const opened = open(picture)
  if (ratio === null) return opened.resize({ width, withoutEnlargement: true })
  const own = await opened.metadata()
  const fitting = Math.min(width, own.width, Math.floor(own.height * ratio))
  return opened.resize({ width: fitting, height: Math.round(fitting / ratio), ...cropped })
}

async function shared({ svg, left, side }: Share): Promise<Sharp> {
  const square = left && (await open(left).resize(side, side, cropped).toBuffer())
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
