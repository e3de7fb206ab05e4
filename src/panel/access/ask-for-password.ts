import { reauthenticate } from '../../accounts/reauthenticate.ts'
import { ApiError } from '../../core/errors/errors.ts'
import { html, type Html } from '../../core/http/html.ts'
import { isRecentlyAuthenticated } from '../../sessions/session.ts'
import { formAt, type Form } from '../forms/form.ts'
import { lastOf, type FormFields } from '../forms/form-fields.ts'
import type { AccountContext, View } from '../page.ts'
import { field } from '../parts/field.ts'
import { formOf, submit } from '../parts/form.ts'

const PASSWORD = '_password'

/**
 * Re-authentication before a sensitive form, when the last one is too old: a page that asks for the password and
 * carries the form's fields, so that answering it submits the form. Null when it is recent enough, or the password right.
 */
export async function askForPassword(context: AccountContext, fields: FormFields): Promise<View | null> {
  const { sql, session, request } = context
  const typed = lastOf(fields, PASSWORD)
  const action = request.url.split('?')[0]!
  if (typed === undefined)
    return isRecentlyAuthenticated(session) ? null : question(formAt(action, null), fields, 200)
  try {
    await reauthenticate(sql, session, typed)
    return null
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    context.reply.headers(error.headers)
    const issues = [{ field: PASSWORD, reason: 'invalid', message: messageOf(error) }]
    return question(formAt(action, { fields, issues, message: '' }), fields, error.status)
  }
}

function question(form: Form, fields: FormFields, status: number): View {
  const password = field(form, {
    name: PASSWORD,
    label: 'Tu contraseña',
    type: 'password',
    autocomplete: 'current-password',
    required: true,
  })
  return {
    title: 'Confirma que eres tú',
    status,
    main: html`
      <p>Escribe tu contraseña para seguir con lo que estabas haciendo.</p>
      ${formOf(form, html`${password}${hiddenCopies(form, fields)}${submit('Continuar')}`)}
      <p class="links"><a href="/panel/recuperar">Olvidé mi contraseña</a></p>
    `,
  }
}

/** The form's fields as hidden inputs; a new password is never sent back, so it has to be typed again. */
function hiddenCopies(form: Form, fields: FormFields): Html[] {
  return [...fields].flatMap(([name, values]) => {
    if (name === PASSWORD) return []
    if (name === 'password') return [field(form, again)]
    return values.map((value) => html`<input type="hidden" name="${name}" value="${value}">`)
  })
}

const again = {
  name: 'password',
  label: 'La contraseña nueva, otra vez',
  type: 'password',
  autocomplete: 'new-password',
  required: true,
} as const

const messageOf = ({ body }: ApiError): string => {
  const [issue] = (body.details?.['issues'] ?? []) as { message: string }[]
  return issue?.message ?? body.error
}
