import { invalid, invalidAll, type Issue } from '../../core/errors/errors.ts'
import type { PaymentKind } from '../orders/payment.ts'
import { toE164 } from '../../core/values/phone.ts'
import { t } from '../../core/texts/text.ts'

export type Checked = {
  kind: PaymentKind
  accounts: { label: string; value: string }[]
  pixKey: string | null
  merchantName: string | null
  merchantCity: string | null
}

const pixFields = ['pixKey', 'merchantName', 'merchantCity'] as const

/** A method with the fields of its kind, as they are stored: a Pix key as banks have it, names in ASCII. @throws 400 */
export function checkMethod<M extends Checked>(method: M): M {
  if (method.kind !== 'transfer' && method.accounts.length > 0)
    throw invalid('accounts', 'invalid', t('Solo una transferencia lleva cuentas'))
  if (method.kind === 'pix') return { ...method, ...checkPix(method) }
  const extra = pixFields.find((field) => method[field] !== null)
  if (extra) throw invalid(extra, 'invalid', t('Solo Pix lleva este dato'))
  return method
}

function checkPix(method: Checked) {
  const missing = pixFields
    .filter((field) => !method[field])
    .map((field) => ({ field, reason: 'required', message: t('Es necesario para cobrar por Pix') }))
  if (missing.length > 0) throw invalidAll(missing as [Issue, ...Issue[]])
  const pixKey = toPixKey(method.pixKey!)
  if (pixKey === null) {
    const message = t(
      'No es una clave Pix: escribe el correo, el teléfono, el CPF, el CNPJ o la clave aleatoria',
    )
    throw invalid('pixKey', 'invalid', message)
  }
  return {
    pixKey,
    merchantName: withoutAccents('merchantName', method.merchantName!),
    merchantCity: withoutAccents('merchantCity', method.merchantCity!),
  }
}

/** The readers of many banks accept ASCII only. @throws 400 where something else is left */
function withoutAccents(field: string, text: string): string {
  const plain = text.normalize('NFD').replaceAll(/\p{Diacritic}/gu, '')
  if (/^[\x20-\x7e]+$/.test(plain)) return plain
  throw invalid(field, 'invalid', t('Escríbelo solo con letras y números'))
}

/**
 * A Pix key in the form in which banks register it: e-mail address, phone (`+5511987654321`), CPF, CNPJ (its letters in upper
 * case) or random key; null when it is none of them. A phone begins with `+55` or its area in parentheses: eleven digits are a CPF.
 */
export function toPixKey(text: string): string | null {
  if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) return text.toLowerCase()
  if (/^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text)) {
    return text.length <= 77 && isPrintable(text) ? text.toLowerCase() : null
  }
  if (/^[+(]/.test(text)) return brazilianPhone(text.replace(/^\(/, '+55 ('))
  const compact = text.replaceAll(/[\s./-]/g, '').toUpperCase()
  return isCpf(compact) || isCnpj(compact) ? compact : null
}

const isPrintable = (text: string) => /^[\x21-\x7e]+$/.test(text)

function brazilianPhone(text: string): string | null {
  const phone = toE164(text)
  return phone && /^\+55[1-9]\d{9,10}$/.test(phone) ? phone : null
}

const isCpf = (text: string) =>
  /^\d{11}$/.test(text) &&
  !/^(\d)\1*$/.test(text) &&
  checkDigits(text.slice(0, 9), [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) === text.slice(9)

/** Since July 2026 the first twelve characters may be letters, which count as their ASCII code less 48. */
const isCnpj = (text: string) =>
  /^[\dA-Z]{12}\d\d$/.test(text) &&
  !/^(\d)\1*$/.test(text) &&
  checkDigits(text.slice(0, 12), [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]) === text.slice(12)

/** The two check digits of a Brazilian tax number, modulo 11. @param weights of the second digit; the first has those behind the first */
function checkDigits(base: string, weights: number[]): string {
  const digit = (text: string, by: number[]) => {
    const sum = by.reduce((total, weight, n) => total + (text.charCodeAt(n) - 48) * weight, 0)
    return sum % 11 < 2 ? 0 : 11 - (sum % 11)
  }
  const first = digit(base, weights.slice(1))
  return `${first}${digit(`${base}${first}`, weights)}`
}
