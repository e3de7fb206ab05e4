import type { Issue } from '../../../core/errors/errors.ts'
import { t, joined, type Wording } from '../../../core/texts/text.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { isErrorOf, type Form, type SubmittedForm } from './form.ts'

export const errorText = (message: Wording, id: string): Html => html`
  <p class="wrong" id="${id}">${message}</p>
`

/** The attributes of a control whose value is wrong; the first of a form has the focus. */
export function invalidAttributes({ focus }: Form, ...names: string[]): Html {
  const isFirst = focus !== null && names.includes(focus)
  return html` aria-invalid="true"${isFirst && html` autofocus`}`
}

export function messageNotice(
  { issues, message, isConflict, planHref }: SubmittedForm,
  shown: readonly string[],
): Html | null {
  const others = issues.filter(({ field }) => !shown.some((name) => isErrorOf(field, name)))
  const errors = issues.length === 0 ? [message].filter(Boolean) : others.map(textOf)
  if (isConflict || (errors.length === 0 && issues.length === 0)) return null
  return html`
    <div class="notice bad" role="alert">
      ${errors.map((error) => html`<p>${error}</p>`)}
      ${errors.length === 0 && html`<p data-marked>${t('Revisa lo que está marcado.')}</p>`}
      ${planHref && html`<a class="button ghost" href="${planHref}">${t('Ver los planes')}</a>`}
    </div>
  `
}

const textOf = ({ field, message }: Issue) =>
  /^(body|params|querystring)$/.test(field) ? message : joined([message, `(${field})`], ' ')
