import { createHash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Db, Sql, Tx } from '../../core/database/db.ts'
import { invalid } from '../../core/errors/errors.ts'
import { newSecret } from '../../core/values/id.ts'
import { mailSecurityChange } from './security-mail.ts'
import { t } from '../../core/texts/text.ts'

const RECOVERY_CODES = 10
const RECOVERY_CODE_LENGTH = 10

const hashRecoveryCode = (code: string) => createHash('sha256').update(code).digest()

export function newSecondStep(email: string) {
  const secret = new Secret({ size: 20 }).base32
  return { secret, address: totpOf(secret, email).toString() }
}

/** The address of a secret that was shown before. @throws 400 when it is malformed */
export function secondStepAddress(secret: string, email: string): string {
  requireSecret(secret)
  return totpOf(secret, email).toString()
}

/** Once a code shows that the app has the secret. @returns the recovery codes, shown once @throws 400 on `code` */
export function enableSecondStep(
  sql: Db,
  account: { id: string; email: string },
  secret: string,
  code: string,
) {
  requireSecret(secret)
  const step = stepOf(secret, code)
  if (step === null) throw wrongCode()
  return sql.begin(async (tx) => {
    const { count: changed } = await tx`
      update accounts
      set totp_secret = ${secret}, totp_last_step = ${step}, updated_at = statement_timestamp()
      where id = ${account.id} and totp_secret is distinct from ${secret}`
    if (changed > 0) await mailSecurityChange(tx, account, 'second_step_on') // not for the same form again
    return replaceRecoveryCodes(tx, account.id)
  })
}

export function disableSecondStep(sql: Db, account: { id: string; email: string }): Promise<void> {
  return sql.begin(async (tx) => {
    const { count: changed } = await tx`
      update accounts
      set totp_secret = null, totp_last_step = null, updated_at = statement_timestamp()
      where id = ${account.id} and totp_secret is not null`
    await tx`delete from recovery_codes where account_id = ${account.id}`
    if (changed > 0) await mailSecurityChange(tx, account, 'second_step_off')
  })
}

export const renewRecoveryCodes = (sql: Db, accountId: string): Promise<string[]> =>
  sql.begin((tx) => replaceRecoveryCodes(tx, accountId))

async function replaceRecoveryCodes(tx: Tx, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newSecret(RECOVERY_CODE_LENGTH).toLowerCase())
  await tx`delete from recovery_codes where account_id = ${accountId}`
  await tx`
    insert into recovery_codes (account_id, code_hash)
    select ${accountId}, decode(hash, 'hex')
    from unnest(${codes.map((code) => hashRecoveryCode(code).toString('hex'))}::text[]) as hash`
  return codes
}

/** Whether the app's present code or a recovery code is correct; each works once. */
export async function verifySecondStep(sql: Sql, accountId: string, submitted: string): Promise<boolean> {
  const code = submitted.replaceAll(/[\s-]/g, '').toLowerCase()
  return /^\d{6}$/.test(code) ? useTotp(sql, accountId, code) : useRecoveryCode(sql, accountId, code)
}

async function useTotp(sql: Sql, accountId: string, code: string): Promise<boolean> {
  const [account] = await sql<{ totpSecret: string | null }[]>`
    select totp_secret from accounts where id = ${accountId}`
  const step = account?.totpSecret ? stepOf(account.totpSecret, code) : null
  if (step === null) return false
  const { count } = await sql`
    update accounts set totp_last_step = ${step} where id = ${accountId} and totp_last_step < ${step}`
  return count === 1
}

async function useRecoveryCode(sql: Sql, accountId: string, code: string): Promise<boolean> {
  const { count } = await sql`
    delete from recovery_codes where account_id = ${accountId} and code_hash = ${hashRecoveryCode(code)}`
  return count === 1
}

/** The time step whose code this is: the present one, the one before or the one after; null when it matches none. */
function stepOf(secret: string, code: string): number | null {
  const totp = totpOf(secret, '')
  const timestamp = Date.now() // read once: a step that ended meanwhile would make the code that of the next one, and valid twice
  const delta = totp.validate({ token: code.replaceAll(/\s/g, ''), window: 1, timestamp })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

const totpOf = (secret: string, label: string) => new TOTP({ issuer: 'Vitrina', label, secret })

/** A form carries the secret from the page that shows it to the request that verifies a code of it. */
function requireSecret(secret: string): void {
  if (!/^[A-Z2-7]{32}$/.test(secret)) throw invalid('secret', 'format', t('Vuelve a empezar el segundo paso'))
}

export const wrongCode = () =>
  invalid('code', 'invalid', t('El código no es correcto: escribe el que muestra tu app en este momento'))
