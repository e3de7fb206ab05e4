import type { Language } from '../texts/language.ts'
import { Localized } from '../texts/text.ts'

type Part = Html | Localized | string | number | false | null | undefined | readonly Part[]

/**
 * Markup that is safe to send: made by `html`, or marked by `trusted`. It is written when it is sent, because its texts are in the
 * language of who reads them.
 */
export class Html {
  readonly strings: readonly string[]
  readonly parts: readonly Part[]

  constructor(strings: readonly string[], parts: readonly Part[] = []) {
    this.strings = strings
    this.parts = parts
  }

  in(language: Language): string {
    const { strings, parts } = this
    let markup = strings[0]!
    for (let i = 0; i < parts.length; i++) markup += written(parts[i], language) + strings[i + 1]!
    return markup
  }

  [Symbol.toPrimitive](): never {
    throw new TypeError('markup is not a string before its language is known: write it with in(language)')
  }
}

/**
 * Markup from a template. Strings and texts are escaped, for text and quoted attributes alike; `Html` is inserted as it is, lists
 * are joined, and null, undefined and false insert nothing.
 */
export const html = (strings: TemplateStringsArray, ...parts: Part[]) => new Html(strings, parts)

/** Marks a string of our own as safe markup; never for user input. */
export const trusted = (markup: string) => new Html([markup])

function escape(text: string): string {
  return /[&<>"']/.test(text) ? text.replaceAll(/[&<>"']/g, (character) => entities[character]!) : text
}

/** JSON inside a `script` of data: nothing in it can end the element. */
export const jsonScript = (type: string, value: unknown) =>
  html`<script type="${type}">${new Json(value)}</script>`

class Json extends Html {
  readonly value: unknown

  constructor(value: unknown) {
    super([])
    this.value = value
  }

  override in(language: Language): string {
    return JSON.stringify(this.value, (_key, one: unknown) =>
      one instanceof Localized ? one.in(language) : one,
    )
      .replaceAll('<', String.raw`\u003c`)
      .replaceAll('>', String.raw`\u003e`)
  }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function written(part: Part, language: Language): string {
  if (typeof part === 'string') return escape(part)
  if (part instanceof Html) return part.in(language)
  if (typeof part === 'number') return String(part)
  if (part instanceof Localized) return written(part.parts(language) as Part[], language)
  if (!Array.isArray(part)) return ''
  let markup = ''
  for (const one of part) markup += written(one as Part, language)
  return markup
}
