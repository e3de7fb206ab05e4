import { html, type Html } from '../../core/http/html.ts'
import type { Form } from '../forms/form.ts'

/** The box that takes a row out of its list when the form is sent. */
export const removeBox = (form: Form, name: string): Html => html`
  <label class="remove">
    <input type="checkbox" name="${name}" value="true"${form.value(name) === 'true' && html` checked`}> Quitar
  </label>
`
