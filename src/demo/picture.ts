import { catalog } from './catalog.ts'
import { drawPicture } from './pictures/draw.ts'

const FOLDER = '/media/demo/'

/** Where the service shows the picture of a product of the demo. */
export function demoPictureUrl(publicUrl: string, slug: string): string {
  return `${publicUrl}${FOLDER}${slug}.svg`
}

/** The drawing that an imageUrl of ours stands for, as an SVG document; null when it is a picture from elsewhere. */
export function demoPicture(imageUrl: string, publicUrl: string): string | null {
  const folder = publicUrl + FOLDER
  if (!imageUrl.startsWith(folder)) return null
  return drawDemoPicture(imageUrl.slice(folder.length))
}

/** `antigua-bourbon.svg`; null when there is no such product. */
export function drawDemoPicture(file: string): string | null {
  const product = catalog.find(({ slug }) => `${slug}.svg` === file)
  return product ? drawPicture(product.picture) : null
}
