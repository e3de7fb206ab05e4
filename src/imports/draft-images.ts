import type { Dialect, Draft, Row } from './draft.ts'

/** The pictures that the rows of a product name, in their order; undefined where the file knows of none. */
export function imagesOf(rows: Row[], { fields }: Dialect): Draft['images'] {
  if (!fields.has('images')) return undefined
  const images = new Map<string, { url: string; alt: string | null; place: number }>()
  for (const { cells } of rows) {
    const urls = [cells.images, cells.moreImages].flatMap((cell) => urlsIn(cell ?? ''))
    const alts = (cells.imageAlts ?? '').split('\n')
    urls.forEach((url, n) => {
      const place = Number(cells.imagePosition) || images.size + 1
      if (!images.has(url)) images.set(url, { url, alt: alts[n]?.trim() || null, place })
    })
  }
  return [...images.values()].toSorted((a, b) => a.place - b.place).map(({ url, alt }) => ({ url, alt }))
}

/** One on each line, or behind one another with spaces, commas or bars; old shops have them without the s of https. */
const urlsIn = (cell: string) =>
  cell
    .split(/[\n|]|[ ,](?=https?:)/)
    .map((url) =>
      url
        .trim()
        .replace(/,$/, '')
        .replace(/^http:\/\/(?!localhost|127\.)/, 'https://'),
    )
    .filter((url) => url !== '')
