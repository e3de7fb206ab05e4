import { Parser } from 'htmlparser2'
import type { Language } from '../src/core/texts/language.ts'
import { Formatted, t, type Localized } from '../src/core/texts/text.ts'

let areMarked = false

/** Puts marks around each text of ours in this process, so that a test finds what has none: `⟦Carrito⟧`. */
export function markTexts() {
  if (areMarked) return
  areMarked = true
  for (const { prototype } of [t('Buscar').constructor, Formatted] as { prototype: Localized }[]) {
    const { value } = Object.getOwnPropertyDescriptor(prototype, 'parts')!
    const parts = value as (this: Localized, language: Language) => readonly unknown[]
    prototype.parts = function marked(language) {
      return ['⟦', ...parts.call(this, language), '⟧']
    }
  }
}

const readByPeople = ['alt', 'title', 'placeholder', 'aria-label', 'content', 'label']
/** What the page's scripts show. */
const shownByScripts = ['data-now', 'data-earlier', 'data-off', 'data-left', 'data-from']

/** What people read in a page, and in the messages that its links prepare. */
function textsOf(page: string): string[] {
  const texts: string[] = []
  let inText = ''
  let hidden = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      if (isOfPrograms(name)) hidden++
      if (isForPrograms(attributes['name'] ?? attributes['property'] ?? '')) return
      for (const one of [...readByPeople, ...shownByScripts]) texts.push(attributes[one] ?? '')
      texts.push(URL.parse(attributes['href'] ?? '')?.searchParams.get('text') ?? '')
    },
    ontext(text) {
      if (hidden === 0) inText += text
    },
    onclosetag(name) {
      if (isOfPrograms(name)) hidden--
      inText += '\n'
    },
  })
  parser.end(page)
  return [...texts, inText] // a marked text may have markup in it
}

const isOfPrograms = (name: string) => ['script', 'style', 'code'].includes(name)

const isForPrograms = (meta: string) => /^(?:viewport|robots|theme-color|twitter:card|og:type)$/.test(meta)

/** What is called the same in each language. */
const names =
  /\b(?:Claude|ChatGPT|claude\.ai|ejemplo\.test|Enter|Google (?:Analytics|Merchant)|Mercado Pago|\d+ ms|Node\.js|PHP|Python|Shopify|Stripe|Vitrina|Webhooks|WhatsApp)\b/g

/** The words of a page outside of marked texts. What the test wrote itself is in another alphabet. */
export const unmarked = (page: string): string[] =>
  textsOf(page)
    .flatMap((text) => withoutMarked(text).split('\n'))
    .map((line) =>
      line
        .replaceAll(names, '')
        .replaceAll(/(?:https?:|localhost:)\S+|\bGTQ\b|\bPED-\w+|\S+@\S+/g, '')
        .trim(),
    )
    .filter((line) => /\p{Script=Latin}{2}/u.test(line))

function withoutMarked(text: string): string {
  const rest = text.replaceAll(/⟦[^⟦⟧]*⟧/g, '')
  return rest === text ? text : withoutMarked(rest)
}
