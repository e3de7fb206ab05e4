import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import type { App } from '../../core/http/app.ts'
import { notFound } from '../../core/errors/errors.ts'
import { t } from '../../core/texts/text.ts'

/** Domains that may have a certificate are not looked up again for 10 s; unknown ones neither (`app.domains`). */
const CACHE = { max: 1_000, ttl: 10_000 }

/** For the proxy that requests certificates, such as Caddy with `on_demand_tls { ask … }`. */
export function allowedDomainRoute(app: App) {
  const allowed = new LRUCache<string, true>(CACHE)
  app.get('/domains/allowed', {
    logLevel: 'warn', // no line for each name that somebody makes up in a TLS handshake
    config: { errors: ['NOT_FOUND'] },
    schema: {
      operationId: 'isDomainAllowed',
      summary: 'Ver si un dominio puede tener certificado',
      description:
        'Para el proxy que pide los certificados: 200 si una tienda está abierta en el dominio, o lo estuvo y este redirige a ella; ' +
        'si no, 404.',
      querystring: Type.Object({
        domain: Type.String({ maxLength: 253, description: 'El dominio', examples: ['cafeantigua.example'] }),
      }),
      response: { 200: Type.Object({ allowed: Type.Literal(true) }) },
    },
    async handler({ query }) {
      const name = query.domain.toLowerCase().replace(/\.$/, '')
      if (!allowed.has(name)) {
        if (!(await app.domains.find(name))) throw notFound(t('El dominio'))
        allowed.set(name, true)
      }
      return { allowed: true as const }
    },
  })
}
