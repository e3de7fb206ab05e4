/** Markup that is safe to send: made by `html`, or marked by `trusted`. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }

  toString(): string {
    return this.markup
  }
}

type Part = Html | string | number | false | null | undefined | readonly Part[]

/**
 * Markup from a template. Strings are escaped, for text and quoted attributes alike; `Html` is inserted as it is, lists are
 * joined, and null, undefined and false insert nothing.
 */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  let markup = strings[0]!
  for (let i = 0; i < parts.length; i++) markup += render(parts[i]) + strings[i + 1]!
  return new Html(markup)
}

/** Marks a string of our own as safe markup; never for user input. */
export const trusted = (markup: string) => new Html(markup)

function escape(text: string): string {
  return /[&<>"']/.test(text) ? text.replaceAll(/[&<>"']/g, (character) => entities[character]!) : text
}

/** JSON inside a `script` of data: nothing in it can end the element. */
export function jsonScript(type: string, value: unknown): Html {
  const json = JSON.stringify(value)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('>', String.raw`\u003e`)
  return new Html(`<script type="${escape(type)}">${json}</script>`)
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function render(part: Part): string {
  if (part instanceof Html) return part.markup
  if (typeof part === 'string') return escape(part)
  if (typeof part === 'number') return String(part)
  return Array.isArray(part) ? part.map(render).join('') : ''
}
