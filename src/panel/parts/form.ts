import { html, type Html } from '../../core/http/html.ts'
import type { Form } from '../form.ts'
import { icon } from './icon.ts'

type Options = {
  /** Fields of files: `multipart/form-data`. */
  hasFiles?: boolean
  class?: string
  id?: string
}

/** A form with its key, and what has to be said of it above its fields. Its fields are made before it: they say what they say. */
export function formOf(form: Form, content: Html, { hasFiles, id, ...rest }: Options = {}): Html {
  const remarks = form.remarks()
  return html`<form method="post" action="${form.action}"${id && html` id="${id}"`} class="${rest.class ?? 'fields'}"${
    hasFiles && html` enctype="multipart/form-data"`
  } novalidate><input type="hidden" name="_key" value="${form.key}">${remarks.length > 0 && notice(remarks)}${content}</form>`
}

const notice = (remarks: string[]) =>
  html`<div class="notice bad" role="alert">${remarks.map((remark) => html`<p>${remark}</p>`)}</div>`

/** The button that sends a form. */
export const submit = (label: string, kind: 'main' | 'ghost' | 'danger' = 'main') =>
  html`<button class="button ${kind}">${label}</button>`

/** A form that is one button, such as one that moves a row up. */
export function buttonForm(form: Form, fields: Record<string, string>, button: Html): Html {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return formOf(form, html`${hidden}${button}`, { class: 'one' })
}

type Question = { summary: string; text: string; button: string }

/** What can't be undone: it says what happens before it offers the button. */
export function dangerous(form: Form, { summary, text, button }: Question): Html {
  return html`<details class="danger"${form.isRejected && html` open`}><summary>${icon('trash')}${summary}</summary><div><p>${text}</p>${formOf(form, submit(button, 'danger'), { class: 'one' })}</div></details>`
}
