import { join } from 'node:path'
import type { App } from '../../core/http/app.ts'
import { diskCache } from './disk-cache.ts'
import { iconRoute } from './icon.ts'
import { pictureRoute } from './picture.ts'
import { sharePictureRoute } from './share.ts'
import { pictureSources, type Drawn, type Sources } from './sources.ts'
import { findStoredBody, storedId } from './image.ts'
import { findOwner } from '../team/owner.ts'
import type { Job } from './convert.ts'
import { storedPictureRoute } from './serve-upload.ts'

declare module 'fastify' {
  interface FastifyInstance {
    pictureShapes: Sources['shapes']
  }
}

/** Registers the routes of the stores' pictures, in several sizes. `drawn` knows the pictures that the service draws. */
export function mediaRoutes(app: App, drawn: Drawn) {
  const files = diskCache(join(app.config.dataDir, 'media'))
  const ownerOf = (storeId: string) => findOwner(app.sql, storeId)
  const convert = async (storeId: string, job: Job) =>
    (await app.converter.convert(await ownerOf(storeId), job)).body
  const stored = async (storeId: string, url: string) => {
    const id = storedId(storeId, url)
    return id ? findStoredBody(app.sql, storeId, id) : null
  }
  const isOwn = (storeId: string, url: string) =>
    storedId(storeId, url) !== null || url.startsWith(`${app.publicUrl}/media/`)
  const sources = pictureSources({ files, convert, drawn, stored, isOwn, ownerOf, config: app.config })
  app.addHook('onClose', sources.close)
  app.decorate('pictureShapes', sources.shapes)

  const shown = { files, convert, sources }
  pictureRoute(app, shown)
  storedPictureRoute(app, shown)
  sharePictureRoute(app, shown)
  iconRoute(app, shown)
}
