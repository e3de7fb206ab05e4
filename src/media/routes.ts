import { join } from 'node:path'
import type { App } from '../core/http/app.ts'
import { diskCache } from './disk-cache.ts'
import { iconRoute } from './icon.ts'
import { pictureRoute } from './picture.ts'
import { sharePictureRoute } from './share.ts'
import { pictureSources, type Drawn } from './sources.ts'
import { findStoredBody, storedId } from './image.ts'
import { storedPictureRoute } from './serve-upload.ts'

/** Registers the routes of the stores' pictures, in several sizes. `drawn` knows the pictures that the service draws. */
export function mediaRoutes(app: App, drawn: Drawn) {
  const { config, converter } = app
  const { dataDir, allowPrivateDestinations } = config
  const files = diskCache(join(dataDir, 'media'))
  const stored = async (storeId: string, url: string) => {
    const id = storedId(storeId, url)
    return id ? findStoredBody(app.sql, storeId, id) : null
  }
  const sources = pictureSources({ files, converter, drawn, stored, publicOnly: !allowPrivateDestinations })
  app.addHook('onClose', sources.close)

  const shown = { files, converter, sources }
  pictureRoute(app, shown)
  storedPictureRoute(app, shown)
  sharePictureRoute(app, shown)
  iconRoute(app, shown)
}
