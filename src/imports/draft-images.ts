import type { Dialect, Draft, Row } from './draft.ts'
import { isVariation } from './woocommerce.ts'
import type { Cells } from './fields.ts'

/** The pictures of a product's rows, in order; undefined where the file has no column for them. */
export function imagesOf(rows: Row[], dialect: Dialect): Draft['images'] {
  if (!dialect.fields.has('images')) return undefined
  const images = new Map<string, { url: string; alt: string | null; position: number }>()
  for (const { cells } of rowsWithImages(rows, dialect)) {
    const urls = [cells.images, cells.moreImages].flatMap((cell) => urlsIn(cell ?? ''))
    const alts = (cells.imageAlts ?? '').split('\n')
    urls.forEach((url, n) => {
      const position = Number(cells.imagePosition) || images.size + 1
      if (!images.has(url)) images.set(url, { url, alt: alts[n]?.trim() || null, position })
    })
  }
  return [...images.values()]
    .toSorted((a, b) => a.position - b.position)
    .map(({ url, alt }) => ({ url, alt }))
}

/** In WooCommerce the pictures of variations are the variants' own, unless the product has none. */
function rowsWithImages(rows: Row[], { format }: Dialect): Row[] {
  if (format !== 'woocommerce') return rows
  const own = rows.filter((row) => !isVariation(row))
  return own.some(({ cells }) => cells.images?.trim()) ? own : rows
}

/** Every address of a picture in a row. */
export const pictureUrlsIn = ({ images, moreImages, variantImage }: Cells): string[] =>
  [images, moreImages, variantImage].flatMap((cell) => urlsIn(cell ?? ''))

/** The most pictures read from one cell: several times a product's maximum. */
const MAX_URLS = 50

/** The addresses in a cell, separated by line breaks, spaces, commas or bars. Those with http become https. */
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
