import { invalid } from '../core/errors/errors.ts'
import { cleanText } from '../core/values/text.ts'

/** An e-mail address as it is stored: in lower case. @throws 400 */
export function cleanEmail(email: string): string {
  const address = cleanText(email, 'one')?.toLowerCase()
  if (address && address.length <= 254 && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(address)) return address
  throw invalid('email', 'format', 'El correo no es válido')
}
