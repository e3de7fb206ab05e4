import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** The parts of a phone number in E.164; undefined when the text is not one. */
export const parsePhone = (text: string) => parsePhoneNumberFromString(text)

/**
 * The E.164 form of a phone written with its country code (`+502 5555-1234`), or null when no such number exists.
 * Mexican mobiles may carry the `1` after +52 that the numbering plan dropped in 2020 and WhatsApp still shows.
 */
export function toE164(text: string): string | null {
  if (!/^[\s(]*\+[\d\s().-]{6,30}$/.test(text)) return null
  const digits = text.replaceAll(/[^\d+]/g, '').replace(/^\+521(?=\d{10}$)/, '+52')
  const phone = parsePhone(digits)
  return phone?.isValid() ? phone.number : null
}

/** A link that opens a WhatsApp chat with a number, with `message` already written if there is one. */
export const whatsappChat = (phone: string, message?: string) =>
  `${WHATSAPP}/${phone.slice(1)}${message === undefined ? '' : `?text=${encodeURIComponent(message)}`}`

/** A link that opens WhatsApp with a text; the user picks the contact there. */
export const whatsappShare = (text: string) => `${WHATSAPP}/?text=${encodeURIComponent(text)}`

const WHATSAPP = 'https://wa.me'

/** The digits of a search text that may be part of a phone number (`5555-1234`); otherwise null. */
export function phoneDigits(search: string): string | null {
  const digits = search.replaceAll(/\D/g, '')
  return digits.length >= 4 && /^[+\d\s().-]+$/.test(search) ? digits : null
}
