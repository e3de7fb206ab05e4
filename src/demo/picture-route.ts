import type { App } from '../core/http/app.ts'
import { notFound } from '../core/errors/errors.ts'
import { readDemoPicture } from './picture.ts'

/** The pictures of the demo, at the address that its products name. */
export function demoPictureRoute(app: App) {
  app.get<{ Params: { file: string } }>('/media/demo/:file', {
    config: { nonIdParams: true },
    async handler({ params }, reply) {
      const picture = await readDemoPicture(params.file)
      if (!picture) throw notFound('La imagen')
      reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml; charset=utf-8')
      return reply.send(picture)
    },
  })
}
