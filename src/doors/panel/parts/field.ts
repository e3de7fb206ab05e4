import { html, Html } from '../../../core/http/html.ts'
import type { Language } from '../../../core/texts/language.ts'
import { Formatted, t, wordingIn, type Localized, type Wording } from '../../../core/texts/text.ts'
import { truncated } from '../../../core/values/text.ts'
import { errorText, invalidAttributes } from '../forms/errors.ts'
import type { Form } from '../forms/form.ts'

/** What a form is made of, from top to bottom: its fields as data, groups of them, and markup between them. */
export type Part = Html | Field | Group | readonly Part[] | false | null | undefined

export type Field = TextField | Select | Switch | OwnControl

export type OwnControl = { names: string[]; control: (form: Form) => Html }

type Group = { parts: readonly Part[]; around: (content: Html, form: Form) => Html }

type Common = {
  name: string
  label: Wording
  hint?: Wording
  required?: boolean
  /** The name of a list whose errors it shows, where it is the first of the list's fields. */
  errorsOf?: string | undefined
  /** What another person saved meanwhile. */
  now?: Wording | null
}

type TextField = Common & {
  value?: string | number | null
  options?: never
  type?: 'text' | 'email' | 'tel' | 'url' | 'password' | 'datetime-local' | 'search'
  /** More than one makes it a text of several lines. */
  lines?: number
  max?: number
  autocomplete?: string
  inputmode?: 'numeric' | 'decimal' | 'email' | 'tel'
  placeholder?: Wording
  /** Gets the focus on load, on pages with one field. */
  isOnly?: boolean
  before?: Wording
  /** An element after the input, such as a button that fills it in. */
  after?: Html
}

/** The markup of a form's parts, with the values that were typed or are saved, and the errors by the names of the fields. */
export const partsOf = (form: Form, parts: readonly Part[]): Html =>
  html`${parts.map((part) => part && (part instanceof Html ? part : partOf(form, part)))}`

function partOf(form: Form, part: Field | Group | readonly Part[]): Html {
  if (isList(part)) return partsOf(form, part)
  if ('parts' in part) return part.around(partsOf(form, part.parts), form)
  if ('control' in part) return part.control(form)
  if (part.options) return selectControl(form, part)
  return typeof part.value === 'boolean' ? switchControl(form, part) : textControl(form, part)
}

export function namesOf(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    if (!part || part instanceof Html) return []
    if (isList(part)) return namesOf(part)
    if ('parts' in part) return namesOf(part.parts)
    if ('control' in part) return part.names
    return errorNames(part)
  })
}

/** A field shows its own errors, those of the values that are typed in it as a list, and those that it stands for. */
const errorNames = ({ name, errorsOf }: Pick<Common, 'name' | 'errorsOf'>): string[] => [
  name,
  `${name}.*`,
  ...(errorsOf ? [errorsOf] : []),
]

const isList = (part: Part): part is readonly Part[] => Array.isArray(part)

/** The error of a field that has no control of its own in the form, such as boxes in a list beside it. */
export const errorOf = (name: string): Field => ({
  names: [name, `${name}.*`],
  control(form) {
    const wrong = form.wrong(name, `${name}.*`)
    return html`${wrong && html`<p class="wrong" role="alert">${wrong}</p>`}`
  },
})

type Fold = {
  summary: Wording
  /** Open also without an error, as where it has values. */
  isOpen?: boolean
  id?: string
}

/** Fields that are seldom needed, collapsed unless they must be seen. */
export const fold = ({ summary, isOpen = false, id }: Fold, parts: readonly Part[]): Group => ({
  parts,
  around: (content, form) => html`
    <details class="fold"${id && html` id="${id}"`}${(isOpen || form.mustShow(namesOf(parts))) && html` open`}>
      <summary>${summary}</summary>
      <div class="fields">${content}</div>
    </details>
  `,
})

/** An input with its label, hint and error. The value of a password is never sent back. */
function textControl(form: Form, text: TextField): Html {
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
      ${isOnly && !form.isSubmitted && html` autofocus`}
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
function savedMeanwhile(
  form: Form,
  name: string,
  saved: string,
  words = (text: string): Wording => text,
): Localized | null {
  if (!form.differs(name, saved)) return null
  if (saved === '') return t('Ahora está vacío.')
  const quoted = new Formatted((language) => truncated(wordingIn(words(saved), language), MAX_QUOTE))
  return t('Ahora dice «{quoted}».', { quoted })
}

type Option = { value: string; label: Wording }

type Select = Common & {
  value?: string | null
  /** A function where their order depends on the language. */
  options: readonly Option[] | ((language: Language) => readonly Option[])
}

export const optionsOf = (names: Record<string, Wording>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

function selectControl(form: Form, choice: Select): Html {
  const value = form.value(choice.name, choice.value ?? '')
  const optionsIn = (language: Language) =>
    typeof choice.options === 'function' ? choice.options(language) : choice.options
  const labelOf = (text: string) =>
    new Formatted((language) =>
      wordingIn(optionsIn(language).find((option) => option.value === text)?.label ?? text, language),
    )
  const now = savedMeanwhile(form, choice.name, choice.value ?? '', labelOf)
  const option = (one: Option) => html`
    <option value="${one.value}"${one.value === value && html` selected`}>${one.label}</option>
  `
  const options = new Formatted((language) => html`${optionsIn(language).map(option)}`)
  return control(form, { ...choice, now }, (shared) => html`<select ${shared}>${options}</select>`)
}

type Switch = {
  name: string
  label: Wording
  hint?: Wording
  value: boolean
  options?: never
  errorsOf?: never
}

/** A switch; the hidden field before it is sent when it is off. */
function switchControl(form: Form, { name, label, hint, value }: Switch): Html {
  const isOn = form.value(name, value) === 'true'
  const now = savedMeanwhile(form, name, String(value), (text) => (text === 'true' ? t('sí') : t('no')))
  const id = idOf(form, name)
  const names = errorNames({ name })
  const wrong = form.wrong(...names)
  const described = [wrong && `${id}-wrong`, now && `${id}-now`, hint && `${id}-hint`]
    .filter(Boolean)
    .join(' ')
  return html`
    <div class="switch">
      <input type="hidden" name="${name}" value="false">
      <label for="${id}">
        <span>${label}${hint && html`<small id="${id}-hint">${hint}</small>`}${now && html`<small id="${id}-now">${now}</small>`}</span>
        <input type="checkbox" role="switch" id="${id}" name="${name}"
          value="true"${isOn && html` checked`}
          ${wrong && invalidAttributes(form, ...names)}${described && html` aria-describedby="${described}"`}>
      </label>
      ${wrong && errorText(wrong, `${id}-wrong`)}
    </div>
  `
}

export function control(form: Form, common: Common, input: (shared: Html) => Html): Html {
  const { name, label, hint, required, now } = common
  const wrong = form.wrong(...errorNames(common))
  const id = idOf(form, name)
  const described = [wrong && `${id}-wrong`, now && `${id}-now`, hint && `${id}-hint`]
    .filter(Boolean)
    .join(' ')
  const shared = html`
    id="${id}" name="${name}"${required && html` aria-required="true"`}
    ${wrong && invalidAttributes(form, ...errorNames(common))}
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
