import type { Issue } from '../../../core/errors/errors.ts'
import { html, type Html } from '../../../core/http/html.ts'
import type { Wording } from '../../../core/texts/text.ts'

type Field = {
  name: string
  label: Wording
  value: string
  hint?: Wording
  type?: 'text' | 'tel'
  /** More than one makes it a text of several lines. */
  lines?: number
  autocomplete?: string
  max: number
  required?: boolean
}

/** As the form shows them. Not the discount code, whose error also comes with a new total, while other fields are typed in. */
export const focusOrder = [
  'areaId',
  'name',
  'phone',
  'address',
  'wantedAt',
  'paymentMethodId',
  'changeFor',
  'notes',
]

export const isFirstWrong = (issues: Issue[], name: string): boolean =>
  focusOrder.find((one) => issues.some(({ field }) => field === one)) === name

export function field(
  issues: Issue[],
  { name, label, value, hint, type = 'text', lines = 1, ...rest }: Field,
): Html {
  const wrong = issues.find(({ field }) => field === name)?.message ?? ''
  const shared = html`
    id="${name}" name="${name}" maxlength="${rest.max}"${rest.required && html` required`}
    ${rest.autocomplete && html` autocomplete="${rest.autocomplete}"`}
    ${isFirstWrong(issues, name) && html` autofocus`}
    ${wrong !== '' && html` aria-invalid="true"`} aria-describedby="${name}-wrong${hint ? ` ${name}-hint` : ''}"
  `
  const control =
    lines > 1
      ? html`<textarea rows="${lines}" ${shared}>\n${value}</textarea>`
      : html`<input type="${type}" ${shared} value="${value}">`
  return html`
    <div class="field">
      <label for="${name}">${label}</label>
      ${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
      ${control}
      <p class="wrong" id="${name}-wrong" aria-live="polite">${wrong}</p>
    </div>
  `
}
