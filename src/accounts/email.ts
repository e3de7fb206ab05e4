import { invalid } from '../core/errors/errors.ts'
import { cleanText } from '../core/values/text.ts'

/** What quotes, lists or hides another address in a header, on a page or in a mail: with format characters two look the same. */
const misleading = /[<>"(),:;[\]\\\p{Cf}]/u

/** Trims and lower-cases an e-mail address. @throws 400 */
export function cleanEmail(email: string): string {
  const address = misleading.test(email) ? null : cleanText(email, 'one')?.toLowerCase()
  if (address && address.length <= 254 && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(address)) return address
  throw invalid('email', 'format', 'El correo no es válido')
}
