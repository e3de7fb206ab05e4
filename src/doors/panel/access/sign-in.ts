import type { FastifyReply, FastifyRequest } from 'fastify'
import { createChallenge, CODE_MINUTES } from '../../../features/accounts/challenge.ts'
import {
  deviceTokenOf,
  KNOWN_DAYS,
  nameBrowser,
  type Browser,
} from '../../../features/accounts/known-device.ts'
import type { AuthenticationResult } from '../../../features/accounts/idempotent-authentication.ts'
import { findAccountSecurity, type AccountSecurity } from '../../../features/accounts/find.ts'
import { startFirstSession, startSession } from '../../../features/accounts/sign-in.ts'
import { setSessionCookie, cookieName, cookieOptions } from '../../../features/sessions/cookie.ts'
import { endSession, type Session } from '../../../features/sessions/session.ts'
import { isOwnPath } from '../error-page.ts'
import type { Flash } from '../flash.ts'
import type { PublicContext, Link, View } from '../page.ts'
import { html } from '../../../core/http/html.ts'
import { codeField } from '../parts/account-fields.ts'
import { formOf, submit } from '../parts/form.ts'
import { t, type Wording } from '../../../core/texts/text.ts'

/** The path of the panel to return to after signing in; null for anything else. */
export const returnPath = (text: string | null | undefined): string | null =>
  text && text.length <= 500 && isOwnPath(text) && !text.startsWith('/panel/entrar') ? text : null

/** Starts the session, or requests the second step first. @returns the next page */
export async function completeSignIn(
  context: PublicContext,
  { accountId, needsSecondStep, returnTo }: AuthenticationResult,
  key: string,
) {
  const { sql, reply } = context
  if (needsSecondStep) {
    const secret = await createChallenge(sql, { purpose: 'second-step', accountId, state: { returnTo } })
    setChallengeCookie(reply, 'vitrina-step', secret)
    return { next: '/entrar/segundo-paso' }
  }
  await startBrowserSession(context, accountId, key, startSession)
  if (returnTo !== null && !isOfPanel(returnTo)) return { next: returnTo }
  const security = await findAccountSecurity(sql, accountId)
  if (security.language) context.request.language = security.language
  return { next: returnTo ?? '/panel', ...offerOf(security) }
}

const isOfPanel = (path: string) => /^\/panel(?:$|\/t\/|\?)/.test(path)

const passkey = { href: '/panel/cuenta#passkeys', label: t('Usar mi huella') }
const secondStep = { href: '/panel/cuenta/segundo-paso', label: t('Agregar un segundo paso') }

/** The message after a sign-in: offers a passkey, and a second step to owners whom only a password protects. */
function offerOf({ hasPasskey, hasSecondStep, isOwner }: AccountSecurity): Flash {
  if (hasPasskey) return {}
  if (isOwner && !hasSecondStep) {
    return {
      message: t('Entraste. Protege tu tienda de quien adivine tu contraseña:'),
      links: [passkey, secondStep],
    }
  }
  return { message: t('Entraste. La próxima vez puede ser con tu huella o tu cara:'), links: [passkey] }
}

export const completeSignUp = (context: PublicContext, accountId: string, key: string) =>
  startBrowserSession(context, accountId, key, startFirstSession)

/** The device's token is derived from the form's key, so that a form sent twice registers one device. */
async function startBrowserSession(
  context: PublicContext,
  accountId: string,
  key: string,
  start: typeof startSession,
) {
  const { sql, reply, request, session } = context
  if (session) await endSession(sql, session.accountId, session.id)
  const { name, deviceToken } = browserOf(request)
  const browser = { name, deviceToken: deviceToken ?? deviceTokenOf(key) }
  const signedIn = await start(sql, accountId, browser)
  setSessionCookie(reply, signedIn.token)
  setDeviceCookie(reply, signedIn.deviceToken)
}

/** The token of a known browser; it outlives signing out. */
const DEVICE = 'vitrina-device'

type ChallengeCookie = 'vitrina-code' | 'vitrina-step' | 'vitrina-passkey'

/** Whether a cookie's value has the form of our secrets: 256 bits in base64url. */
const isSecret = (text: string | undefined): text is string => /^[A-Za-z0-9_-]{43}$/.test(text ?? '')

export function browserOf({ cookies, headers, server }: FastifyRequest): Browser {
  const token = cookies[cookieName(server, DEVICE)]
  return { name: nameBrowser(headers['user-agent']), deviceToken: isSecret(token) ? token : null }
}

export function setDeviceCookie(reply: FastifyReply, token: string): void {
  const { server } = reply
  const maxAge = KNOWN_DAYS * 86_400
  void reply.setCookie(cookieName(server, DEVICE), token, { ...cookieOptions(server), maxAge })
}

/** Binds a code, a step or a passkey's challenge to the browser that requested it. */
export function setChallengeCookie(reply: FastifyReply, name: ChallengeCookie, secret: string): void {
  const { server } = reply
  const maxAge = CODE_MINUTES * 60
  void reply.setCookie(cookieName(server, name), secret, { ...cookieOptions(server), maxAge })
}

/** The secret of the browser's challenge; without the cookie an empty one, which matches no challenge. */
export function challengeOf({ cookies, server }: FastifyRequest, name: ChallengeCookie): string {
  const secret = cookies[cookieName(server, name)]
  return isSecret(secret) ? secret : ''
}

export function clearChallengeCookie(reply: FastifyReply, name: ChallengeCookie): void {
  const { server } = reply
  void reply.clearCookie(cookieName(server, name), cookieOptions(server))
}

export const alreadySignedIn = ({ email }: Pick<Session, 'email'>, form: PublicContext['form']): View => ({
  title: t('Ya entraste'),
  main: html`
    <p>${t('Entraste como {email}.', { email: html`<b>${email}</b>` })}</p>
    <p><a class="button" href="/panel">${t('Ir al panel')}</a></p>
    ${formOf(form('/salir'), submit(t('Salir y usar otra cuenta'), 'ghost'), { class: 'one-button' })}
  `,
})

type MailedCode = { path: string; email: string; button: Wording; back: Link }

export function codeView(form: PublicContext['form'], { path, email, button, back }: MailedCode): View {
  const fields = [
    codeField(t('Sirve una vez, durante {minutes} minutos.', { minutes: CODE_MINUTES })),
    submit(button),
  ]
  return {
    title: t('Escribe el código'),
    fields,
    back,
    main: html`
      <p>
        ${t('Enviamos un correo a {email} con un código de seis números.', { email: html`<b>${email}</b>` })}
        ${t('Si no llega en un minuto, mira en la carpeta de correo no deseado.')}
      </p>
      ${formOf(form(path), fields)}
      ${formOf(form(`${path}/otro`), submit(t('Enviar otro código'), 'ghost'), { class: 'one-button' })}
    `,
  }
}

export const expired = (title: Wording, link: Link): View => ({
  title,
  status: 400,
  main: html`
    <p>${t('Pasó demasiado tiempo, ya se usó, o se pidió en otro navegador.')}</p>
    <p><a class="button" href="${link.href}">${link.label}</a></p>
  `,
})
