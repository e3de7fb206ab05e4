import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Trackers } from './shop.ts'

/** Nothing runs and nothing is drawn but what this service serves; no text ever becomes script or markup in a browser. */
const directives = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'connect-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': 'shop-worker',
  'worker-src': "'self'",
  'manifest-src': "'self'",
}

/** The policy of a page, with what some pages need besides. */
export const contentSecurityPolicy = (overrides: Record<string, string> = {}) =>
  Object.entries({ ...directives, ...overrides })
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')

/** Where each provider's script comes from, and where it sends what it counts. */
const providers: Record<keyof Trackers, { script: string; sent: string }> = {
  meta: {
    script: 'https://connect.facebook.net',
    sent: 'https://connect.facebook.net https://www.facebook.com',
  },
  google: {
    script: 'https://www.googletagmanager.com',
    sent: 'https://*.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com',
  },
}

/** The policy of a shop's page that counts visits: that of every page, with the hosts of what the owner connected. */
export function trackingPolicy(trackers: Trackers): Record<string, string> {
  const used = (['meta', 'google'] as const).filter((name) => trackers[name]).map((name) => providers[name])
  if (used.length === 0) return {}
  const sent = `'self' ${used.map((one) => one.sent).join(' ')}`
  return {
    'content-security-policy': contentSecurityPolicy({
      'script-src': `'self' ${used.map((one) => one.script).join(' ')}`,
      'img-src': sent,
      'connect-src': sent,
      // The providers' scripts load more of their own by address: the page's script lets those of their hosts through.
      'trusted-types': 'shop-worker default',
    }),
  }
}

const headers = {
  'content-security-policy': contentSecurityPolicy(),
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
}

/** The hook of every page. */
export function securePage(request: FastifyRequest, reply: FastifyReply, done: () => void) {
  addSecurityHeaders(request, reply)
  done()
}

export function addSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(headers)
  if (request.server.publicUrl.startsWith('https:')) {
    reply.header('strict-transport-security', 'max-age=31536000')
  }
}
