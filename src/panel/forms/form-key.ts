import { newSecret } from '../../core/values/id.ts'

const LENGTH = 24

/** The idempotency key of a form: random, and the account that the form was rendered for. */
export const newFormKey = (accountId: string | null): string => newSecret(LENGTH) + (accountId ?? '')

/** The account that a form with this key was rendered for; whoever sent it may have made it up. */
export const accountOfKey = (key: string): string | null => key.slice(LENGTH) || null
