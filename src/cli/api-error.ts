import { userMessage, type ApiError, type Issue } from '../core/errors/errors.ts'

const reasons: Record<string, string> = {
  required: 'is missing',
  type: 'is of another type',
  format: 'has another format',
  pattern: 'has another format',
  minimum: 'is too small',
  maximum: 'is too large',
  min_length: 'is too short',
  max_length: 'is too long',
  min_items: 'has too few',
  max_items: 'has too many',
  enum: 'is none of the choices',
  unknown_field: 'is not known',
  not_found: 'does not exist',
  duplicate: 'exists twice',
}

const codes: Record<string, string> = {
  NOT_FOUND: 'There is no such thing',
  FORBIDDEN: 'Not allowed',
  ALREADY_MEMBER: 'Already a member',
  ALREADY_PAID: 'Already paid for',
  BILLING_NOT_CONFIGURED: 'Payments are not configured',
  DELIVERY_REFUSED: 'The delivery can’t be changed now',
  DUPLICATE_EMAIL: 'An account has that e-mail',
  DUPLICATE_SLUG: 'The slug is taken or reserved',
  LAST_OWNER: 'A store keeps at least one owner',
  NO_WHATSAPP_NUMBER: 'The store has no WhatsApp number',
  PLAN_LIMIT_REACHED: 'The plan allows no more',
  PLAN_REQUIRED: 'The plan does not include it',
  STORE_EXISTS: 'The store is here already',
  STORE_IS_CHARGED: 'The store has a subscription that could still be charged: end it first',
}

/** An API error in English, by its code or its fields, followed by the API's own Spanish message. */
export function apiErrorLine(error: ApiError): string {
  const { status, body } = error
  const issues = (body.details?.['issues'] as Issue[] | undefined) ?? []
  const ofFields = issues
    .map(({ field, reason }) => `${field} ${reasons[reason] ?? 'is not valid'}`)
    .join(', ')
  const meaning = ofFields || (codes[body.code ?? ''] ?? `Refused (${body.code ?? status})`)
  return `${meaning}: "${userMessage(error)}"`
}
