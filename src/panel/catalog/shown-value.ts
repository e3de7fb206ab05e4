import { html, type Html } from '../../core/http/html.ts'
import type { Form } from '../forms/form.ts'

/**
 * The value that a field showed, in a hidden field of its own: where nothing else was typed, nothing is saved. After an error it
 * stays, because unchanged fields still have it; but the error of a field says what is saved now, which was shown thereby.
 */
export function shown(form: Form, name: string, hidden: string, saved: number | null): Html {
  const value = form.isWrong(name) ? (saved ?? '') : form.value(hidden, saved)
  return html`<input type="hidden" name="${hidden}" value="${value}">`
}
