import { html, type Html } from '../../core/http/html.ts'
import type { Form } from '../forms/form.ts'

type Fold = {
  summary: string
  /** The fields in it, by the first parts of their names: `variants` of `variants.0.price`. */
  names: string[]
  /** Open also without an error, as where it has values. */
  isOpen?: boolean
  id?: string
}

/** Fields that are seldom needed, collapsed unless they must be seen. */
export function fold(form: Form, { summary, names, isOpen = false, id }: Fold, fields: Html): Html {
  return html`
    <details class="fold"${id && html` id="${id}"`}${(isOpen || form.mustShow(names)) && html` open`}>
      <summary>${summary}</summary>
      <div class="fields">${fields}</div>
    </details>
  `
}
