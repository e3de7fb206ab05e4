import type { Issue } from '../../core/errors/errors.ts'
import { html, trusted, type Html } from '../../core/http/html.ts'
import type { FieldError, TypedForm } from './form.ts'

/** The text of a field's error; the attribute says which issues the page shows by it. */
export const errorText = ({ message, issues }: FieldError, id: string): Html => html`
  <p${shows(issues)} class="wrong" id="${id}">${message}</p>
`

/** The attribute of an error's element. */
export const shows = (issues: string[]): Html => html` data-issues="${issues.join(' ')}"`

const INVALID = ' aria-invalid="true"'

/** The content of a form with errors, with the focus on its first wrong field. */
export const withFocus = ({ markup }: Html): Html => trusted(markup.replace(INVALID, `${INVALID} autofocus`))

/** What the page says above its content about a form that was typed: every error that no field shows. */
export function messageNotice(
  { issues, message, isConflict, planHref }: TypedForm,
  content: Html,
): Html | null {
  const errors = issues.length === 0 ? [message].filter(Boolean) : otherErrors(issues, content)
  if (isConflict || (errors.length === 0 && issues.length === 0)) return null
  return html`
    <div class="notice bad" role="alert">
      ${errors.map((error) => html`<p>${error}</p>`)}
      ${errors.length === 0 && html`<p data-marked>Revisa lo que está marcado.</p>`}
      ${planHref && html`<a class="button ghost" href="${planHref}">Ver los planes</a>`}
    </div>
  `
}

function otherErrors(issues: Issue[], { markup }: Html): string[] {
  const shown = new Set(
    [...markup.matchAll(/ data-issues="([^"]*)"/g)].flatMap(([, names]) => names!.split(' ')),
  )
  return issues.filter(({ field }) => !shown.has(field)).map(textOf)
}

const textOf = ({ field, message }: Issue) =>
  /^(body|params|querystring)$/.test(field) ? message : `${message} (${field})`
