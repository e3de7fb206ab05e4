import type { App } from '../../core/http/app.ts'
import { notFound } from '../../core/errors/errors.ts'
import { findStoredBody } from './image.ts'
import type { Pictures } from './pictures.ts'

type Params = { store: string; file: string }

export function storedPictureRoute(app: App, { files }: Pictures) {
  app.get<{ Params: Params }>('/media/:store/fotos/:file', {
    config: { nonIdParams: true },
    async handler({ sql, params: { store, file } }, reply) {
      const [, id] = /^(\w{1,64})\.(?:jpg|webp)$/.exec(file) ?? []
      if (!id || !/^\w{1,64}$/.test(store)) throw notFound('La imagen')
      const [picture] = await sql<{ type: string }[]>`
        select type from pictures where store_id = ${store} and id = ${id}`
      if (!picture) throw notFound('La imagen')
      reply.header('content-security-policy', "default-src 'none'; sandbox")
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-type', picture.type)
      return files(`${id}-${store}.stored`, async () => {
        const body = await findStoredBody(sql, store, id)
        if (!body) throw notFound('La imagen')
        return body
      })
    },
  })
}
