import { t, type Wording } from '../../../core/texts/text.ts'
import { html, type Html } from '../../../core/http/html.ts'
import type { Form } from '../forms/form.ts'
import { signInScript } from './account-fields.ts'
import { formOf } from './form.ts'
import { icon } from './icon.ts'

type Ceremony = { of: 'create' | 'get'; options: object; button: Wording; failure: Wording }

/** A form whose script passes the WebAuthn options to the device, and sends its response as `passkey`. */
export function passkeyForm(
  form: Form,
  { of, options, button, failure }: Ceremony,
  fields: Html | null = null,
): Html {
  const content = html`
    ${fields}
    <input type="hidden" name="passkey">
    <button class="button">${icon('key')}${button}</button>
  `
  return html`
    <p>${t('Tu teléfono o tu computadora te pedirá la huella, la cara o el PIN.')}</p>
    <passkey-form data-${of}="${JSON.stringify(options)}">
      ${formOf(form, content, { class: 'one-button' })}
      <p class="wrong" role="alert" hidden>${failure}</p>
    </passkey-form>
    ${signInScript()}
  `
}

/** Parses the JSON that the browser's script put into a field; null where it is invalid. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
