import type { App } from '../../core/http/app.ts'
import { allowAnyOrigin } from '../../core/http/cors.ts'
import { secureData } from '../../core/pages/security.ts'
import { limitBodies } from '../../core/http/route-defaults.ts'
import { metadataRoutes } from './metadata.ts'
import { registerClientRoute } from './register.ts'
import { tokenRoutes } from './token.ts'

const MAX_BODY = 64 * 1024

export async function oauthRoutes(app: App) {
  limitBodies(app, MAX_BODY)
  allowAnyOrigin(app)
  app.addHook('onRequest', secureData)
  metadataRoutes(app)
  registerClientRoute(app)
  tokenRoutes(app)
}
