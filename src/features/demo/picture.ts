import { readFile } from 'node:fs/promises'
import { ignore } from '../../core/errors/start-error.ts'
import type { App } from '../../core/http/app.ts'
import { notFound } from '../../core/errors/errors.ts'
import { t } from '../../core/texts/text.ts'

export const demoPicturesUrl = (publicUrl: string) => `${publicUrl}/media/demo/`

/** The picture of an image URL of the demo, a drawing (SVG) or a photo (JPEG); null for other URLs. */
export async function demoPicture(imageUrl: string, publicUrl: string): Promise<Buffer | null> {
  const folder = demoPicturesUrl(publicUrl)
  return imageUrl.startsWith(folder) ? readDemoPicture(imageUrl.slice(folder.length)) : null
}

export async function readDemoPicture(file: string): Promise<Buffer | null> {
  if (!/^[a-z0-9-]+\.(svg|jpg)$/.test(file)) return null
  const path = new URL(`../../../demo/pictures/${file}`, import.meta.url)
  return (await readFile(path).catch(ignore('ENOENT'))) ?? null
}

export function demoPictureRoute(app: App) {
  app.get<{ Params: { file: string } }>('/media/demo/:file', {
    config: { nonIdParams: true },
    async handler({ params }, reply) {
      const picture = await readDemoPicture(params.file)
      if (!picture) throw notFound(t('La imagen'))
      const type = params.file.endsWith('.jpg') ? 'image/jpeg' : 'image/svg+xml; charset=utf-8'
      reply.header('cache-control', 'public, max-age=86400').type(type)
      return reply.send(picture)
    },
  })
}
