import cookie from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { serveAssets } from '../../core/http/assets.ts'
import type { App } from '../../core/http/app.ts'
import { notFound } from '../../core/errors/errors.ts'
import { pageLanguage } from '../../core/http/request-language.ts'
import { limitBodies } from '../../core/http/route-defaults.ts'
import { sessionLookup, type FindSession } from '../../features/sessions/lookup.ts'
import { addSecurityHeaders } from '../../core/pages/security.ts'
import { sendPanelError } from './error-page.ts'
import { findSignedIn, rejectOtherSites, sendToOwnHost } from './access/guards.ts'
import { panelPolicy } from './layout.ts'
import { registerPages } from './pages.ts'
import { assets } from './parts/icon.ts'
import { acceptForms } from './forms/read-form.ts'
import { t } from '../../core/texts/text.ts'

declare module 'fastify' {
  interface FastifyInstance {
    findSession: FindSession
  }
}

const MiB = 1024 * 1024

/** The panel: pages and forms that need a session. API keys are not accepted here, nor is the session's cookie by the API. */
export async function panelRoutes(app: App) {
  limitBodies(app, MiB)
  await app.register(cookie)
  acceptForms(app)
  app.decorate('findSession', sessionLookup(app.sql))
  app.addHook('onRequest', protect)
  app.setErrorHandler(sendPanelError)
  app.setNotFoundHandler(async (request, reply) => {
    await findSignedIn(request, reply, null) // whose language the page has
    throw notFound(t('La página'))
  })

  serveAssets(app, assets)
  registerPages(app)
}

async function protect(request: FastifyRequest, reply: FastifyReply) {
  request.language = pageLanguage(request, reply)
  addSecurityHeaders(request, reply)
  reply.headers({ 'content-security-policy': panelPolicy(), 'cache-control': 'no-store' })
  // An assistant may open its sign-in in a window, and wait there for what comes back to it.
  if (/^\/panel\/(?:conectar|entrar)\b/.test(request.url))
    reply.header('cross-origin-opener-policy', 'unsafe-none')
  if (sendToOwnHost(request, reply)) return reply
  rejectOtherSites(request)
}
