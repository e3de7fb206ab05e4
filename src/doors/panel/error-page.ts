import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Wording } from '../../core/texts/text.ts'
import type { ApiError } from '../../core/errors/errors.ts'
import { html, type Html } from '../../core/http/html.ts'
import { sentence } from '../../core/values/text.ts'
import { logFailure, toApiError, withoutFile } from '../../core/http/send-error.ts'
import { SignInRequired, RoleForbidden, roleNames, rolesWith } from './access/guards.ts'
import { document, send } from './layout.ts'
import type { Link, StoreContext, View } from './page.ts'

type Failure = { status: number; title: string; text: string; link: Link; other?: Link }

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
    title: 'Esto lo hace otra persona del equipo',
    text:
      `En ${store.name} tu papel es: ${roleNames[store.role]}. Esto lo puede hacer: ${rolesWith(needs)}. ` +
      'Pídele a alguien con ese papel que lo haga o que cambie el tuyo.',
    link: { href: `/panel/t/${store.slug}/mas`, label: 'Ver lo que puedes hacer' },
  }
}

function failureOf({ status, body }: ApiError): Failure {
  const start = { href: '/panel', label: 'Ir al inicio del panel' }
  if (status === 402) {
    const href = body.upgradeUrl ?? '/panel/plan'
    const text = `${String(body['message'])} Tus datos están a salvo.`
    const link = { href, label: 'Ver el plan y pagar' }
    const other = { href: href.replace(/plan$/, 'pedidos'), label: 'Leer los pedidos' }
    return { status, title: 'La tienda está suspendida', text, link, other }
  }
  if (status === 403 || status === 429) {
    return {
      status,
      title: status === 403 ? 'No se puede' : 'Vas muy rápido',
      text: sentence(body.error),
      link: start,
    }
  }
  const [title, text] = sentences[status] ?? sentences[status < 500 ? 400 : 500]!
  return { status, title, text, link: start }
}

const sentences: Record<number, [title: string, text: string]> = {
  400: ['Algo no cuadra en la solicitud', 'Vuelve atrás y revisa lo que escribiste.'],
  404: [
    'Esta página no existe',
    'Puede que el enlace esté incompleto, que alguien lo haya eliminado, o que no formes parte de esa tienda.',
  ],
  405: ['Aquí no se puede hacer eso', 'Vuelve atrás e inténtalo desde la página.'],
  413: ['Eso pesa demasiado', 'Una foto pesa como máximo 15 MB. Vuelve atrás y envía menos a la vez.'],
  415: ['Eso no es un formulario', 'Vuelve atrás e inténtalo desde la página.'],
  500: ['Algo falló de nuestro lado', 'Ya quedó anotado. Vuelve a intentarlo en un momento.'],
  503: ['No podemos atenderte ahora mismo', 'Vuelve a intentarlo en un momento.'],
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
  return document(`${title} · Vitrina`, body)
}

/** Explains what a larger plan allows, with a link to the plans for roles that may choose one. */
export function planRequiredView(context: StoreContext, message: Wording): View {
  const { store } = context
  const href = planOf(context)
  return {
    title: 'Esto viene con un plan de pago',
    status: 403,
    main: html`
      <p>${message}. Lo que ya tienes se queda como está.</p>
      ${
        href
          ? html`
            <div class="buttons"><a class="button" href="${href}">Ver los planes</a></div>
          `
          : html`
            <p>
              En ${store.name} tu papel es: ${roleNames[store.role]}. El plan lo elige: ${rolesWith('billing')}.
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
        ${store.name} está suspendida por falta de pago: puedes leer tus pedidos, pero no cambiarlos. Sigue en cuanto se
        reciba el pago.
      </p>
      <a class="button" href="${base}/plan">Ver el plan y pagar</a>
    </div>
    ${shown}
  `
  return { title, ...(back && { back }), main, status: 402 }
}
