import { ApiError, invalid } from '../core/errors/errors.ts'
import type { CodeResult } from './challenge.ts'

/** The result of a right code. @throws 400 on `code`, in the same words whether a code was ever sent or not */
export function requireCorrectCode<T>(checked: CodeResult<T>): T {
  if (checked.outcome === 'right') return checked.result
  const triesLeft = checked.outcome === 'wrong' ? checked.triesLeft : 0
  throw triesLeft > 0 ? wrong(triesLeft) : expiredCode()
}

const wrong = (triesLeft: number) =>
  invalid(
    'code',
    'invalid',
    `El código no es correcto. ${triesLeft === 1 ? 'Te queda 1 intento' : `Te quedan ${triesLeft} intentos`}`,
  )

/** Used, too old, tried too often, or requested by another browser. */
export const expiredCode = () =>
  new ApiError(400, { error: 'Este código ya no sirve: pide otro', code: 'CODE_EXPIRED' })
