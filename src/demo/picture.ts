const FOLDER = '/media/demo/'

/** `antigua-bourbon.svg`, and `antigua-bourbon-2.svg` for a second picture. */
export const pictureFile = (slug: string, n: number) => `${slug}${n === 0 ? '' : `-${n + 1}`}.svg`

/** Where the service shows the pictures of the demo. */
export const demoPicturesUrl = (publicUrl: string) => publicUrl + FOLDER

/** Where the service shows a picture of a product of the demo. */
export function demoPictureUrl(publicUrl: string, slug: string, n = 0): string {
  return demoPicturesUrl(publicUrl) + pictureFile(slug, n)
}

/** The drawing of an image URL of the demo, as an SVG document; null for other URLs. */
export async function demoPicture(imageUrl: string, publicUrl: string): Promise<string | null> {
  const folder = demoPicturesUrl(publicUrl)
  if (!imageUrl.startsWith(folder)) return null
  return drawDemoPicture(imageUrl.slice(folder.length))
}

/** null when there is no such drawing. The shops of the demo are loaded for the first. */
export async function drawDemoPicture(file: string): Promise<string | null> {
  const { drawings } = await import('./drawings.ts')
  return drawings.get(file)?.() ?? null
}
