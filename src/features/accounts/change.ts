import { isDuplicate, type Db, type Sql, type Tx } from '../../core/database/db.ts'
import { conflict, invalid } from '../../core/errors/errors.ts'
import type { HitCounter } from '../../core/limits/rate-limit.ts'
import { cleanText } from '../../core/values/text.ts'
import { queueAccountMail } from '../mail/queue.ts'
import { endOtherSessions, type Session } from '../sessions/session.ts'
import { verifyCode, deleteChallenges, newCode, createChallengeOnce, type Challenge } from './challenge.ts'
import { cleanEmail, findCredentials, findPersonalWords, getCredentials } from './find.ts'
import { removeKnownDevices } from './known-device.ts'
import { limitCodeMails } from './limits.ts'
import { hashPassword } from './password-hash.ts'
import { requireGoodPassword } from './password.ts'
import { savePassword } from './save-password.ts'
import { t } from '../../core/texts/text.ts'

type SignedInAccount = Pick<Session, 'id' | 'accountId' | 'email' | 'knownDeviceId'>

export const MAX_NAME_LENGTH = 80

/** @throws 400 on `name` */
export async function updateName(sql: Sql, accountId: string, text: string): Promise<void> {
  const name = cleanText(text, 'one')
  if (name === null) throw invalid('name', 'invalid', t('Debe caber en una línea, sin caracteres de control'))
  if (name.length > MAX_NAME_LENGTH) {
    throw invalid(
      'name',
      'max_length',
      t('Debe tener como máximo {max} caracteres', { max: MAX_NAME_LENGTH }),
    )
  }
  await sql`
    update accounts
    set name = ${name || null}, updated_at = statement_timestamp()
    where id = ${accountId}`
}

/** Changes the password; ends the other sessions, the access of assistants and open challenges. @throws 400 on `password` */
export async function updatePassword(sql: Db, who: SignedInAccount, password: string): Promise<void> {
  const account = await getCredentials(sql, who.accountId)
  requireGoodPassword(password, await findPersonalWords(sql, account))
  const hash = await hashPassword(password)
  await sql.begin(async (tx) => {
    await savePassword(tx, account, hash)
    await endOtherSessions(tx, who.accountId, who.id)
    await deleteChallenges(tx, who.accountId)
    await removeKnownDevices(tx, who.accountId, who.knownDeviceId)
  })
}

/** @param secret for the browser's cookie; a second call with the same secret sends no mail @throws 400 on `email`, 429 */
export async function requestEmailChange(
  sql: Db,
  hits: HitCounter,
  who: SignedInAccount,
  { email, secret }: { email: string; secret: string },
): Promise<void> {
  const address = cleanEmail(email)
  if (address === who.email) throw invalid('email', 'duplicate', t('Ya es el correo de tu cuenta'))
  await limitCodeMails(hits, address, null)
  await sql.begin(async (tx) => {
    const owner = await findCredentials(tx, address)
    const code = newCode()
    const isNew = await createChallengeOnce(tx, secret, {
      purpose: 'email-change',
      accountId: who.accountId,
      state: { email: address },
      code: owner ? null : code,
    })
    if (!isNew) return
    if (owner) await queueAccountMail(tx, owner, 'account.exists')
    else await queueAccountMail(tx, { id: who.accountId, email: address }, 'account.email_code', { code })
  })
}

/** Sets the e-mail address that the code verifies, and mails the previous one. @throws 400 on `code`, 409 */
export async function confirmEmailChange(
  sql: Db,
  who: SignedInAccount,
  secret: string,
  code: string,
): Promise<void> {
  const applyChange = async (tx: Tx, { accountId, state }: Challenge<'email-change'>) => {
    if (accountId !== who.accountId) throw invalid('code', 'expired', t('Este código es de otra cuenta'))
    await tx`
      update accounts
      set email = ${state.email}, updated_at = statement_timestamp()
      where id = ${who.accountId}`
    await deleteChallenges(tx, who.accountId)
    const about = { email: state.email, at: new Date().toISOString() }
    await queueAccountMail(tx, { id: who.accountId, email: who.email }, 'account.email_changed', about)
  }
  await verifyCode(sql, 'email-change', { secret, code }, applyChange).catch((error: unknown) => {
    if (!isDuplicate(error)) throw error
    throw conflict('DUPLICATE_EMAIL', t('Ya existe una cuenta con este correo'))
  })
}
