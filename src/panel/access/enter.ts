import { openChallenge } from '../../accounts/challenge.ts'
import { deviceTokenOf } from '../../accounts/known-device.ts'
import type { Proved } from '../../accounts/sign-in.ts'
import { startFirstSession, startSession, type SignedIn } from '../../accounts/start-session.ts'
import { setSessionCookie } from '../../sessions/cookie.ts'
import { endSession } from '../../sessions/session.ts'
import { browserOf, setChallengeCookie, setDeviceCookie } from './browser-cookies.ts'
import { isOwnPath } from '../error-page.ts'
import type { PublicContext } from '../page.ts'

/** A path of the panel that someone wanted before they had to sign in; anything else is none. */
export const returnPath = (text: string | null | undefined): string | null =>
  text && text.length <= 500 && isOwnPath(text) && !text.startsWith('/panel/entrar') ? text : null

/**
 * Starts the session after a proof, or the second step. A browser without our cookie gets one by the form's key,
 * so that the same form sent twice comes from one new browser. @returns the next page
 */
export async function enter(
  context: PublicContext,
  { accountId, needsSecondStep }: Proved,
  { returnTo, key }: { returnTo: string | null; key: string },
) {
  const { sql, reply, request } = context
  if (needsSecondStep) {
    const secret = await openChallenge(sql, { purpose: 'second-step', accountId, state: { returnTo } })
    setChallengeCookie(reply, 'vitrina-step', secret)
    return { next: '/entrar/segundo-paso' }
  }
  const { name, deviceToken } = browserOf(request)
  const browser = { name, deviceToken: deviceToken ?? deviceTokenOf(key) }
  await keep(context, await startSession(sql, accountId, browser))
  return { next: returnTo ?? '/panel' }
}

/** The first session of an account that was made in this browser. */
export async function enterFirst(context: PublicContext, accountId: string) {
  await keep(context, await startFirstSession(context.sql, accountId, browserOf(context.request)))
}

/** Each sign-in is a new session; the one that this browser had before ends. */
async function keep({ sql, reply, session }: PublicContext, { token, deviceToken }: SignedIn) {
  if (session) await endSession(sql, session.accountId, session.id)
  setSessionCookie(reply, token)
  setDeviceCookie(reply, deviceToken)
}
