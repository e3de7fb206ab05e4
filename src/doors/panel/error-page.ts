import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { joined, t, type Localized, type Wording } from '../../core/texts/text.ts'
import { userMessage, type ApiError } from '../../core/errors/errors.ts'
import { html, type Html } from '../../core/http/html.ts'
import { sentence } from '../../core/values/text.ts'
import { logFailure, toApiError, withoutFile } from '../../core/http/send-error.ts'
import { SignInRequired, RoleForbidden, roleNames, roleTasks, rolesWith } from './access/guards.ts'
import { document, send } from './layout.ts'
import type { Link, StoreContext, View } from './page.ts'

type Failure = { status: number; title: Wording; text: Wording; link: Link; other?: Link }

export async function sendPanelError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (error instanceof SignInRequired) return reply.redirect(signInHref(request), 303)
  if (error instanceof RoleForbidden) {
    reply.code(403)
    return send(request, reply, failurePage(roleFailure(error)))
  }
  const apiError = toApiError(error, request)
  logFailure(error, request, apiError)
  withoutFile(reply).code(apiError.status).headers(apiError.headers)
  return send(request, reply, failurePage(failureOf(apiError)))
}

export const isPanel = (url: string): boolean => /^\/panel(?:[/?]|$)/.test(url)

/** The sign-in with the page to return to; after a form, its page. */
function signInHref({ url }: FastifyRequest): string {
  return isOwnPath(url) ? `/panel/entrar?volver=${encodeURIComponent(url)}` : '/panel/entrar'
}

/** Whether a sign-in may redirect to this path: one of the panel, which can't be read as another host's URL. */
export const isOwnPath = (path: string): boolean =>
  /^[\w\-./?=&%+,:~]*$/.test(path) &&
  !/\/\/|\.\./.test(path) &&
  isPanel(path) &&
  isPanel(new URL(path, 'http://panel.invalid').pathname) // browsers read `%2e%2e` as `../..`

function roleFailure({ needs, store }: RoleForbidden): Failure {
  return {
    status: 403,
    title: t('Esto lo hace otra persona del equipo'),
    text: t('En {store} eres {role}, que {tasks}. Pídeselo a un {others}.', {
      store: store.name,
      role: roleNames[store.role],
      tasks: roleTasks[store.role],
      others: rolesWith(needs),
    }),
    link: { href: `/panel/t/${store.slug}/mas`, label: t('Ver lo que puedes hacer') },
  }
}

function failureOf(error: ApiError): Failure {
  const { status, body } = error
  const start = { href: '/panel', label: t('Ir al inicio del panel') }
  if (status === 402) {
    const href = body.upgradeUrl ?? '/panel/plan'
    const text = t('{reason} Tus datos están a salvo.', { reason: userMessage(error) })
    const link = { href, label: t('Ver el plan y pagar') }
    const other = { href: href.replace(/plan$/, 'pedidos'), label: t('Leer los pedidos') }
    return { status, title: t('La tienda está suspendida'), text, link, other }
  }
  if (status === 403 || status === 429) {
    return {
      status,
      title: status === 403 ? t('No se puede') : t('Vas muy rápido'),
      text: sentence(userMessage(error)),
      link: start,
    }
  }
  const [title, text] = sentences[status] ?? sentences[status < 500 ? 400 : 500]!
  return { status, title, text, link: start }
}

const sentences: Record<number, [title: Localized, text: Localized]> = {
  400: [t('Algo no cuadra en la solicitud'), t('Vuelve atrás y revisa lo que escribiste.')],
  404: [
    t('Esta página no existe'),
    t(
      'Puede que el enlace esté incompleto, que alguien lo haya eliminado, o que no formes parte de esa tienda.',
    ),
  ],
  405: [t('Aquí no se puede hacer eso'), t('Vuelve atrás e inténtalo desde la página.')],
  413: [t('Eso pesa demasiado'), t('Una foto pesa como máximo 15 MB. Vuelve atrás y envía menos a la vez.')],
  415: [t('Eso no es un formulario'), t('Vuelve atrás e inténtalo desde la página.')],
  500: [t('Algo falló de nuestro lado'), t('Ya quedó anotado. Vuelve a intentarlo en un momento.')],
  503: [t('No podemos atenderte ahora mismo'), t('Vuelve a intentarlo en un momento.')],
}

function failurePage({ title, text, link, other }: Failure): Html {
  const body = html`
    <body class="panel plain">
      <main id="main" class="message">
        <h1>${title}</h1>
        <p>${text}</p>
        <p><a class="button" href="${link.href}">${link.label}</a></p>
        ${other && html`<p><a class="button ghost" href="${other.href}">${other.label}</a></p>`}
      </main>
    </body>
  `
  return document(joined([title, 'Vitrina'], ' · '), body)
}

/** Explains what a larger plan allows, with a link to the plans for roles that may choose one. */
export function planRequiredView(context: StoreContext, message: Wording): View {
  const { store } = context
  const href = planOf(context)
  return {
    title: t('Esto viene con un plan de pago'),
    status: 403,
    main: html`
      <p>${t('{reason}. Lo que ya tienes se queda como está.', { reason: message })}</p>
      ${
        href
          ? html`
            <div class="buttons"><a class="button" href="${href}">${t('Ver los planes')}</a></div>
          `
          : html`
            <p>
              ${t('El plan de {store} lo elige un {others}: pídeselo.', {
                store: store.name,
                others: rolesWith('billing'),
              })}
            </p>
          `
      }
    `,
  }
}

export const planOf = ({ base, can }: StoreContext) => (can('billing') ? `${base}/plan` : null)

/** A page of a suspended store without its actions, and what has to happen before it works again. */
export function suspendedView({ store, base }: StoreContext, { title, back, main: shown }: View): View {
  const main = html`
    <div class="notice bad" role="alert">
      <p>
        ${t(
          '{store} está suspendida por falta de pago: puedes leer tus pedidos, pero no cambiarlos. Sigue en cuanto se reciba el pago.',
          { store: store.name },
        )}
      </p>
      <a class="button" href="${base}/plan">${t('Ver el plan y pagar')}</a>
    </div>
    ${shown}
  `
  return { title, ...(back && { back }), main, status: 402 }
}
