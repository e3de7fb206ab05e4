import { createHash } from 'node:crypto'
import { newSecret } from '../../core/values/id.ts'

const LENGTH = 24

/** The idempotency key of a form: random, with a mark of the account that the form was rendered for. */
export function newFormKey(accountId: string | null): string {
  const random = newSecret(LENGTH)
  return random + markOf(random, accountId)
}

/** Whether a form with this key was rendered for the account: another one who signs in doesn't get what was typed. */
export const isKeyOf = (key: string, accountId: string | null): boolean =>
  key.slice(LENGTH) === markOf(key.slice(0, LENGTH), accountId)

const markOf = (random: string, accountId: string | null) =>
  createHash('sha256')
    .update(`${random} ${accountId ?? ''}`)
    .digest('hex')
    .slice(0, 8)
