import type { App } from '../../core/http/app.ts'
import { limitPerAddress } from '../../core/limits/rate-limit.ts'
import { noteScript } from '../../features/connections/note-use.ts'
import { visitedShop } from '../../features/catalog/shop.ts'

const LIMIT = { name: 'script-reports', max: 20, seconds: 60 }

/** Receives whether a shopper's browser got the provider's script of an identifier; see `assets/measurement.js`. */
export function scriptReportRoute(app: App) {
  app.post<{ Params: { slug: string } }>('/:slug/medicion', {
    onRequest: limitPerAddress(LIMIT),
    async handler(request, reply) {
      const { identifier, isLoaded } = (request.body ?? {}) as Record<string, unknown>
      const { id, trackers } = await visitedShop(request)
      const provider = (['meta', 'google'] as const).find(
        (name) => trackers[name] !== null && trackers[name] === identifier,
      )
      if (provider) await noteScript(request.sql, id, provider, isLoaded === 'true')
      return reply.code(204).send()
    },
  })
}
