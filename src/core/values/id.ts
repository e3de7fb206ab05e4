import { randomBytes } from '../process/random.ts'

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** An opaque identifier in the shape of a CUID: 24 characters, a letter first, 123 random bits. */
export function newId(): string {
  return randomText(alphabet.slice(10), 1) + randomText(alphabet, 23)
}

/** An order number, `PED-7K3QXM`. It may be taken already: an order is placed with several candidates. */
export function newOrderNumber(): string {
  return `PED-${newReadableCode(6)}`
}

/** Characters that are read aloud and typed without mistakes: no I, L, O, U. */
export function newReadableCode(length: number): string {
  return randomText(crockford, length)
}

export function newSecret(length: number): string {
  return randomText(base62, length)
}

export function isId(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text)
}

/** Whether a path segment can be a slug, a token or a file name. Checked before any query; `..` can not. */
export function isAddressPart(text: string): boolean {
  return /^(?!\.+$)[\w.-]{1,200}$/.test(text)
}

/** `length` uniformly random characters of `letters`: bytes past the last whole multiple of its length are rejected. */
function randomText(letters: string, length: number): string {
  const unbiasedLimit = 256 - (256 % letters.length)
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) {
      if (byte < unbiasedLimit) text += letters[byte % letters.length]
    }
  }
  return text
}
