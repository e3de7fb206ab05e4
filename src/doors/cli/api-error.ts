import { userMessage, type ApiError, issuesIn } from '../../core/errors/errors.ts'

const reasons: Record<string, string> = {
  required: 'is missing',
  type: 'has the wrong type',
  format: 'has an invalid format',
  pattern: 'has an invalid format',
  minimum: 'is too small',
  maximum: 'is too large',
  min_length: 'is too short',
  max_length: 'is too long',
  min_items: 'has too few items',
  max_items: 'has too many items',
  enum: 'is not an allowed value',
  unknown_field: 'is unknown',
  not_found: 'does not exist',
  duplicate: 'is a duplicate',
}

const codes: Record<string, string> = {
  NOT_FOUND: 'Not found',
  FORBIDDEN: 'Not allowed',
  ALREADY_MEMBER: 'Already a member',
  ALREADY_PAID: 'Already paid',
  BILLING_NOT_CONFIGURED: 'Payments are not configured',
  DELIVERY_REFUSED: 'The delivery can’t be changed now',
  DUPLICATE_EMAIL: 'An account with that e-mail exists',
  DUPLICATE_SLUG: 'The slug is taken or reserved',
  LAST_OWNER: 'A store needs at least one owner',
  NO_WHATSAPP_NUMBER: 'The store has no WhatsApp number',
  PLAN_LIMIT_REACHED: 'The limit of the plan is reached',
  PLAN_REQUIRED: 'The plan does not include it',
  STORE_EXISTS: 'The store exists already',
  STORE_IS_CHARGED: 'The store has a subscription that could still be charged: end it first',
}

/** An API error in English, by its code or its fields, followed by the API's own Spanish message. */
export function apiErrorLine(error: ApiError): string {
  const { status, body } = error
  const ofFields = issuesIn(error)
    .map(({ field, reason }) => `${field} ${reasons[reason] ?? 'is not valid'}`)
    .join(', ')
  const meaning = ofFields || (codes[body.code ?? ''] ?? `Rejected (${body.code ?? status})`)
  return `${meaning}: "${userMessage(error)}"`
}
