import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../core/http/app.ts'
import { newId } from '../../core/values/id.ts'
import { PROVIDERS, type Provider } from '../../orders/payment.ts'
import { finishConnection, storeOfState } from '../../payments/providers/connect.ts'
import { ProviderError } from '../../payments/providers/provider.ts'
import { readSessionCookie } from '../../sessions/cookie.ts'
import { textsOf } from '../access/context.ts'
import { authorizeStore, findSignedIn, SignInRequired } from '../access/guards.ts'
import { setFlash } from '../flash.ts'
import { returnUrlOf } from './payment-providers.ts'

/** Where a provider sends the owner back to: one address for all stores; `state` says whose it is. */
export function paymentConnectionRoutes(app: App) {
  for (const provider of PROVIDERS) {
    app.get(`/conexion/${provider}`, (request, reply) => finish(app, provider, request, reply))
  }
}

async function finish(app: App, provider: Provider, request: FastifyRequest, reply: FastifyReply) {
  const query = textsOf(request.query, 1000) // codes and states of providers are long
  const session = readSessionCookie(request) ?? ''
  const storeId = storeOfState(query['state'] ?? '', provider, session)
  const slug = storeId && (await slugOf(app, storeId))
  const found = await findSignedIn(request, reply, slug)
  if (!found) throw new SignInRequired()
  if (!storeId || !slug) return leave(reply, '/panel', 'No se conectó: empieza otra vez desde Cómo te pagan')
  // Membership and role as they are now, not as they were when she left.
  const store = authorizeStore(found, 'store:write')
  const { accountId } = found.session
  const sql = app.sql
    .queuedBy(accountId)
    .attributedTo({ changeId: newId(), by: 'panel', accountId, keyId: null })
  const attempt = { storeId: store.id, provider, session, returnUrl: returnUrlOf(app, provider) }
  const message = await messageOf(finishConnection(sql, app.providers, attempt, query), request)
  return leave(reply, `/panel/t/${store.slug}/pagos`, message)
}

async function messageOf(finished: Promise<boolean>, request: FastifyRequest): Promise<string> {
  try {
    return (await finished) ? 'Conectada: ya puedes cobrar así' : 'Falta terminar tu cuenta con el proveedor'
  } catch (err) {
    if (!(err instanceof ProviderError)) throw err
    request.log.warn({ err }, 'a payment account was not connected')
    return 'No se conectó: el proveedor no lo permitió o no respondió. Vuelve a intentarlo'
  }
}

function leave(reply: FastifyReply, to: string, message: string) {
  setFlash(reply, { message })
  return reply.redirect(to, 303)
}

async function slugOf(app: App, storeId: string): Promise<string | null> {
  const [store] = await app.sql<{ slug: string }[]>`
    select slug from stores where id = ${storeId} and deleted_at is null`
  return store?.slug ?? null
}
