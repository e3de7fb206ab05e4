import type { Db, Sql, Tx } from '../../core/database/db.ts'
import { notFound } from '../../core/errors/errors.ts'
import type { Language } from '../../core/texts/language.ts'
import type { HitCounter } from '../../core/limits/rate-limit.ts'
import { queueAccountMail } from '../mail/queue.ts'
import { endSessions } from '../sessions/session.ts'
import { deleteChallenges, findChallenge, createChallenge, consumeChallenge } from './challenge.ts'
import { cleanEmail, findCredentials, findPersonalWords, getCredentials } from './find.ts'
import { removeKnownDevices, addKnownDevice, type Browser } from './known-device.ts'
import { mayMailLink } from './limits.ts'
import { hashPassword } from './password-hash.ts'
import { requireGoodPassword } from './password.ts'
import { savePassword } from './save-password.ts'
import { t } from '../../core/texts/text.ts'

export const RECOVERY_MINUTES = 30

/** Mails a link for a new password. An address without an account gets a mail that says so, in the page's language. @throws 400 */
export async function requestRecovery(
  sql: Db,
  hits: HitCounter,
  email: string,
  language: Language,
): Promise<void> {
  const address = cleanEmail(email)
  const maySend = await mayMailLink(hits, address)
  const account = await findCredentials(sql, address)
  await sql.begin(async (tx) => {
    if (!maySend) return
    const token = await openRecovery(tx, account?.id ?? null)
    if (account) await queueAccountMail(tx, account, 'account.recovery', { token })
    else await queueAccountMail(tx, { id: null, email: address, language }, 'account.missing')
  })
}

/** Creates the secret of a link that sets the account's password once. Without an account the link is never valid. */
export function openRecovery(sql: Sql, accountId: string | null): Promise<string> {
  return createChallenge(sql, { purpose: 'recovery', accountId, state: {}, minutes: RECOVERY_MINUTES })
}

/** The account of a link that still works. @throws 404 */
export async function findRecovery(sql: Sql, token: string) {
  const recovery = await findChallenge(sql, 'recovery', token)
  if (!recovery?.accountId) throw notFound(t('Este enlace ya venció o ya se usó, así que'))
  return getCredentials(sql, recovery.accountId)
}

/**
 * Sets the password that the link's reader chose: ends every session, the access of assistants and open challenges,
 * and mails the owner. It does not sign in. The browser becomes a known one, which other browsers' failures don't lock out.
 * @returns the token of the browser's cookie @throws 400 on `password`, 404
 */
export async function recoverAccount(sql: Db, token: string, password: string, browser: Browser) {
  const account = await findRecovery(sql, token)
  requireGoodPassword(password, await findPersonalWords(sql, account))
  const hash = await hashPassword(password)
  return sql.begin(async (tx) => {
    if (!(await consumeChallenge(tx, 'recovery', token))) throw notFound(t('Este enlace'))
    await savePassword(tx, account, hash)
    await endSessions(tx, account.id)
    return trustOnlyDevice(tx, account.id, browser)
  })
}

async function trustOnlyDevice(tx: Tx, accountId: string, { deviceToken }: Browser): Promise<string> {
  await deleteChallenges(tx, accountId)
  await removeKnownDevices(tx, accountId)
  return (await addKnownDevice(tx, accountId, deviceToken)).token
}
