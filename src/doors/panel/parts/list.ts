import { Formatted, t, wordingIn, type Localized, type Wording } from '../../../core/texts/text.ts'
import { html, type Html } from '../../../core/http/html.ts'
import type { Form } from '../forms/form.ts'
import { buttonForm } from './form.ts'
import { icon, type Icon } from './icon.ts'

type Row = {
  href: string
  title: Html | Wording
  detail?: Html | Wording | null
  end?: Html | Wording | null
  isFaint?: boolean
  /** Buttons instead of the link, such as those that move the row. */
  tools?: Html | null | false
  /** Beside its link, such as a switch. */
  beside?: Html | null | false
}

/** @param kind names its columns on wide screens in the stylesheet */
export const list = (rows: Row[], label: Wording, kind = ''): Html => html`
  <ul class="list ${kind}" aria-label="${label}">
    ${rows.map(
      (row) => html`
        <li${row.isFaint && html` class="faint"`}>${rowLink(row)}${row.tools}${row.beside}</li>
      `,
    )}
  </ul>
`

const rowLink = ({ href, title, detail, end, tools, beside }: Row) => {
  const text = html`<span class="row-text"><b>${title}</b>${detail && html`<small>${detail}</small>`}</span>`
  if (tools) return html`<div class="row">${text}</div>`
  return html`
    <a class="row" href="${href}">
      ${text}
      ${end && html`<span class="row-end">${end}</span>`}
      ${!beside && icon('next')}
    </a>
  `
}

/** The switch `isActive` of a row, posted to its own address with the `query` of the list. */
export function rowSwitch(form: Form, label: Wording, isActive: boolean, query = ''): Html {
  const button = html`<button role="switch" aria-checked="${String(isActive)}" aria-label="${label}"></button>`
  return html`<div class="tools">${buttonForm(form, { isActive: String(!isActive) }, button, query)}</div>`
}

export function orderLink(path: string, rows: number, isOrdering: boolean): Html | null {
  if (rows < 2 && !isOrdering) return null
  return isOrdering
    ? html`<a class="button ghost" href="${path}">${t('Listo | ordenar')}</a>`
    : html`<a class="quiet" href="${path}?ordenar=1">${icon('order')}<span>${t('Ordenar')}</span></a>`
}

export function moveButtons(
  form: Form,
  name: string,
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): Html {
  const button = (direction: 'up' | 'down', label: Wording, isOff: boolean) =>
    buttonForm(
      form,
      { direction },
      html`
        <button class="quiet" aria-label="${label}"${isOff && html` disabled`}>
          ${icon(direction)}
        </button>
      `,
    )
  return html`
    <div class="tools">
      ${button('up', t('Subir {name}', { name }), isFirst)}
      ${button('down', t('Bajar {name}', { name }), isLast)}
      ${dragHandle}
    </div>
  `
}

export const dragHandle = html`<drag-handle aria-hidden="true">${icon('grip')}</drag-handle>`

/** The column heads of a list on wide screens, where its rows line up as in a table. */
export const columnHeads = (names: Wording[], kind: string): Html => html`
  <div class="column-heads ${kind}" aria-hidden="true">
    ${names.map((name) => html`<span>${name}</span>`)}
  </div>
`

export const emptyState = (name: Icon, title: Wording, text: Wording, action?: Html): Html => html`
  <div class="empty">${icon(name)}<h2>${title}</h2><p>${text}</p>${action}</div>
`

export const badge = (
  text: Wording,
  kind: 'plain' | 'good' | 'sent' | 'warn' | 'bad' = 'plain',
): Html => html`
  <span class="badge ${kind}">${text}</span>
`

export const collapsible = (label: Wording, content: Html, isOpen: boolean): Html => html`
  <details class="folded"${isOpen && html` open`}>
    <summary class="button ghost">${icon('plus')}${label}</summary>
    <div class="card">${content}</div>
  </details>
`

/** @param id the anchor for links from other pages */
export const section = (title: Wording, content: Html, id?: string): Html => html`
  <section class="card"${id && html` id="${id}"`}><h2>${title}</h2>${content}</section>
`

/** A text whose e-mail addresses break before the @ and after a dot, where they are longer than the line. */
export const withBreaks = (text: Wording): Localized =>
  new Formatted((language) => {
    const words = wordingIn(text, language).split(/(\s+)/)
    return html`${words.map((word) => (word.includes('@') ? breakable(word) : word))}`
  })

const breakable = (address: string) =>
  address.split(/(?=@)|(?<=[._])(?=.)/).map((part, n) => html`${n > 0 && html`<wbr>`}${part}`)
