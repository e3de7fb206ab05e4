import { join } from 'node:path'
import type { App } from '../core/http/app.ts'
import { createConverter } from './converter.ts'
import { diskCache } from './files.ts'
import { pictureRoute } from './picture.ts'
import { sharePictureRoute } from './share.ts'
import { pictureSources, type Drawn } from './sources.ts'

/** What stores show, in sizes that fit. `drawn` knows the pictures that the service draws itself. */
export function mediaRoutes(app: App, drawn: Drawn) {
  const { dataDir, allowPrivateDestinations } = app.config
  const files = diskCache(join(dataDir, 'media'))
  const converter = createConverter()
  const sources = pictureSources({ files, converter, drawn, guarded: !allowPrivateDestinations })
  app.addHook('onClose', () => {
    sources.close()
    converter.close()
  })

  const shown = { files, converter, sources }
  pictureRoute(app, shown)
  sharePictureRoute(app, shown)
}
