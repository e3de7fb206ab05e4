import { html, type Html } from '../http/html.ts'
import { LANGUAGE_PARAMETER } from '../http/request-language.ts'
import { languageNames, languages, languageTags, type Language } from '../texts/language.ts'
import { Formatted } from '../texts/text.ts'

const inLanguage = (path: string, language: Language, query: Record<string, string> = {}) =>
  `${path}?${new URLSearchParams({ ...query, [LANGUAGE_PARAMETER]: language }).toString()}`

export const inSameLanguage = (url: string) => new Formatted((language) => inLanguage(url, language))

/** For search engines: this page in each language, and where its reader's is chosen. */
export const alternates = (url: string): Html => html`
  ${languages.map((one) => html`<link rel="alternate" hreflang="${languageTags[one]}" href="${inLanguage(url, one)}">`)}
  <link rel="alternate" hreflang="x-default" href="${url}">
`

/** Links to a page in each language, which the browser keeps for other pages. */
export const languageSwitch = (path: string, query?: Record<string, string>): Html[] =>
  languages.map((one) => {
    const isCurrent = new Formatted((language) => String(language === one))
    const [tag, href] = [languageTags[one], inLanguage(path, one, query)]
    return html`<a href="${href}" lang="${tag}" hreflang="${tag}" aria-current="${isCurrent}">${languageNames[one]}</a>`
  })
