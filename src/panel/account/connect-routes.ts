import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, userMessage } from '../../core/errors/errors.ts'
import type { App } from '../../core/http/app.ts'
import { html, type Html } from '../../core/http/html.ts'
import { limitPerAddress, limitPerNetwork } from '../../core/limits/rate-limit.ts'
import { PATHS } from '../../oauth/addresses.ts'
import { authorize, resume } from '../../oauth/authorize.ts'
import { findSignedIn } from '../access/guards.ts'
import { document, send } from '../layout.ts'

const LIMIT = { name: 'oauth-authorize', max: 60, seconds: 60 }
/** A request may store a client, too: the one whose metadata document it names. */
const NETWORK_LIMIT = { name: 'oauth-authorize-network', max: 240, seconds: 60 }

type WithId = FastifyRequest<{ Params: { id: string } }>

/** The authorization endpoint and the return to the assistant. Between them is the consent page. */
export function connectRoutes(app: App) {
  const onRequest = [limitPerNetwork(NETWORK_LIMIT), limitPerAddress(LIMIT)]
  app.get('/conectar', { onRequest }, (request, reply) =>
    sendRedirect(request, reply, authorizeSignedIn(request, reply)),
  )
  app.get('/conectar/:id', { onRequest }, (request: WithId, reply) =>
    sendRedirect(request, reply, resume(request, request.params.id)),
  )
  app.get('/conectar/:id/listo', sendReturnPage)
}

async function authorizeSignedIn(request: FastifyRequest, reply: FastifyReply) {
  const found = await findSignedIn(request, reply, null)
  return authorize(request, found?.session.accountId)
}

async function sendRedirect(
  request: FastifyRequest,
  reply: FastifyReply,
  redirect: ReturnType<typeof authorize>,
) {
  try {
    const { location, cookies } = await redirect
    return reply.header('set-cookie', cookies).redirect(location, 303)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error
    const text = html`<p>${userMessage(error)}.</p>`
    return send(request, reply.code(400), barePage('No se pudo conectar', text))
  }
}

/**
 * An intermediate page with a client-side redirect to the assistant: the panel's `form-action` policy forbids that a form
 * redirects to another site.
 */
function sendReturnPage(request: WithId, reply: FastifyReply) {
  const href = `${PATHS.authorization}/${request.params.id}`
  reply.header('refresh', `0;url=${href}`)
  const text = html`<p>Te llevamos de vuelta al asistente.</p><p><a class="button" href="${href}">Continuar</a></p>`
  return send(request, reply, barePage('Listo', text))
}

/** Without the panel's scripts, which would morph the page: the browser navigates away at once. */
const barePage = (title: string, text: Html) =>
  document(
    `${title} · Vitrina`,
    html`
      <body class="panel plain">
        <main class="message"><h1>${title}</h1>${text}</main>
      </body>
    `,
  )
