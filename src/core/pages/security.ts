import type { FastifyReply, FastifyRequest } from 'fastify'

/** Only this service's own files load and run; Trusted Types keep scripts from turning text into markup. */
const directives = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'font-src': "'self'",
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

export const contentSecurityPolicy = (overrides: Record<string, string> = {}) =>
  Object.entries({ ...directives, ...overrides })
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')

/** `(self)` lets the page request the phone's location. */
export const permissionsPolicy = (geolocation: '()' | '(self)') =>
  `camera=(), geolocation=${geolocation}, microphone=(), payment=()`

const headers = {
  'content-security-policy': contentSecurityPolicy(),
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': permissionsPolicy('()'),
}

export function securePage(request: FastifyRequest, reply: FastifyReply, done: () => void) {
  addSecurityHeaders(request, reply)
  done()
}

/** The policy of JSON responses: a browser that opens one loads and runs nothing. */
export function secureData(_request: FastifyRequest, reply: FastifyReply, done: () => void) {
  reply.headers({ 'content-security-policy': "default-src 'none'", 'referrer-policy': 'no-referrer' })
  done()
}

export function addSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(headers)
  if (request.server.publicUrl.startsWith('https:')) {
    reply.header('strict-transport-security', 'max-age=31536000')
  }
}
