import { createChallenge } from '../../accounts/challenge.ts'
import { deviceTokenOf } from '../../accounts/known-device.ts'
import type { AuthenticationResult } from '../../accounts/idempotent-authentication.ts'
import { findAccountSecurity, type AccountSecurity } from '../../accounts/account-security.ts'
import { startFirstSession, startSession } from '../../accounts/start-session.ts'
import { setSessionCookie } from '../../sessions/cookie.ts'
import { endSession } from '../../sessions/session.ts'
import { browserOf, setChallengeCookie, setDeviceCookie } from './browser-cookies.ts'
import { isOwnPath } from '../error-page.ts'
import type { Flash } from '../flash.ts'
import type { PublicContext } from '../page.ts'

/** The path of the panel to return to after signing in; null for anything else. */
export const returnPath = (text: string | null | undefined): string | null =>
  text && text.length <= 500 && isOwnPath(text) && !text.startsWith('/panel/entrar') ? text : null

/** Starts the session, or asks for the second step first. @returns the next page */
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
  return {
    next: returnTo ?? '/panel',
    ...(isOfPanel(returnTo) && offerOf(await findAccountSecurity(sql, accountId))),
  }
}

/** Whether the sign-in was for a page of the panel, not in the middle of a flow such as an assistant's consent. */
const isOfPanel = (path: string | null) => path === null || /^\/panel(?:$|\/t\/|\?)/.test(path)

const passkey = { href: '/panel/cuenta#passkeys', label: 'Usar mi huella' }
const secondStep = { href: '/panel/cuenta/segundo-paso', label: 'Agregar un segundo paso' }

/** The message after a sign-in: offers a passkey, and a second step to owners whom only a password protects. */
function offerOf({ hasPasskey, hasSecondStep, isOwner }: AccountSecurity): Flash {
  if (hasPasskey) return {}
  if (isOwner && !hasSecondStep) {
    return {
      message: 'Entraste. Protege tu tienda de quien adivine tu contraseña:',
      links: [passkey, secondStep],
    }
  }
  return { message: 'Entraste. La próxima vez puede ser con tu huella o tu cara:', links: [passkey] }
}

/** The first session of an account that was made in this browser. */
export const completeSignUp = (context: PublicContext, accountId: string, key: string) =>
  startBrowserSession(context, accountId, key, startFirstSession)

/**
 * Starts a new session and ends the browser's previous one. A new browser's device token is derived from the form's key, so that
 * a form sent twice registers one device.
 */
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
