import { join } from 'node:path'
import type { App } from '../core/http/app.ts'
import { diskCache } from './files.ts'
import { pictureRoute } from './picture.ts'
import { sharePictureRoute } from './share.ts'
import { pictureSources, type Drawn } from './sources.ts'

/** What stores show, in sizes that fit. `drawn` knows the pictures that the service draws itself. */
export function mediaRoutes(app: App, drawn: Drawn) {
  const { dataDir, allowPrivateDestinations } = app.config
  const files = diskCache(join(dataDir, 'media'))
  const sources = pictureSources(files, drawn, { guarded: !allowPrivateDestinations })
  app.addHook('onClose', sources.close)

  pictureRoute(app, files, sources)
  sharePictureRoute(app, files, sources)
}
