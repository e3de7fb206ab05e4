import { cleanText } from '../../../core/values/text.ts'
import { toE164 } from '../../../core/values/phone.ts'
import type { ChangeItem } from '../../../features/changes/change.ts'
import { findStore } from '../../../features/stores/find.ts'
import { codeOfStore, completePhone } from '../forms/phone.ts'
import { lastOf, type FormFields } from '../forms/form-fields.ts'
import type { StoreContext } from '../page.ts'

const names = ['whatsappNumber', 'paymentInstructions', 'messageTemplate', 'allowedOrigins']

/**
 * Whether a form changes where orders or money go, or which sites may read the API. For every form of the store's settings: each may
 * send any of them, whatever its page shows.
 */
export async function changesSensitiveFields(
  { sql, store }: StoreContext,
  fields: FormFields,
): Promise<boolean> {
  if ([...fields.keys()].some((name) => name.startsWith('allowedOrigins'))) return true
  const { whatsappNumber, paymentInstructions, messageTemplate } = await findStore(sql, store.id)
  const submitted = new Map(fields)
  completePhone(submitted, 'whatsappNumber', codeOfStore(store))
  const differs = (name: string, saved: string | null, clean: (text: string) => string | null) =>
    submitted.has(name) && clean(lastOf(submitted, name)!) !== clean(saved ?? '')
  return (
    differs('whatsappNumber', whatsappNumber, (text) => toE164(text) ?? text) ||
    differs('paymentInstructions', paymentInstructions, (text) => cleanText(text, 'many')) ||
    differs('messageTemplate', messageTemplate, (text) => cleanText(text, 'many'))
  )
}

/**
 * Whether a form sends what shoppers pay to, of which the name may have a part, whatever its page shows: each form of a payment
 * method may send any of its fields.
 */
export const sendsPayee = async (_context: StoreContext, fields: FormFields): Promise<boolean> =>
  [...fields.keys()].some((name) =>
    /^(?:name|accounts|pixKey|instructions|merchantName|merchantCity)(?:\.|$)/.test(name),
  )

/** Whether a change concerned those fields or a payment method, so that undoing it changes them again. */
export const hasSensitiveFields = (items: ChangeItem[]): boolean =>
  items.some(
    ({ resource, before, after }) =>
      resource === 'paymentMethod' ||
      (resource === 'store' && names.some((name) => name in (before ?? {}) || name in (after ?? {}))),
  )
