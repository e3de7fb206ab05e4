import { readFileSync } from 'node:fs'
import { invalid } from '../../core/errors/errors.ts'
import { fold } from '../../core/values/text.ts'
import { t } from '../../core/texts/text.ts'

const MIN_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 200

/** @param personalWords e-mail, names of the person and of their stores @throws 400 on `password` */
export function requireGoodPassword(password: string, personalWords: readonly string[]): void {
  requirePasswordLength(password)
  const plain = fold(password)
  if (commonPasswords().has(plain)) {
    throw invalid(
      'password',
      'invalid',
      t('Esta contraseña es de las más usadas: elige otra, por ejemplo tres palabras'),
    )
  }
  if (isMostlyPersonalWords(plain, personalWords)) {
    throw invalid(
      'password',
      'invalid',
      t('La contraseña no puede ser tu correo, tu nombre ni el de tu tienda'),
    )
  }
}

/** @throws 400 on `password` */
export function requirePasswordLength(password: string): void {
  if (password.length < MIN_LENGTH) {
    throw invalid(
      'password',
      'min_length',
      t('La contraseña debe tener al menos {min} caracteres', { min: MIN_LENGTH }),
    )
  }
  if (password.length > MAX_PASSWORD_LENGTH) {
    throw invalid(
      'password',
      'max_length',
      t('La contraseña debe tener como máximo {max} caracteres', { max: MAX_PASSWORD_LENGTH }),
    )
  }
}

let common: Set<string> | undefined

/** The 3,000 commonest of at least 8 characters, and those that people write in Spanish. */
function commonPasswords(): Set<string> {
  const read = () =>
    readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
      .trim()
      .split('\n')
  return (common ??= new Set(read().map(fold)))
}

const MIN_PERSONAL_WORD = 3
/** The fewest characters that must remain of a password without its personal words. */
const MIN_REMAINING = 6

/** Whether little is left of a password once the personal words are removed: `cafe-antigua-2026` at "Café Antigua". */
function isMostlyPersonalWords(plain: string, personalWords: readonly string[]): boolean {
  const words = personalWords.flatMap(wordsOf).toSorted((a, b) => b.length - a.length)
  const letters = plain.replaceAll(/[^\p{L}\p{N}]/gu, '')
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), letters)
  return rest !== letters && rest.length < MIN_REMAINING
}

/** A name as one word and as its parts: `Café Antigua` is `cafeantigua`, `cafe`, `antigua`. */
function wordsOf(name: string): string[] {
  const parts = fold(name).split(/[^\p{L}\p{N}]+/u)
  return [parts.join(''), ...parts].filter((word) => word.length >= MIN_PERSONAL_WORD)
}
