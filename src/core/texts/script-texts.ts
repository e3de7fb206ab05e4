import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { texts } from './catalogs.ts'
import { locales, pluralLocales, type Language } from './language.ts'

const CALL = /(?<![\w.$])t\(\s*'([^'\\\n]+)'(?:,?\s*\)|,\s*)/g

/**
 * A browser's script with its texts in a language. `t('Deshacer')` becomes the text itself, and of `t('Quedan {count}', { count })`
 * the name becomes a function of the values. @throws where a text is in no catalog
 */
export function scriptIn(language: Language, script: string): string {
  return script.replaceAll(CALL, (call, source: string) => {
    const text = texts.get(source)?.[language]
    if (text === undefined) throw new Error(`no translations: ${source}`)
    return call.endsWith(')') ? literal(text) : `(v=>${templateOf(parse(text), language)})(`
  })
}

const literal = (text: string) => `'${escaped(text, /[\\']/g)}'`

const escaped = (text: string, special: RegExp) =>
  text.replaceAll(special, String.raw`\$&`).replaceAll('\n', String.raw`\n`)

/** As a template literal of the script, of the values `v`. @param counted the one that `#` stands for */
function templateOf(elements: MessageFormatElement[], language: Language, counted = ''): string {
  const parts = elements.map((one) => {
    if (one.type === TYPE.literal) return escaped(one.value, /[\\`]|\$\{/g)
    if (one.type === TYPE.argument) return `\${v.${one.value}}`
    if (one.type === TYPE.number) return `\${v.${one.value}.toLocaleString('${locales[language]}')}`
    if (one.type === TYPE.pound) return `\${v.${counted}.toLocaleString('${locales[language]}')}`
    if (one.type === TYPE.plural) return `\${${pluralOf(one.value, Object.entries(one.options), language)}}`
    throw new Error(`not for scripts: ${one.value}`)
  })
  return `\`${parts.join('')}\``
}

function pluralOf(
  name: string,
  options: [string, { value: MessageFormatElement[] }][],
  language: Language,
): string {
  const form = `new Intl.PluralRules('${pluralLocales[language]}').select(v.${name})`
  const cases = options.map(([key, { value }]) => {
    const text = templateOf(value, language, name)
    if (key === 'other') return text
    return `${key.startsWith('=') ? `v.${name}==${key.slice(1)}` : `${form}=='${key}'`}?${text}:`
  })
  return cases.join('')
}
