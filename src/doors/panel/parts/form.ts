import { t, type Wording } from '../../../core/texts/text.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { VERSION_FIELD, type Form } from '../forms/form.ts'
import { namesOf, partsOf, type Part } from './field.ts'
import { icon, type Icon } from './icon.ts'

type Options = {
  /** Fields of files: `multipart/form-data`. */
  hasFiles?: boolean
  isFullLoad?: boolean
  class?: string
  id?: string
  /** The ETag of the edited resource, for optimistic locking. */
  version?: string | null
  /** The query of the list that contains the form, so that the response shows the same page of it. */
  query?: string
}

/** A form with its idempotency key. The view names its fields, so that the page shows the errors that none of them does. */
export function formOf(
  form: Form,
  parts: Part,
  { hasFiles, isFullLoad, id, version, query, ...rest }: Options = {},
): Html {
  const content = [parts]
  const focus = namesOf(content).find((name) => form.wrong(name)) ?? null
  return html`
    <form method="post" action="${form.action}${query}"${id && html` id="${id}"`}
      class="${rest.class ?? 'fields'}"${hasFiles && html` enctype="multipart/form-data"`}${isFullLoad && html` data-full-load`} novalidate>
      <input type="hidden" name="_key" value="${form.key}">
      ${version && hidden([[VERSION_FIELD, form.version(version)]])}
      ${version && form.isConflict && conflictNotice(form)}
      ${partsOf({ ...form, focus }, content)}
    </form>
  `
}

const hidden = (fields: [string, string][]) =>
  fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)

/** Says what to do about the values that another person saved meanwhile, which stand at the fields. */
const conflictNotice = ({ action }: Form) => html`
  <div class="notice bad" role="alert">
    <p>
      <b>${t('Otra persona guardó cambios mientras escribías.')}</b>
      ${t('Lo tuyo sigue aquí y todavía no está guardado.')}
      ${t('Donde lo guardado es distinto, lo dice debajo: si guardas lo tuyo, lo reemplaza.')}
    </p>
    <div class="buttons">
      <button class="button">${t('Guardar lo mío')}</button>
      <button class="button ghost" formaction="${action}/descartar">${t('Quedarme con lo suyo')}</button>
    </div>
  </div>
`

export const submit = (label: Wording, kind: 'main' | 'ghost' | 'danger' = 'main') => html`
  <button class="button ${kind}">${label}</button>
`

export function buttonForm(form: Form, fields: Record<string, string>, button: Html, query = ''): Html {
  return formOf(form, html`${hidden(Object.entries(fields))}${button}`, { class: 'one-button', query })
}

/** Deletes with one tap, since the message has an undo button; `text` explains the effect. */
export const deletionForm = (form: Form, label: Wording, text: Wording): Html => html`
  <div class="removal">
    ${buttonForm(form, {}, html`<button class="quiet">${icon('trash')} ${label}</button>`)}
    <p class="hint">${text} ${t('Durante 30 días se puede deshacer en Actividad.')}</p>
  </div>
`

type Confirmation = { summary: Wording; text: Wording; button: Wording; icon?: Icon }

export function irreversibleForm(
  form: Form,
  { summary, text, button, icon: name = 'trash' }: Confirmation,
): Html {
  return html`
    <details class="danger"${form.isSubmitted && html` open`}>
      <summary>${icon(name)}${summary}</summary>
      <div><p>${text}</p>${formOf(form, submit(button, 'danger'), { class: 'one-button' })}</div>
    </details>
  `
}

export const removeBox = (form: Form, name: string): Html => html`
  <label class="remove">
    <input type="checkbox" name="${name}" value="true"${form.value(name) === 'true' && html` checked`}> ${t('Quitar')}
  </label>
`
