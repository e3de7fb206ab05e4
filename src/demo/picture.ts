import { shops } from './shops.ts'
import type { Drawing } from './svg.ts'

const FOLDER = '/media/demo/'

/** `antigua-bourbon.svg`, and `antigua-bourbon-2.svg` for a second picture. */
const fileOf = (slug: string, n: number) => `${slug}${n === 0 ? '' : `-${n + 1}`}.svg`

/** Where the service shows the pictures of the demo. */
export const demoPicturesUrl = (publicUrl: string) => publicUrl + FOLDER

/** Where the service shows a picture of a product of the demo. */
export function demoPictureUrl(publicUrl: string, slug: string, n = 0): string {
  return demoPicturesUrl(publicUrl) + fileOf(slug, n)
}

/** The drawing that an imageUrl of ours stands for, as an SVG document; null when it is a picture from elsewhere. */
export function demoPicture(imageUrl: string, publicUrl: string): string | null {
  const folder = demoPicturesUrl(publicUrl)
  if (!imageUrl.startsWith(folder)) return null
  return drawDemoPicture(imageUrl.slice(folder.length))
}

/** Every drawing by its file's name. */
export const drawings: ReadonlyMap<string, Drawing> = new Map(
  shops.flatMap(({ products }) =>
    products.flatMap(({ slug, pictures }) => pictures.map((draw, n) => [fileOf(slug, n), draw] as const)),
  ),
)

/** null when there is no such drawing. */
export const drawDemoPicture = (file: string): string | null => drawings.get(file)?.() ?? null
