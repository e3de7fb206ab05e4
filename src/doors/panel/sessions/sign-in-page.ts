import { Type } from 'typebox'
import { limitTries, SIGN_IN_LIMIT } from '../../../features/accounts/limits.ts'
import { authenticateByPassword } from '../../../features/accounts/sign-in.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { t } from '../../../core/texts/text.ts'
import { Body } from '../../../core/http/schema.ts'
import { browserOf, completeSignIn, returnPath, alreadySignedIn } from '../access/sign-in.ts'
import type { Form } from '../forms/form.ts'
import { publicPage } from '../page.ts'
import { emailField, passwordField, returnField, signInScript } from '../parts/account-fields.ts'
import { formOf, submit } from '../parts/form.ts'
import { icon } from '../parts/icon.ts'
const SignIn = Body({
  email: Type.String({ maxLength: 254 }),
  password: Type.String(),
  volver: Type.Optional(Type.String()),
})

export const signInPage = publicPage({
  path: '/entrar',
  show({ form: formAt, query, session }) {
    if (session) return alreadySignedIn(session, formAt)
    const form = formAt('/entrar')
    const volver = returnPath(form.value('volver', query['volver']))
    const fields = [
      returnField(volver),
      emailField(query['correo']),
      passwordField(),
      submit(t('Entrar')),
      html`<button class="button ghost" formaction="/panel/entrar/codigo">${t('Recibir un código por correo')}</button>`,
    ]
    return {
      title: t('Entra a tu tienda'),
      fields,
      main: html`
        ${formOf(form, fields)}
        ${passkeyButton(formAt('/entrar/passkey'), volver)}
        <p class="links">
          <a href="/panel/recuperar">${t('Olvidé mi contraseña')}</a>
          <a href="/panel/crear-cuenta${volver && `?volver=${encodeURIComponent(volver)}`}">
            ${t('Crear una cuenta')}
          </a>
        </p>
        ${signInScript()}
      `,
    }
  },
  forms: {
    '/entrar': {
      body: SignIn,
      async run(context, { email, password, volver }, key) {
        const { app, sql, request } = context
        await limitTries(app.hits, SIGN_IN_LIMIT, request.clientAddress)
        const result = await authenticateByPassword(sql, { email, password }, browserOf(request))
        return completeSignIn(context, { ...result, returnTo: returnPath(volver) }, key)
      },
    },
  },
})

function passkeyButton(form: Form, volver: string | null): Html {
  const button = html`
    ${returnField(volver)}
    <button class="button ghost">${icon('key')}${t('Entrar con mi huella o mi cara')}</button>
  `
  return html`<passkey-offer hidden>${formOf(form, button, { class: 'one-button' })}</passkey-offer>`
}
