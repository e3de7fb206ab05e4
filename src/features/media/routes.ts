import type { App } from '../../core/http/app.ts'
import { iconRoute } from './icon.ts'
import { pictureRoute } from './picture.ts'
import { openPictures, type Pictures } from './pictures.ts'
import { storedPictureRoute } from './serve-upload.ts'
import { sharePictureRoute, type PriceOf } from './share.ts'
import type { Drawn } from './sources.ts'

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
