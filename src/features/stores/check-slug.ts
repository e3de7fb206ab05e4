import { Type } from 'typebox'
import type { App } from '../../core/http/app.ts'
import { limitPerAddress } from '../../core/limits/rate-limit.ts'
import { isSlugFree } from './slug.ts'
import { storeSettings } from './store.ts'

const LIMIT = { name: 'check-slug', max: 30, seconds: 3600 }

export function checkSlugRoute(app: App) {
  app.get('/check-slug', {
    schema: {
      operationId: 'checkSlug',
      summary: 'Saber si una dirección de tienda está libre',
      description: 'Las que están en uso, reservadas o guardadas por una redirección no están libres.',
      querystring: Type.Object({ slug: storeSettings.slug }),
      response: { 200: Type.Object({ available: Type.Boolean() }) },
    },
    onRequest: limitPerAddress(LIMIT),
    handler: async ({ sql, query }) => ({ available: await isSlugFree(sql, query.slug) }),
  })
}
