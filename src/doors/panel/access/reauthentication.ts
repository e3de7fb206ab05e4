import { reauthenticate } from '../../../features/accounts/sign-in.ts'
import { ApiError, firstMessage } from '../../../core/errors/errors.ts'
import { html } from '../../../core/http/html.ts'
import { isRecentlyAuthenticated } from '../../../features/sessions/session.ts'
import { formAt, type Form } from '../forms/form.ts'
import { lastOf, type FormFields } from '../forms/form-fields.ts'
import type { AccountContext, View } from '../page.ts'
import type { Part } from '../parts/field.ts'
import { formOf, submit } from '../parts/form.ts'
import { t } from '../../../core/texts/text.ts'

const PASSWORD = '_password'

/**
 * Re-authentication before a sensitive form, when the last one is too old: a page that requests the password and
 * carries the form's fields, so that sending it submits the form. Null when it is recent enough, or the password right.
 */
export async function requireReauthentication(
  context: AccountContext,
  fields: FormFields,
): Promise<View | null> {
  const { sql, session, request } = context
  const submitted = lastOf(fields, PASSWORD)
  const action = request.url.split('?')[0]!
  if (submitted === undefined)
    return isRecentlyAuthenticated(session) ? null : passwordView(formAt(action, null), fields, 200)
  try {
    await reauthenticate(sql, session, submitted)
    return null
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    context.reply.headers(error.headers)
    const issues = [{ field: PASSWORD, reason: 'invalid', message: firstMessage(error) }]
    return passwordView(formAt(action, { fields, issues, message: '' }), fields, error.status)
  }
}

function passwordView(form: Form, fields: FormFields, status: number): View {
  const password: Part = {
    name: PASSWORD,
    label: t('Tu contraseña'),
    type: 'password',
    autocomplete: 'current-password',
    required: true,
  }
  return {
    title: t('Confirma que eres tú'),
    status,
    main: html`
      <p>${t('Escribe tu contraseña para seguir con lo que estabas haciendo.')}</p>
      ${formOf(form, [password, hiddenCopies(fields), submit(t('Continuar'))])}
      <p class="links"><a href="/panel/recuperar">${t('Olvidé mi contraseña')}</a></p>
    `,
  }
}

/** The form's fields as hidden inputs; a new password is never sent back, so it has to be typed again. */
function hiddenCopies(fields: FormFields): Part[] {
  return [...fields].flatMap(([name, values]) => {
    if (name === PASSWORD) return []
    if (name === 'password') return [again]
    return values.map((value) => html`<input type="hidden" name="${name}" value="${value}">`)
  })
}

const again: Part = {
  name: 'password',
  label: t('La contraseña nueva, otra vez'),
  type: 'password',
  autocomplete: 'new-password',
  required: true,
}
