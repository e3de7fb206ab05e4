import { Type } from 'typebox'
import { challengeSecretOf, findChallenge } from '../../../features/accounts/challenge.ts'
import { limitTries, SIGN_UP_LIMIT } from '../../../features/accounts/limits.ts'
import { confirmAccount, requestAccount, resendAccountCode } from '../../../features/accounts/sign-up.ts'
import { html } from '../../../core/http/html.ts'
import { t } from '../../../core/texts/text.ts'
import { Body } from '../../../core/http/schema.ts'
import {
  alreadySignedIn,
  codeView,
  expired,
  challengeOf,
  setChallengeCookie,
  completeSignUp,
  returnPath,
} from '../access/sign-in.ts'
import { NoFields } from '../forms/no-fields.ts'
import { publicPage } from '../page.ts'
import { emailField, newPasswordField, returnField, signInScript } from '../parts/account-fields.ts'
import { formOf, submit } from '../parts/form.ts'

/** A missing e-mail or password is reported with the other field's issues, not by the schema alone. */
const SignUp = Body({
  email: Type.Optional(Type.String({ maxLength: 254 })),
  password: Type.Optional(Type.String()),
  volver: Type.Optional(Type.String()),
})

export const signUpPage = publicPage({
  path: '/crear-cuenta',
  show({ form: formAt, query, session }) {
    if (session) return alreadySignedIn(session, formAt)
    const form = formAt('/crear-cuenta')
    const volver = returnPath(form.value('volver', query['volver']))
    const fields = [
      returnField(volver),
      emailField(query['correo'], 'email'),
      newPasswordField(),
      submit(t('Crear mi cuenta')),
    ]
    return {
      title: t('Crea tu cuenta'),
      fields,
      main: html`
        <p class="muted">${t('Gratis y sin tarjeta. Después abres tu tienda en un par de minutos.')}</p>
        ${formOf(form, fields)}
        <p class="links">
          <a href="/panel/entrar${volver && `?volver=${encodeURIComponent(volver)}`}">${t('Ya tengo una cuenta')}</a>
        </p>
        ${signInScript()}
      `,
    }
  },
  forms: {
    '/crear-cuenta': {
      body: SignUp,
      async run({ app, sql, request, reply }, { email = '', password = '', volver }, key) {
        await limitTries(app.hits, SIGN_UP_LIMIT, request.clientAddress)
        const wanted = { email, password, returnTo: returnPath(volver), language: request.language }
        const secret = challengeSecretOf(key, email, password)
        await requestAccount(sql, app.hits, wanted, secret)
        setChallengeCookie(reply, 'vitrina-code', secret)
        return { next: '/crear-cuenta/codigo' }
      },
    },
  },
})

export const signUpCodePage = publicPage({
  path: '/crear-cuenta/codigo',
  async show({ sql, request, form }) {
    const challenge = await findChallenge(sql, 'sign-up', challengeOf(request, 'vitrina-code'))
    if (!challenge)
      return expired(t('Este código ya no sirve'), {
        href: '/panel/crear-cuenta',
        label: t('Volver a empezar'),
      })
    return codeView(form, {
      path: '/crear-cuenta/codigo',
      email: challenge.state.email,
      button: t('Continuar'),
      back: { href: '/panel/crear-cuenta', label: t('Cambiar el correo') },
    })
  },
  forms: {
    '/crear-cuenta/codigo': {
      body: Body({ code: Type.String({ maxLength: 20 }) }),
      async run(context, { code }, key) {
        const { app, sql, request } = context
        await limitTries(app.hits, SIGN_UP_LIMIT, request.clientAddress)
        const secret = challengeOf(request, 'vitrina-code')
        const { accountId, returnTo } = await confirmAccount(sql, { secret, key }, code)
        await completeSignUp(context, accountId, key)
        return { next: returnTo ?? '/panel/tiendas/nueva', message: t('Tu cuenta está lista') }
      },
    },
    '/crear-cuenta/codigo/otro': {
      body: NoFields,
      async run({ app, sql, request, reply }, _fields, key) {
        await limitTries(app.hits, SIGN_UP_LIMIT, request.clientAddress)
        const before = challengeOf(request, 'vitrina-code')
        const secret = await resendAccountCode(sql, app.hits, before, challengeSecretOf(key))
        if (secret) setChallengeCookie(reply, 'vitrina-code', secret)
        return { next: '/crear-cuenta/codigo', ...(secret && { message: t('Enviamos otro código') }) }
      },
    },
  },
})
