import { html, type Html } from '../../core/http/html.ts'
import type { Form } from '../form.ts'
import { buttonForm } from './form.ts'
import { icon, type Icon } from './icon.ts'

type Row = {
  href: string
  title: string
  detail?: Html | string | null
  /** Stands at the end, such as an amount. */
  end?: Html | string | null
  isFaint?: boolean
  /** Buttons beside the row, outside of its link. */
  tools?: Html | null
}

/** Rows that lead on, each as tall as a thumb. */
export const list = (rows: Row[], label: string): Html =>
  html`<ul class="list" aria-label="${label}">${rows.map((row) => html`<li${row.isFaint && html` class="faint"`}>${rowLink(row)}${row.tools}</li>`)}</ul>`

const rowLink = ({ href, title, detail, end }: Row) =>
  html`<a href="${href}"><span class="row-text"><b>${title}</b>${detail && html`<small>${detail}</small>`}</span>${end && html`<span class="row-end">${end}</span>`}${icon('next')}</a>`

/** Buttons that move a row of a list, posted to an address of its own. */
export function moveButtons(
  form: Form,
  name: string,
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): Html {
  const button = (direction: 'up' | 'down', label: string, isOff: boolean) =>
    buttonForm(
      form,
      { direction },
      html`<button class="quiet" aria-label="${label} ${name}"${isOff && html` disabled`}>${icon(direction)}</button>`,
    )
  return html`<div class="tools">${button('up', 'Subir', isFirst)}${button('down', 'Bajar', isLast)}</div>`
}

/** What belongs here, while there is nothing. */
export const empty = (name: Icon, title: string, text: string, action?: Html): Html =>
  html`<div class="empty">${icon(name)}<h2>${title}</h2><p>${text}</p>${action}</div>`

/** A short word about the state of something. */
export const badge = (text: string, kind: 'plain' | 'good' | 'warn' | 'bad' = 'plain'): Html =>
  html`<span class="badge ${kind}">${text}</span>`

export const section = (title: string, content: Html): Html =>
  html`<section class="card"><h2>${title}</h2>${content}</section>`
