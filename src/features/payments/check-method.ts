import { invalid, invalidAll, type Issue } from '../../core/errors/errors.ts'
import { toPixKey } from './pix-key.ts'
import type { PaymentKind } from '../orders/payment.ts'

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
    throw invalid('accounts', 'invalid', 'Solo una transferencia lleva cuentas')
  if (method.kind === 'pix') return { ...method, ...checkPix(method) }
  const extra = pixFields.find((field) => method[field] !== null)
  if (extra) throw invalid(extra, 'invalid', 'Solo Pix lleva este dato')
  return method
}

function checkPix(method: Checked) {
  const missing = pixFields
    .filter((field) => !method[field])
    .map((field) => ({ field, reason: 'required', message: 'Es necesario para cobrar por Pix' }))
  if (missing.length > 0) throw invalidAll(missing as [Issue, ...Issue[]])
  const pixKey = toPixKey(method.pixKey!)
  if (pixKey === null) {
    const message =
      'No es una clave Pix: escribe el correo, el teléfono, el CPF, el CNPJ o la clave aleatoria'
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
  throw invalid(field, 'invalid', 'Escríbelo solo con letras y números')
}
