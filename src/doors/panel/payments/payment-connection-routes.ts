import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../../core/http/app.ts'
import { newId } from '../../../core/values/id.ts'
import { PROVIDERS, type Provider } from '../../../features/orders/payment.ts'
import { findAttempt, finishConnection } from '../../../features/payments/providers/connect.ts'
import { ProviderError } from '../../../features/payments/providers/provider.ts'
import { accountContext, textsOf } from '../access/context.ts'
import { authorizeStore, findSignedIn, SignInRequired } from '../access/guards.ts'
import { requireReauthentication } from '../access/reauthentication.ts'
import { setFlash } from '../flash.ts'
import { lastOf, type FormFields } from '../forms/form-fields.ts'
import { readForm } from '../forms/read-form.ts'
import { sendView } from '../layout.ts'
import { returnUrlOf } from './payment-providers.ts'
import { t, type Localized } from '../../../core/texts/text.ts'

/** Where a provider sends the owner back to: one address for all stores; `state` says whose it is. */
export function paymentConnectionRoutes(app: App) {
  for (const provider of PROVIDERS) {
    const path = `/conexion/${provider}`
    app.get(path, (request, reply) => {
      const query = textsOf(request.query, 1000) // codes and states of providers are long
      const fields = new Map(
        Object.entries(query).flatMap(([name, value]) => (name.startsWith('_') ? [] : [[name, [value]]])),
      )
      return finish(provider, request, reply, fields)
    })
    // The page that asks for the password leads here.
    app.post(path, async (request, reply) =>
      finish(provider, request, reply, (await readForm(request, reply, null)).fields),
    )
  }
}

async function finish(provider: Provider, request: FastifyRequest, reply: FastifyReply, fields: FormFields) {
  const app = request.server
  const query = Object.fromEntries([...fields.keys()].map((name) => [name, lastOf(fields, name)!]))
  const attempt = await findAttempt(app.sql, provider, query['state'] ?? '')
  const slug = attempt && (await slugOf(app, attempt.storeId))
  const found = await findSignedIn(request, reply, slug)
  if (!found) throw new SignInRequired()
  if (!slug || attempt?.sessionId !== found.session.id)
    return leave(reply, '/panel', t('No se conectó: empieza otra vez desde Cómo te pagan'))
  // Membership, role and proof of who she is as they are now, not as they were when she left.
  const store = authorizeStore(found, 'store:write')
  const context = accountContext({ app, request, reply }, found)
  const passwordView = await requireReauthentication(context, fields)
  if (passwordView) return sendView(context, passwordView)
  const { accountId } = found.session
  const sql = app.sql
    .queuedBy(accountId)
    .attributedTo({ changeId: newId(), by: 'panel', accountId, keyId: null })
  const finishing = finishConnection(
    sql,
    app.providers,
    { provider, returnUrl: returnUrlOf(app, provider) },
    query,
  )
  return leave(reply, `/panel/t/${store.slug}/pagos`, await messageOf(finishing, request))
}

async function messageOf(finished: Promise<boolean>, request: FastifyRequest): Promise<Localized> {
  try {
    return (await finished)
      ? t('Conectada: ya puedes cobrar así')
      : t('Falta terminar tu cuenta con el proveedor')
  } catch (err) {
    if (!(err instanceof ProviderError)) throw err
    request.log.warn({ err }, 'a payment account was not connected')
    return t('No se conectó: el proveedor no lo permitió o no respondió. Vuelve a intentarlo')
  }
}

function leave(reply: FastifyReply, to: string, message: Localized) {
  setFlash(reply, { message })
  return reply.redirect(to, 303)
}

async function slugOf(app: App, storeId: string): Promise<string | null> {
  const [store] = await app.sql<{ slug: string }[]>`
    select slug from stores where id = ${storeId} and deleted_at is null`
  return store?.slug ?? null
}
