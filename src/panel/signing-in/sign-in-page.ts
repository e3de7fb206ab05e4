import { Type } from 'typebox'
import { limitTries, SIGN_IN_LIMIT } from '../../accounts/limits.ts'
import { authenticateByPassword } from '../../accounts/sign-in.ts'
import { html, type Html } from '../../core/http/html.ts'
import { Body } from '../../core/http/schema.ts'
import { browserOf } from '../access/browser-cookies.ts'
import { completeSignIn, returnPath } from '../access/complete-sign-in.ts'
import type { Form } from '../forms/form.ts'
import { keptFormNotice } from '../forms/kept-form.ts'
import { publicPage } from '../page.ts'
import { emailField, passwordField, returnField, signInScript } from '../parts/account-fields.ts'
import { formOf, submit } from '../parts/form.ts'
import { icon } from '../parts/icon.ts'
import { alreadySignedIn } from '../access/sign-in-views.ts'

const SignIn = Body({
  email: Type.String({ maxLength: 254 }),
  password: Type.String(),
  volver: Type.Optional(Type.String()),
})

export const signInPage = publicPage({
  path: '/entrar',
  show({ form: formAt, query, request, session }) {
    if (session) return alreadySignedIn(session, formAt)
    const form = formAt('/entrar')
    const volver = returnPath(form.value('volver', query['volver']))
    const kept = keptFormNotice(request)
    const fields = html`
      ${returnField(volver)}
      ${emailField(form)}
      ${passwordField(form)}
      ${submit('Entrar')}
      <button class="button ghost" formaction="/panel/entrar/codigo">Recibir un código por correo</button>
    `
    return {
      title: 'Entra a tu tienda',
      main: html`
        ${kept && html`<p class="notice" role="status">${kept}</p>`}
        ${formOf(form, fields)}
        ${passkeyButton(formAt('/entrar/passkey'), volver)}
        <p class="links">
          <a href="/panel/recuperar">Olvidé mi contraseña</a>
          <a href="/panel/crear-cuenta${volver && `?volver=${encodeURIComponent(volver)}`}">
            Crear una cuenta
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

/** Shown where the browser knows passkeys. */
function passkeyButton(form: Form, volver: string | null): Html {
  const button = html`
    ${returnField(volver)}
    <button class="button ghost">${icon('key')}Entrar con una passkey</button>
  `
  return html`<passkey-offer hidden>${formOf(form, button, { class: 'one-button' })}</passkey-offer>`
}
