import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Trackers } from './shop.ts'

/** Only this service's own files load and run; Trusted Types keep scripts from turning text into markup. */
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

/** The hosts of each provider: of its script, and of the requests that it sends. */
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

/** The policy of a shop's page with analytics: adds the hosts of the connected providers. */
export function trackingPolicy(trackers: Trackers): Record<string, string> {
  const used = (['meta', 'google'] as const).filter((name) => trackers[name]).map((name) => providers[name])
  if (used.length === 0) return {}
  const sent = `'self' ${used.map((one) => one.sent).join(' ')}`
  return {
    'content-security-policy': contentSecurityPolicy({
      'script-src': `'self' ${used.map((one) => one.script).join(' ')}`,
      'img-src': sent,
      'connect-src': sent,
      // The providers' scripts load further scripts; the page's Trusted Types policy allows their hosts.
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
