import { invalid } from '../core/errors/errors.ts'
import { cleanText } from '../core/values/text.ts'

/** Trims and lower-cases an e-mail address. @throws 400 */
export function cleanEmail(email: string): string {
  const address = cleanText(email, 'one')?.toLowerCase()
  if (address && address.length <= 254 && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(address)) return address
  throw invalid('email', 'format', 'El correo no es válido')
}
