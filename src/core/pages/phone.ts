import { parsePhone, toE164In } from '../values/phone.ts'

type WithNumber = { whatsappNumber: string | null }

/** The country code that a phone without one gets: the store's own. Empty when the store has no number. */
export function callingCode({ whatsappNumber }: WithNumber): string {
  const store = whatsappNumber && parsePhone(whatsappNumber)
  return store ? `+${store.countryCallingCode}` : ''
}

/** A phone as a shopper writes it, with or without the country's code, in E.164; null when there is no such number. */
export const readPhone = (shop: WithNumber, text: string): string | null => toE164In(callingCode(shop), text)

/** A phone as people read it: `+502 5512 3456`. */
export const shownPhone = (phone: string) => parsePhone(phone)?.formatInternational() ?? phone
