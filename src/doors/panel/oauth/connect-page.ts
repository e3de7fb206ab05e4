import { Type, type Static } from 'typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { STORE_SCOPES, type Scope } from '../../../core/auth/scopes.ts'
import { joined, t, type Localized } from '../../../core/texts/text.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { Body, Reference } from '../../../core/http/schema.ts'
import {
  consent,
  findConsentRequest,
  grantable,
  listConsentStores,
  denyConsent,
  type ConsentRequest,
  type ConsentStore,
} from '../../../features/oauth/consent.ts'
import { LIFETIME_DAYS } from '../../../features/oauth/grant.ts'
import { expired } from '../access/sign-in.ts'
import { NoFields } from '../forms/no-fields.ts'
import { accountPage } from '../page.ts'
import { checkboxGroups } from '../parts/checkbox-groups.ts'
import type { Part } from '../parts/field.ts'
import { formOf, submit } from '../parts/form.ts'
import { scopeGroups } from '../parts/scope-sentences.ts'
import { ApiError, userMessage } from '../../../core/errors/errors.ts'
import type { App } from '../../../core/http/app.ts'
import { limitPerAddress, limitPerNetwork } from '../../../core/limits/rate-limit.ts'
import { PATHS } from '../../../features/oauth/addresses.ts'
import { authorize, resume } from '../../../features/oauth/authorize.ts'
import { findSignedIn } from '../access/guards.ts'
import { document, send } from '../layout.ts'

const PATH = '/conectar/:id/permisos'

const Consent = Body({
  storeId: Reference('Tienda'),
  scopes: Type.Array(Type.Enum(STORE_SCOPES), { minItems: 1, maxItems: STORE_SCOPES.length }),
})

/** The consent page of an assistant: in which store it may work, and with which scopes. */
export const connectPage = accountPage({
  path: PATH,
  async show(context) {
    const { sql, session, request, params } = context
    const consentRequest = await findConsentRequest(sql, request, params['id']!)
    if (!consentRequest)
      return expired(t('Esta solicitud ya no sirve'), { href: '/panel', label: t('Ir al panel') })
    const stores = await listConsentStores(sql, session.accountId)
    const fields = stores.length === 0 ? [] : consentFields(consentRequest, stores)
    return {
      fields,
      title: t('¿Conectar {name} con tu tienda?', { name: consentRequest.clientName }),
      main: html`
        ${clientDetails(consentRequest)}
        ${stores.length === 0 ? noStore : formOf(context.form(`/conectar/${params['id']!}/permisos`), fields)}
        ${formOf(context.form(`/conectar/${params['id']!}/permisos/rechazar`), submit(t('No conectar'), 'ghost'), { class: 'one-button' })}
      `,
    }
  },
  forms: {
    [PATH]: {
      body: Consent,
      needsPassword: true,
      async run({ sql, session, request, params }, { storeId, scopes }: Static<typeof Consent>) {
        const id = params['id']!
        const consentRequest = await findConsentRequest(sql, request, id)
        if (consentRequest)
          await consent(sql, consentRequest, { id, accountId: session.accountId, storeId, scopes })
        return { next: `/conectar/${id}/listo` }
      },
    },
    [`${PATH}/rechazar`]: {
      body: NoFields,
      async run({ sql, request, params }) {
        const id = params['id']!
        if (await findConsentRequest(sql, request, id)) await denyConsent(sql, id)
        return { next: `/conectar/${id}/listo` }
      },
    },
  },
})

function clientDetails({ clientName, clientHost, redirectHost, isOnOwnMachine }: ConsentRequest): Html {
  const name = bold(clientName)
  return html`
    <p>
      ${
        clientHost
          ? t('Pide entrar {name}, de {host}.', { name, host: bold(clientHost) })
          : t('Pide entrar {name}. Así dice llamarse: nadie lo comprobó.', { name })
      }
    </p>
    <p>${t('Al terminar vuelves, con el acceso, a {host}.', { host: bold(redirectHost) })}</p>
    ${isOnOwnMachine && html`<div class="notice bad" role="note"><p>${ownMachine}</p></div>`}
    <p class="muted">${t('Conéctalo solo si tú lo empezaste y reconoces esas direcciones.')}</p>
  `
}

const bold = (text: string) => html`<b>${text}</b>`

const ownMachine = html`
  ${t('Vuelve a un programa de este mismo aparato, y cualquiera puede decir que es ese programa.')}
  ${t('Sigue solo si lo acabas de abrir tú.')}
`

const newStore = (text: string) => html`<a href="/panel/tiendas/nueva">${text}</a>`

const noStore = html`
  <p>${t('Todavía no tienes una tienda. <a>Abre una</a> y vuelve a conectar el asistente.', { a: newStore })}</p>
`

function consentFields(consentRequest: ConsentRequest, stores: ConsentStore[]): Part[] {
  const scopes = grantableAnywhere(stores, consentRequest.scopes)
  const options = stores.map(({ id, name }) => ({ value: id, label: name }))
  const groups = scopeGroups
    .map(({ legend, options: all }) => ({
      legend,
      options: all
        .filter(({ value }) => scopes.includes(value))
        .map(({ value, label }) => ({ value, label })),
    }))
    .filter(({ options: left }) => left.length > 0)
  return [
    { name: 'storeId', label: t('Tienda'), options, value: stores[0]!.id },
    checkboxGroups('scopes', groups, scopes),
    html`<p class="muted">
        ${t('Desmarca lo que no quieras. Nunca podrá más que tú en esa tienda.')}
        ${t('El permiso dura {n} días y lo terminas cuando quieras en Tu cuenta.', { n: LIFETIME_DAYS })}
      </p>`,
    submit(t('Conectar')),
  ]
}

const grantableAnywhere = (stores: ConsentStore[], requested: Scope[]) =>
  requested.filter((scope) => stores.some(({ role }) => grantable(role, [scope]).length > 0))

const LIMIT = { name: 'oauth-authorize', max: 60, seconds: 60 }
/** A request may store a client, too: the one whose metadata document it names. */
const NETWORK_LIMIT = { name: 'oauth-authorize-network', max: 240, seconds: 60 }

type WithId = FastifyRequest<{ Params: { id: string } }>

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
    return send(request, reply.code(400), barePage(t('No se pudo conectar'), text))
  }
}

/**
 * An intermediate page with a client-side redirect to the assistant: the panel's `form-action` policy forbids that a form
 * redirects to another site.
 */
function sendReturnPage(request: WithId, reply: FastifyReply) {
  const href = `${PATHS.authorization}/${request.params.id}`
  reply.header('refresh', `0;url=${href}`)
  const text = html`<p>${t('Te llevamos de vuelta al asistente.')}</p><p><a class="button" href="${href}">${t('Continuar')}</a></p>`
  return send(request, reply, barePage(t('Listo | hecho'), text))
}

/** Without the panel's scripts, which would morph the page: the browser navigates away at once. */
const barePage = (title: Localized, text: Html) =>
  document(
    joined([title, 'Vitrina'], ' · '),
    html`
      <body class="panel plain">
        <main class="message"><h1>${title}</h1>${text}</main>
      </body>
    `,
  )
