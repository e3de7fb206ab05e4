import type { App } from '../../core/http/app.ts'
import { iconRoute } from './icon.ts'
import { pictureRoute } from './picture.ts'
import { openPictures, type Pictures } from './pictures.ts'
import { sharePictureRoute, type PriceOf } from './share.ts'
import type { Drawn } from './sources.ts'
import { notFound } from '../../core/errors/errors.ts'
import { findStoredBody } from './image.ts'
import { t } from '../../core/texts/text.ts'

declare module 'fastify' {
  interface FastifyInstance {
    pictures: Pictures
  }
}

/** Gives the app the stores' pictures. `drawn` knows those that the service draws. */
export function addPictures(app: App, drawn: Drawn) {
  const { sql, log, config, converter } = app
  const pictures = openPictures({ sql, log, config, converter, drawn })
  app.decorate('pictures', pictures)
  app.addHook('onClose', pictures.close)
}

export function mediaRoutes(app: App, priceOf: PriceOf) {
  const { pictures } = app
  pictureRoute(app, pictures)
  storedPictureRoute(app, pictures)
  sharePictureRoute(app, pictures, priceOf)
  iconRoute(app, pictures)
}

type Params = { store: string; file: string }

function storedPictureRoute(app: App, { files }: Pictures) {
  app.get<{ Params: Params }>('/media/:store/fotos/:file', {
    config: { nonIdParams: true },
    async handler({ sql, params: { store, file } }, reply) {
      const [, id] = /^(\w{1,64})\.(?:jpg|webp)$/.exec(file) ?? []
      if (!id || !/^\w{1,64}$/.test(store)) throw notFound(t('La imagen'))
      const [picture] = await sql<{ type: string }[]>`
        select type from pictures where store_id = ${store} and id = ${id}`
      if (!picture) throw notFound(t('La imagen'))
      reply.header('content-security-policy', "default-src 'none'; sandbox")
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-type', picture.type)
      return files(`${id}-${store}.stored`, async () => {
        const body = await findStoredBody(sql, store, id)
        if (!body) throw notFound(t('La imagen'))
        return body
      })
    },
  })
}
