import { MAX_PASSWORD_LENGTH } from '../../../features/accounts/password.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { t, type Wording } from '../../../core/texts/text.ts'
import type { Part } from './field.ts'
import { assets } from './icon.ts'

export const emailField = (saved = '', autocomplete = 'username'): Part => ({
  name: 'email',
  label: t('Correo'),
  value: saved,
  type: 'email',
  max: 254,
  autocomplete,
  inputmode: 'email',
  required: true,
})

export const passwordField = (
  name: 'password' | 'currentPassword' = 'password',
  label: Wording = t('Contraseña'),
): Part => shown({ name, label, type: 'password', autocomplete: 'current-password', required: true })

export const newPasswordField = (label: Wording = t('Contraseña')): Part =>
  shown({
    name: 'password',
    label,
    type: 'password',
    max: MAX_PASSWORD_LENGTH,
    autocomplete: 'new-password',
    required: true,
    hint: t(
      'Al menos 8 caracteres. Tres palabras que no vayan juntas son fáciles de recordar y difíciles de adivinar.',
    ),
  })

/** Six digits from a mail or an app; a phone offers them above its keyboard. */
export const codeField = (hint: Wording): Part => ({
  name: 'code',
  label: t('Código'),
  autocomplete: 'one-time-code',
  inputmode: 'numeric',
  isOnly: true,
  max: 20,
  required: true,
  hint,
})

export const returnField = (path: string | null): Html | null =>
  path === null ? null : html`<input type="hidden" name="volver" value="${path}">`

/** The elements that make signing in quicker: a button that shows the password, and passkeys. */
export const signInScript = (): Html =>
  html`<script type="module" src="${assets.script('sign-in.js')}"></script>`

const shown = (field: Part): Part => ({
  parts: [field],
  around: (content) => html`<show-password>${content}</show-password>`,
})
