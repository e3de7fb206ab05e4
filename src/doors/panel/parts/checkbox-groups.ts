import { html, type Html } from '../../../core/http/html.ts'
import { t, type Wording } from '../../../core/texts/text.ts'
import { errorText, invalidAttributes } from '../forms/errors.ts'
import type { Form } from '../forms/form.ts'
import type { Field } from './field.ts'

type Option = { value: string; label: Wording; detail?: Wording }
type Group = { legend: Wording; options: Option[] }

/** Checkboxes of one name in groups, with their error above. The hidden field is sent when none is ticked. */
export const checkboxGroups = (name: string, groups: Group[], saved: readonly string[] = []): Field => ({
  names: [name, `${name}.*`],
  control: (form) => controlOf(form, name, groups, saved),
})

function controlOf(form: Form, name: string, groups: Group[], saved: readonly string[]): Html {
  const chosen = new Set(form.values(name, saved).filter(Boolean))
  const names = [name, `${name}.*`]
  const wrong = form.wrong(...names)
  const id = `${name}-wrong`
  const first = groups[0]?.options[0]?.value
  const marks = (value: string) => wrong && invalidAttributes(form, ...(value === first ? names : []))
  const option = ({ value, label, detail }: Option) => html`
      <li>
        <label class="row choice">
          <input type="checkbox" name="${name}" value="${value}"${chosen.has(value) && html` checked`}${marks(value)}>
          <span class="row-text">
            <span>${label}</span>
            ${detail && html`<small><code>${detail}</code></small>`}
          </span>
        </label>
      </li>
    `
  return html`
    <input type="hidden" name="${name}" value="">
    ${wrong && errorText(chosen.size === 0 ? t('Marca al menos una casilla') : wrong, id)}
    ${groups.map(
      ({ legend, options }) => html`
        <fieldset class="choices"${wrong && html` aria-describedby="${id}"`}>
          <legend>${legend}</legend>
          <ul class="list">${options.map(option)}</ul>
        </fieldset>
      `,
    )}
  `
}
