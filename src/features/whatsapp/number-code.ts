import {
  consumeChallenge,
  createChallengeOnce,
  findChallenge,
  newCode,
  verifyCode,
} from '../accounts/challenge.ts'
import { t } from '../../core/texts/text.ts'
import type { Db } from '../../core/database/db.ts'
import { ApiError } from '../../core/errors/errors.ts'
import type { HitCounter } from '../../core/limits/rate-limit.ts'
import { createHttpClient } from '../../core/outgoing/outgoing.ts'
import { confirmNumber } from '../stores/confirm-number.ts'
import { languageOfAccount } from '../stores/reader-language.ts'
import { OWNER_OPTED_OUT } from './errors.ts'
import { codeCaps, sendIfAllowed } from './limits.ts'
import { shownReason } from './shown-reason.ts'
import { sendMessage, toTemplate, type CloudApi } from './send.ts'
import { storeTag } from './costs.ts'

type Request = { secret: string; accountId: string; storeId: string; number: string }

const PURPOSE = 'whatsapp-number'

/** Sends a code to the number, in place of an earlier one of this browser. @throws 429, 409 with WhatsApp's reason */
export async function sendNumberCode(
  sql: Db,
  hits: HitCounter,
  api: CloudApi,
  { secret, accountId, storeId, number }: Request,
): Promise<void> {
  const httpClient = createHttpClient({ publicOnly: false })
  const code = newCode()
  const send = async () => {
    await consumeChallenge(sql, PURPOSE, secret)
    await createChallengeOnce(sql, secret, { purpose: PURPOSE, accountId, state: { storeId, number }, code })
    const content = toTemplate(api, await languageOfAccount(sql, accountId, storeId), {
      template: api.codeTemplate,
      parameters: () => [code],
      button: code,
    })
    return sendMessage(httpClient, api, { to: number, correlation: storeTag(storeId) }, content)
  }
  const caps = codeCaps(accountId, number)
  const sent = await sendIfAllowed({ sql, hits }, { to: number, optedOut: OWNER_OPTED_OUT, caps }, send)
  httpClient.close()
  if (sent.outcome === 'accepted') return
  const reason = 'reason' in sent ? shownReason(sent.reason) : t('El código no salió')
  if (sent.outcome === 'limited') throw new ApiError(429, { error: reason, code: 'RATE_LIMIT_EXCEEDED' })
  await consumeChallenge(sql, PURPOSE, secret)
  throw new ApiError(409, { error: reason, code: 'CODE_NOT_SENT' })
}

export const awaitsNumberCode = async (sql: Db, secret: string): Promise<boolean> =>
  (await findChallenge(sql, PURPOSE, secret)) !== undefined

export async function confirmNumberByCode(sql: Db, secret: string, code: string): Promise<void> {
  await verifyCode(sql, PURPOSE, { secret, code }, (tx, { accountId, state: { storeId, number } }) =>
    confirmNumber(tx, storeId, number, accountId!),
  )
}
