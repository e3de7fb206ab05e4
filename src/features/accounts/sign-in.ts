import type { Db, Tx } from '../../core/database/db.ts'
import { ApiError, invalid } from '../../core/errors/errors.ts'
import { count } from '../../core/metrics/metrics.ts'
import type { HitCounter } from '../../core/limits/rate-limit.ts'
import { queueAccountMail } from '../mail/queue.ts'
import {
  expiredCode,
  verifyCode,
  reissueChallenge,
  findChallenge,
  newCode,
  createChallengeOnce,
  consumeChallenge,
  type Challenge,
} from './challenge.ts'
import { cleanEmail, findCredentials, type Credentials, getCredentials } from './find.ts'
import { takeBack } from './deletion.ts'
import { createSession, recordAuthentication, type Session } from '../sessions/session.ts'
import { addKnownDevice, findKnownDevice, type Browser } from './known-device.ts'
import { verifyPasskey } from './passkey.ts'
import { verifyPassword } from './password-hash.ts'
import { countFailure, limitCodeMails, resetFailures, type AuthenticationAttempt } from './limits.ts'
import {
  authenticateIdempotently,
  storeResult,
  type ChallengeForm,
  type AuthenticationResult,
} from './idempotent-authentication.ts'
import { verifySecondStep, wrongCode } from './second-step.ts'
import { t } from '../../core/texts/text.ts'

/** @throws 400 in the same words for an unknown address, 429 */
export async function authenticateByPassword(
  sql: Db,
  { email, password }: { email: string; password: string },
  browser: Browser,
): Promise<Omit<AuthenticationResult, 'returnTo'>> {
  const address = cleanEmail(email)
  const account = await findCredentials(sql, address)
  const attempt = await attemptOf(sql, { method: 'password', subject: address }, account, browser)
  await countFailure(sql, attempt)
  const isRight = await verifyPassword(account?.passwordHash, password)
  if (!account || !isRight)
    throw invalid('password', 'invalid', t('El correo o la contraseña no son correctos'))
  await resetFailures(sql, attempt)
  return { accountId: account.id, needsSecondStep: account.hasSecondStep }
}

async function attemptOf(
  sql: Db,
  by: Omit<AuthenticationAttempt, 'knownDeviceId'>,
  account: { id: string } | undefined,
  browser: Browser,
): Promise<AuthenticationAttempt> {
  return { ...by, knownDeviceId: await findKnownDevice(sql, account?.id ?? '', browser.deviceToken) }
}

/** `secret` is for the browser's cookie; a second call with it sends no mail. */
type Requested = { browser: Browser; secret: string }

export async function requestSignInCode(
  sql: Db,
  hits: HitCounter,
  { email, ...rest }: Challenge<'sign-in'>['state'],
  { browser, secret }: Requested,
): Promise<void> {
  const address = cleanEmail(email)
  const account = await findCredentials(sql, address)
  await limitCodeMails(hits, address, await findKnownDevice(sql, account?.id ?? '', browser.deviceToken))
  await sql.begin((tx) => mailCode(tx, secret, account, { email: address, ...rest }))
}

/** Mails another code, which replaces the previous one. @returns the new secret; null when the challenge has expired or was used */
export const resendSignInCode = (
  sql: Db,
  hits: HitCounter,
  before: string,
  requested: Requested,
): Promise<string | null> =>
  reissueChallenge(sql, 'sign-in', { before, secret: requested.secret }, (state) =>
    requestSignInCode(sql, hits, state, requested),
  )

async function mailCode(
  tx: Tx,
  secret: string,
  account: Credentials | undefined,
  state: Challenge<'sign-in'>['state'],
) {
  const code = newCode()
  const isNew = await createChallengeOnce(tx, secret, {
    purpose: 'sign-in',
    accountId: account?.id ?? null,
    state,
    code: account ? code : null,
  })
  if (!isNew) return
  if (account) await queueAccountMail(tx, account, 'account.sign_in', { code })
  else await queueAccountMail(tx, { ...state, id: null }, 'account.missing')
}

/** @throws 400 on `code`, 429 */
export const authenticateByCode = (
  sql: Db,
  form: ChallengeForm,
  code: string,
  browser: Browser,
): Promise<AuthenticationResult> =>
  authenticateIdempotently(sql, form, async () => {
    const { secret } = form
    const challenge = await findChallenge(sql, 'sign-in', secret)
    if (!challenge) throw expiredCode()
    const { email, returnTo } = challenge.state
    const account = await findCredentials(sql, email)
    const attempt = await attemptOf(sql, { method: 'code', subject: email }, account, browser)
    await countFailure(sql, attempt)
    const result = await verifyCode(sql, 'sign-in', { secret, code }, async (tx) => {
      if (!account) throw expiredCode()
      const { id: accountId, hasSecondStep: needsSecondStep } = account
      return storeResult(tx, form, { accountId, needsSecondStep, returnTo })
    })
    await resetFailures(sql, attempt)
    return result
  })

/** A passkey with user verification counts as both factors, so no second step follows. @throws 400 on `passkey` */
export async function authenticateByPasskey(
  sql: Db,
  secret: string,
  response: unknown,
  panelUrl: string,
): Promise<Omit<AuthenticationResult, 'returnTo'>> {
  count('signInAttempts', { proof: 'passkey', result: 'tried' })
  const stored = await consumeChallenge(sql, 'passkey-sign-in', secret)
  const accountId = stored && (await verifyPasskey(sql, response, stored.state.challenge, panelUrl))
  if (!accountId) {
    throw invalid(
      'passkey',
      'invalid',
      t('No reconocimos esta huella o cara: entra con tu contraseña o con un código'),
    )
  }
  count('signInAttempts', { proof: 'passkey', result: 'proved' })
  return { accountId, needsSecondStep: false }
}

/** @throws 400 on `code`, 429 */
export const authenticateBySecondStep = (
  sql: Db,
  form: ChallengeForm,
  code: string,
  browser: Browser,
): Promise<AuthenticationResult> =>
  authenticateIdempotently(sql, form, async () => {
    const { secret } = form
    const challenge = await findChallenge(sql, 'second-step', secret)
    if (!challenge)
      throw new ApiError(400, { error: t('Vuelve a entrar: pasó demasiado tiempo'), code: 'SIGN_IN_AGAIN' })
    const accountId = challenge.accountId!
    const attempt = await attemptOf(
      sql,
      { method: 'second-step', subject: accountId },
      { id: accountId },
      browser,
    )
    await countFailure(sql, attempt)
    const result = await sql.begin(async (tx) => {
      if (!(await verifySecondStep(tx, accountId, code))) throw wrongCode()
      if (!(await consumeChallenge(tx, 'second-step', secret))) throw expiredCode()
      return storeResult(tx, form, { accountId, needsSecondStep: false, returnTo: challenge.state.returnTo })
    })
    await resetFailures(sql, attempt)
    return result
  })

type SignedIn = { token: string; deviceToken: string }

/** Signs the account in, and mails its owner when the browser is a new one. */
export function startSession(sql: Db, accountId: string, browser: Browser): Promise<SignedIn> {
  return start(sql, accountId, browser, true)
}

export function startFirstSession(sql: Db, accountId: string, browser: Browser): Promise<SignedIn> {
  return start(sql, accountId, browser, false)
}

function start(
  sql: Db,
  accountId: string,
  { name, deviceToken }: Browser,
  mailsNewDevice: boolean,
): Promise<SignedIn> {
  return sql.begin(async (tx) => {
    await takeBack(tx, accountId)
    const device = await addKnownDevice(tx, accountId, deviceToken)
    const session = await createSession(tx, { accountId, device: name, knownDeviceId: device.id })
    if (device.isNew && mailsNewDevice) {
      const [account] = await tx<[{ id: string; email: string }]>`
        select id, email from accounts where id = ${accountId}`
      const at = new Date().toISOString()
      await queueAccountMail(tx, account, 'account.new_device', { device: name, at })
    }
    count('signIns', {})
    return { token: session.token, deviceToken: device.token }
  })
}

/** Failures are counted per session. @throws 400 on `currentPassword`, 429 */
export async function reauthenticate(
  sql: Db,
  session: Pick<Session, 'id' | 'accountId'>,
  password: string,
): Promise<void> {
  const attempt = { method: 'session', subject: session.id, knownDeviceId: null } as const
  await countFailure(sql, attempt)
  const { passwordHash } = await getCredentials(sql, session.accountId)
  if (!(await verifyPassword(passwordHash, password))) {
    throw invalid('currentPassword', 'invalid', t('La contraseña no es correcta'))
  }
  await resetFailures(sql, attempt)
  await recordAuthentication(sql, session.id)
}
