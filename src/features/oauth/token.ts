import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../core/http/app.ts'
import { limitPerAddress } from '../../core/limits/rate-limit.ts'
import { PATHS } from './addresses.ts'

/** Assistants' connectors serve many people from few IP addresses. */
const LIMIT = { name: 'oauth-token', max: 600, seconds: 60 }

export function tokenRoutes(app: App) {
  acceptForms(app)
  for (const url of [PATHS.token, PATHS.revocation]) {
    app.post<{ Body: string }>(url, { onRequest: limitPerAddress(LIMIT), handler: forward })
  }
}

/** Leaves the body as text: the library parses it. */
const acceptForms = (app: App) =>
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  )

async function forward(request: FastifyRequest<{ Body: string }>, reply: FastifyReply) {
  const { server, url, body, clientAddress: address } = request
  const payload = typeof body === 'string' ? body : ''
  const response = await server.authorizationServer.handle({
    method: 'POST',
    url: url.split('?')[0]!,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    payload,
    clientId: new URLSearchParams(payload).get('client_id'),
    address,
  })
  const challenge = response.headers['www-authenticate']
  if (challenge) reply.header('www-authenticate', challenge)
  return reply
    .code(response.status)
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .send(response.body)
}
