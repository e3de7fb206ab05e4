import examples from 'libphonenumber-js/mobile/examples'
import { getExampleNumber, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max'

/** The parts of a phone number in E.164; undefined when the text is not one. */
export const parsePhone = (text: string) => parsePhoneNumberFromString(text)

/** `GT`; undefined where several countries share the code. */
export const countryOf = (phone: string) => parsePhone(phone)?.country

/** A mobile number of the country that is nobody's, as people write it: `+502 5123 4567`. */
export const samplePhone = (country: CountryCode): string | undefined =>
  getExampleNumber(country, examples)?.formatInternational()

/**
 * The E.164 form of a phone written with its country code (`+502 5555-1234`), or null when no such number exists. What is known to be
 * missing or too much is completed first: Brazil's ninth digit, and the `1` after +52 that Mexico dropped in 2020 and WhatsApp shows.
 * Without the `+` it is read where it can't be meant otherwise: only Brazil has numbers of eleven digits without the country's code.
 */
export function toE164(text: string): string | null {
  const written = visible(text)
  if (!/^[\s(]*\+?[\d\s().-]{6,30}$/.test(written)) return null
  const digits = written.replaceAll(/\D/g, '')
  if (written.includes('+')) return real(digits)
  return digits.length < 11 || real(`55${digits}`) ? null : real(digits)
}

/** As `toE164`, of a phone that may be written as in the country with this calling code (`+502`), which is then read first. */
export function toE164In(callingCode: string, text: string): string | null {
  const written = visible(text).trim().replace(/^00/, '+')
  if (written.startsWith('+') || callingCode === '') return toE164(written)
  const withCode = `+${written.replace(/^\(/, '')}`.startsWith(callingCode) ? toE164(`+${written}`) : null
  return toE164(`${callingCode} ${written}`) ?? withCode ?? toE164(written)
}

/** Without characters that can't be seen: phones copy a number with marks of its direction. */
const visible = (text: string) => text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')

/** @param digits with the country's code */
function real(digits: string): string | null {
  const completed = digits.replace(/^521(?=\d{10}$)/, '52').replace(/^55(\d\d)(?=[6-9]\d{7}$)/, '55$19')
  const phone = parsePhone(`+${completed}`)
  return phone?.isValid() ? phone.number : null
}

/**
 * The forms in which one number is written, all E.164; the first is its key. WhatsApp shows Mexican numbers with a `1` after the
 * country code, many Brazilian ones without the ninth digit, and Argentine ones with a `9` that a local call leaves out.
 * https://faq.whatsapp.com/1294841057948784
 */
export function phoneForms(phone: string): [key: string, ...others: string[]] {
  const mexican = /^\+521?(\d{10})$/.exec(phone)?.[1]
  if (mexican) return [`+52${mexican}`, `+521${mexican}`]
  const [, area, mobile] = /^\+55(\d\d)9?([6-9]\d{7})$/.exec(phone) ?? []
  if (area && mobile) return [`+55${area}9${mobile}`, `+55${area}${mobile}`]
  const argentine = /^\+549?(\d{10})$/.exec(phone)?.[1]
  if (argentine) return [`+549${argentine}`, `+54${argentine}`]
  return [phone]
}

/** What two phones in E.164 have in common if a message to one reaches the other. */
export const phoneKey = (phone: string): string => phoneForms(phone)[0]

export const isSamePhone = (one: string, other: string): boolean => phoneKey(one) === phoneKey(other)

/** A link that opens a WhatsApp chat with a number, with `message` already written if there is one. */
export const whatsappChat = (phone: string, message?: string) =>
  `${WHATSAPP}/${phone.slice(1)}${message === undefined ? '' : `?text=${encodeURIComponent(message)}`}`

/** A link that opens WhatsApp with a text; the user picks the contact there. */
export const whatsappShare = (text: string) => `${WHATSAPP}/?text=${encodeURIComponent(text)}`

const WHATSAPP = 'https://wa.me'

/** The digits of a search text that may be part of a phone number (`5555-1234`); otherwise null. */
export function phoneDigits(search: string): string | null {
  const digits = search.replaceAll(/\D/g, '')
  return digits.length >= 4 && /^[+\d\s().-]+$/.test(visible(search)) ? digits : null
}
