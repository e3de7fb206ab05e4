import { Type } from 'typebox'
import { challengeSecretOf, findChallenge } from '../../../features/accounts/challenge.ts'
import { limitTries, SIGN_IN_LIMIT } from '../../../features/accounts/limits.ts'
import {
  authenticateByCode,
  requestSignInCode,
  resendSignInCode,
} from '../../../features/accounts/sign-in.ts'
import type { Language } from '../../../core/texts/language.ts'
import { invalid } from '../../../core/errors/errors.ts'
import { html } from '../../../core/http/html.ts'
import { t } from '../../../core/texts/text.ts'
import { Body } from '../../../core/http/schema.ts'
import {
  browserOf,
  challengeOf,
  setChallengeCookie,
  completeSignIn,
  returnPath,
  alreadySignedIn,
  codeView,
} from '../access/sign-in.ts'
import { publicPage, type PublicContext, type View } from '../page.ts'
import { emailField, returnField } from '../parts/account-fields.ts'
import { formOf, submit } from '../parts/form.ts'
import { NoFields } from '../forms/no-fields.ts'

/** An address requests a code, a code signs in; the other fields of the sign-in form are ignored. */
const AddressOrCode = Body({
  email: Type.Optional(Type.String({ maxLength: 254 })),
  code: Type.Optional(Type.String({ maxLength: 20 })),
  password: Type.Optional(Type.String()),
  volver: Type.Optional(Type.String()),
})

const back = { href: '/panel/entrar', label: t('Entrar de otra forma') }

export const signInCodePage = publicPage({
  path: '/entrar/codigo',
  async show({ sql, request, form, query, session }) {
    if (session) return alreadySignedIn(session, form)
    const challenge = await findChallenge(sql, 'sign-in', challengeOf(request, 'vitrina-code'))
    if (!challenge) return addressView(form, query['volver'])
    return codeView(form, { path: '/entrar/codigo', email: challenge.state.email, button: t('Entrar'), back })
  },
  forms: {
    '/entrar/codigo': {
      body: AddressOrCode,
      async run(context, { email, code, volver }, key) {
        const { app, request } = context
        await limitTries(app.hits, SIGN_IN_LIMIT, request.clientAddress)
        if (code !== undefined) return enterByCode(context, code, key)
        if (email === undefined)
          throw invalid('email', 'required', t('Escribe tu correo o el código que recibiste'))
        return sendCode(
          context,
          { email, returnTo: returnPath(volver), language: request.language },
          challengeSecretOf(key, email),
        )
      },
    },
    '/entrar/codigo/otro': {
      body: NoFields,
      async run({ app, sql, request, reply }, _fields, key) {
        await limitTries(app.hits, SIGN_IN_LIMIT, request.clientAddress)
        const before = challengeOf(request, 'vitrina-code')
        const requested = { browser: browserOf(request), secret: challengeSecretOf(key) }
        const secret = await resendSignInCode(sql, app.hits, before, requested)
        if (secret) setChallengeCookie(reply, 'vitrina-code', secret)
        return { next: '/entrar/codigo', ...(secret && { message: t('Enviamos otro código') }) }
      },
    },
  },
})

async function sendCode(
  { app, sql, request, reply }: PublicContext,
  to: { email: string; returnTo: string | null; language: Language },
  secret: string,
) {
  await requestSignInCode(sql, app.hits, to, { browser: browserOf(request), secret })
  setChallengeCookie(reply, 'vitrina-code', secret)
  return { next: '/entrar/codigo' }
}

async function enterByCode(context: PublicContext, code: string, key: string) {
  const { sql, request } = context
  const secret = challengeOf(request, 'vitrina-code')
  const result = await authenticateByCode(sql, { secret, key }, code, browserOf(request))
  return completeSignIn(context, result, key)
}

function addressView(formAt: PublicContext['form'], volver: string | undefined): View {
  const form = formAt('/entrar/codigo')
  const path = returnPath(form.value('volver', volver))
  const fields = [returnField(path), emailField(), submit(t('Enviar el código'))]
  return {
    title: t('Entra con un código'),
    fields,
    back,
    main: html`
      <p>${t('Te enviamos un código de seis números por correo.')}</p>
      ${formOf(form, fields)}
    `,
  }
}
