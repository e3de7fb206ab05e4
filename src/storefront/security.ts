import type { FastifyReply, FastifyRequest } from 'fastify'

/** Nothing runs and nothing is drawn but what this service serves; no text ever becomes script or markup in a browser. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

export async function securePage(request: FastifyRequest, reply: FastifyReply) {
  reply
    .header('content-security-policy', contentSecurityPolicy)
    .header('referrer-policy', 'same-origin')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()')
  if (request.server.publicUrl.startsWith('https:')) {
    reply.header('strict-transport-security', 'max-age=31536000')
  }
}
