import { html, type Html } from '../../core/http/html.ts'
import { truncated } from '../../core/values/text.ts'
import { errorText } from '../forms/errors.ts'
import type { Form } from '../forms/form.ts'

type Common = {
  name: string
  label: string
  hint?: string
  required?: boolean
  /** The name of a list whose errors it shows, where it is the first of the list's fields. */
  errorsOf?: string | undefined
  /** What another person saved meanwhile. */
  now?: string | null
}

type Text = Common & {
  value?: string | number | null
  type?: 'text' | 'email' | 'tel' | 'url' | 'password' | 'datetime-local' | 'search'
  /** More than one makes it a text of several lines. */
  lines?: number
  max?: number
  autocomplete?: string
  inputmode?: 'numeric' | 'decimal' | 'email' | 'tel'
  placeholder?: string
  /** Gets the focus on load, on pages with one field. */
  isOnly?: boolean
  /** A prefix before the input, such as the beginning of an address. */
  before?: string
  /** An element after the input, such as a button that fills it in. */
  after?: Html
}

/** A field with its label, hint and error. The value of a password is never sent back. */
export function field(form: Form, text: Text): Html {
  const {
    name,
    lines = 1,
    type = 'text',
    max,
    autocomplete,
    inputmode,
    placeholder,
    isOnly,
    before,
    after,
  } = text
  const value = type === 'password' ? '' : form.value(name, text.value ?? '')
  const now = savedMeanwhile(form, name, String(text.value ?? ''))
  return control(form, { ...text, now }, (shared) => {
    const more = html`
      ${shared}
      ${max && html` maxlength="${max}"`}
      ${autocomplete && html` autocomplete="${autocomplete}"`}
      ${inputmode && html` inputmode="${inputmode}"`}
      ${placeholder && html` placeholder="${placeholder}"`}
      ${isOnly && !form.isTyped && html` autofocus`}
    `
    if (lines > 1)
      return html`
        <textarea rows="${lines}" ${more}>
${value}</textarea>
      `
    const input = html`<input type="${type}" ${more} value="${value}">`
    if (!before && !after) return input
    return html`<div class="affix">${before && html`<span>${before}</span>`}${input}${after}</div>`
  })
}

const MAX_QUOTE = 120

/** What is saved now, where another person's changes differ from what was typed; null anywhere else. */
function savedMeanwhile(form: Form, name: string, saved: string, words = (text: string) => text) {
  if (!form.differs(name, saved)) return null
  return saved === '' ? 'Ahora está vacío.' : `Ahora dice «${truncated(words(saved), MAX_QUOTE)}».`
}

type Choice = Common & { value?: string | null; options: readonly { value: string; label: string }[] }

export function select(form: Form, choice: Choice): Html {
  const value = form.value(choice.name, choice.value ?? '')
  const labelOf = (text: string) => choice.options.find((option) => option.value === text)?.label ?? text
  const now = savedMeanwhile(form, choice.name, choice.value ?? '', labelOf)
  const options = choice.options.map(
    (option) => html`
      <option value="${option.value}"${option.value === value && html` selected`}>${option.label}</option>
    `,
  )
  return control(form, { ...choice, now }, (shared) => html`<select ${shared}>${options}</select>`)
}

type Switch = { name: string; label: string; hint?: string; value: boolean }

/** A switch; the hidden field before it is sent when it is off. */
export function toggle(form: Form, { name, label, hint, value }: Switch): Html {
  const isOn = form.value(name, value) === 'true'
  const now = savedMeanwhile(form, name, String(value), (text) => (text === 'true' ? 'sí' : 'no'))
  const id = idOf(form, name)
  const described = [now && `${id}-now`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return html`
    <div class="switch">
      <input type="hidden" name="${name}" value="false">
      <label for="${id}">
        <span>${label}${hint && html`<small id="${id}-hint">${hint}</small>`}${now && html`<small id="${id}-now">${now}</small>`}</span>
        <input type="checkbox" role="switch" id="${id}" name="${name}"
          value="true"${isOn && html` checked`}${described && html` aria-describedby="${described}"`}>
      </label>
    </div>
  `
}

/** Label, hint and error around a control; `shared` are the ARIA attributes that link them. */
export function control(
  form: Form,
  { name, label, hint, required, now, errorsOf = name }: Common,
  input: (shared: Html) => Html,
): Html {
  const wrong = form.wrong(name, errorsOf)
  const id = idOf(form, name)
  const described = [wrong && `${id}-wrong`, now && `${id}-now`, hint && `${id}-hint`]
    .filter(Boolean)
    .join(' ')
  const shared = html`
    id="${id}" name="${name}"${required && html` aria-required="true"`}
    ${wrong && html` aria-invalid="true"`}
    ${described && html` aria-describedby="${described}"`}
  `
  return html`
    <div class="field">
      <label for="${id}">${label}</label>
      ${input(shared)}
      ${wrong && errorText(wrong, `${id}-wrong`)}
      ${now && html`<p class="hint" id="${id}-now">${now}</p>`}
      ${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
    </div>
  `
}

/** The id includes the form, because a page may have a form per row. */
function idOf({ action }: Form, name: string): string {
  return [...action.split('/').slice(4), name].join('-').replaceAll(/[^\w.-]/g, '-')
}
