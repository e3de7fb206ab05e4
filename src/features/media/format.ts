type Format = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic' | 'gif' | 'tiff'

export const isAccepted = (format: Format) => ['jpeg', 'png', 'webp', 'avif'].includes(format)

const brands: Record<string, Format> = {
  avif: 'avif',
  avis: 'avif',
  heic: 'heic',
  heix: 'heic',
  hevc: 'heic',
  hevx: 'heic',
  heim: 'heic',
  heis: 'heic',
  mif1: 'heic',
  msf1: 'heic',
}

/** The format of a picture by its first 32 bytes; null for anything else, such as SVG. */
export function formatOf(head: Buffer): Format | null {
  const text = head.toString('latin1', 0, 32)
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp'
  if (text.startsWith('GIF8')) return 'gif'
  if (text.startsWith('II*\0') || text.startsWith('MM\0*')) return 'tiff'
  if (text.slice(4, 8) !== 'ftyp') return null
  // An AVIF may call itself `mif1` first and `avif` only among what it is compatible with.
  const compatible = [16, 20, 24, 28].map((at) => text.slice(at, at + 4))
  return compatible.includes('avif') ? 'avif' : (brands[text.slice(8, 12)] ?? null)
}
