import type { Dialect, Draft, Row } from './draft.ts'
import { isVariation } from './cells.ts'
import type { Cells } from './fields.ts'

/** The pictures that the rows of a product name, in their order; undefined where the file knows of none. */
export function imagesOf(rows: Row[], dialect: Dialect): Draft['images'] {
  if (!dialect.fields.has('images')) return undefined
  const images = new Map<string, { url: string; alt: string | null; place: number }>()
  for (const { cells } of rowsWithImages(rows, dialect)) {
    const urls = [cells.images, cells.moreImages].flatMap((cell) => urlsIn(cell ?? ''))
    const alts = (cells.imageAlts ?? '').split('\n')
    urls.forEach((url, n) => {
      const place = Number(cells.imagePosition) || images.size + 1
      if (!images.has(url)) images.set(url, { url, alt: alts[n]?.trim() || null, place })
    })
  }
  return [...images.values()].toSorted((a, b) => a.place - b.place).map(({ url, alt }) => ({ url, alt }))
}

/** In WooCommerce those of variations are theirs, unless the product has none of its own. */
function rowsWithImages(rows: Row[], { format }: Dialect): Row[] {
  if (format !== 'woocommerce') return rows
  const own = rows.filter(({ cells }) => !isVariation(cells.kind))
  return own.some(({ cells }) => cells.images?.trim()) ? own : rows
}

/** Every address of a picture in a row. */
export const pictureUrlsIn = ({ images, moreImages, variantImage }: Cells): string[] =>
  [images, moreImages, variantImage].flatMap((cell) => urlsIn(cell ?? ''))

/** Pictures of one cell that are looked at: several times as many as a product shows. */
const MAX_URLS = 50

/** One on each line, or behind one another with spaces, commas or bars; old shops have them without the s of https. */
export const urlsIn = (cell: string) =>
  cell
    .split(/\n|\|(?=\s*https?:)|[ ,](?=https?:)/, MAX_URLS)
    .map((url) =>
      url
        .trim()
        .replace(/,$/, '')
        .replace(/^http:\/\/(?!localhost|127\.)/, 'https://'),
    )
    .filter((url) => url !== '')
