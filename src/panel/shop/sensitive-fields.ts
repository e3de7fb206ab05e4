import type { ChangeItem } from '../../changes/change.ts'
import { cleanText } from '../../core/values/text.ts'
import { toE164 } from '../../core/values/phone.ts'
import { findStore } from '../../stores/find.ts'
import { lastOf, type FormFields } from '../forms/form-fields.ts'
import { codeOfStore, completePhone } from '../forms/phone.ts'
import type { StoreContext } from '../page.ts'

const names = ['whatsappNumber', 'paymentInstructions', 'allowedOrigins']

/** Whether a form changes where orders or money go, or which sites may read the API. */
export async function changesSensitiveFields(
  { sql, store }: StoreContext,
  fields: FormFields,
): Promise<boolean> {
  if ([...fields.keys()].some((name) => name.startsWith('allowedOrigins'))) return true
  const { whatsappNumber, paymentInstructions } = await findStore(sql, store.id)
  const typed = new Map(fields)
  completePhone(typed, 'whatsappNumber', codeOfStore(store))
  const differs = (name: string, saved: string | null, clean: (text: string) => string | null) =>
    typed.has(name) && clean(lastOf(typed, name)!) !== clean(saved ?? '')
  return (
    differs('whatsappNumber', whatsappNumber, (text) => toE164(text) ?? text) ||
    differs('paymentInstructions', paymentInstructions, (text) => cleanText(text, 'many'))
  )
}

/** Whether a change concerned those fields, so that undoing it changes them again. */
export const hasSensitiveFields = (items: ChangeItem[]): boolean =>
  items.some(({ resource, before, after }) =>
    names.some((name) => resource === 'store' && (name in (before ?? {}) || name in (after ?? {}))),
  )
