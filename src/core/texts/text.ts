import { texts, type Source } from './catalogs.ts'
import { languageTags, type Language } from './language.ts'
import { messageIn } from './message.ts'

/** What is written differently in each language. It is resolved when it is sent, in the language of who reads it. */
export abstract class Localized {
  /** Plain text, with markup between it where a text's values are markup. */
  abstract parts(language: Language): readonly unknown[]

  /** As plain text. @throws TypeError if it contains markup */
  in(language: Language): string {
    const parts = this.parts(language)
    if (parts.some((part) => typeof part !== 'string')) throw new TypeError('the text contains markup')
    return parts.join('')
  }

  /** In data that programs read, as the API sends it. */
  toJSON(): string {
    return this.in('es')
  }

  [Symbol.toPrimitive](): never {
    throw new TypeError('a text is not a string before its language is known: resolve it with in(language)')
  }
}

type Markup = { in: (language: Language) => string }

/** A date, an amount or the like in the formats of each language; or markup, which `in` refuses. */
export class Formatted extends Localized {
  readonly format: (language: Language) => string | Markup

  constructor(format: (language: Language) => string | Markup) {
    super()
    this.format = format
  }

  override parts(language: Language): readonly unknown[] {
    return [this.format(language)]
  }
}

/** For `lang`. */
export const languageTag = new Formatted((language) => languageTags[language])

/** What is written for people: what somebody typed, or a text of ours. */
export type Wording = string | Localized

export const wordingIn = (wording: Wording, language: Language): string =>
  typeof wording === 'string' ? wording : wording.in(language)

/** Several wordings as one, such as the facts of a line: `S · Q 12 · Queda 1`. */
export const joined = (wordings: Wording[], separator: string): Localized =>
  new Formatted((language) => wordings.map((one) => wordingIn(one, language)).join(separator))

type InSpanish<T> = T extends Localized
  ? string
  : T extends object
    ? { [Name in keyof T]: InSpanish<T[Name]> }
    : T

/** Data as the API sends it. */
export const inSpanish = <T>(data: T): InSpanish<T> => JSON.parse(JSON.stringify(data)) as InSpanish<T>

type Value = string | number | Localized | Markup | ((text: string) => Markup)
type Values = Record<string, Value>

class Text extends Localized {
  readonly source: Source
  readonly values: Values | undefined

  constructor(source: Source, values: Values | undefined) {
    super()
    this.source = source
    this.values = values
  }

  override parts(language: Language): readonly unknown[] {
    const text = texts.get(this.source)![language]
    return this.values ? messageIn(language, text, resolved(this.values, language)) : [text]
  }
}

/** Values of the message: markup stays an object among its parts, which `html` does not escape. */
function resolved(values: Values, language: Language): Record<string, unknown> {
  const inLanguage: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    if (value instanceof Localized) inLanguage[name] = value.in(language)
    else if (typeof value === 'function') inLanguage[name] = (parts: string[]) => value(parts.join(''))
    else inLanguage[name] = value
  }
  return inLanguage
}

type WithValues = Extract<Source, `${string}{${string}` | `${string}<${string}`>

/**
 * The mark around a Spanish text that people read: `t('Seguir comprando')`. Its translations are in the catalogs beside this
 * file. A text with values or tags is an ICU message: `t('Quedan {count}', { count })`,
 * `t('Lee <a>esto</a>', { a: (text) => html`…${text}…` })`.
 */
export function t(source: Exclude<Source, WithValues>): Localized
export function t(source: WithValues, values: Values): Localized
export function t(source: Source, values?: Values): Localized {
  return new Text(source, values)
}
