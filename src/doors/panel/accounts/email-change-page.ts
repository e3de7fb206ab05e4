import { Type } from 'typebox'
import { findChallenge } from '../../../features/accounts/challenge.ts'
import { confirmEmailChange } from '../../../features/accounts/change.ts'
import { html } from '../../../core/http/html.ts'
import { Body } from '../../../core/http/schema.ts'
import { challengeOf, clearChallengeCookie, expired } from '../access/sign-in.ts'
import { accountPage } from '../page.ts'
import { codeField } from '../parts/account-fields.ts'
import { formOf, submit } from '../parts/form.ts'
import { t } from '../../../core/texts/text.ts'
const back = { href: '/panel/cuenta', label: t('Tu cuenta') }

export const emailChangePage = accountPage({
  path: '/cuenta/correo',
  async show({ sql, request, form: formAt }) {
    const challenge = await findChallenge(sql, 'email-change', challengeOf(request, 'vitrina-code'))
    if (!challenge)
      return expired(t('Este código ya no sirve'), { href: '/panel/cuenta', label: t('Volver a tu cuenta') })
    const form = formAt('/cuenta/correo/codigo')
    const fields = [
      codeField(t('Hasta entonces tu cuenta sigue con el correo de antes.')),
      submit(t('Cambiar el correo')),
    ]
    return {
      title: t('Confirma el correo nuevo'),
      fields,
      back,
      main: html`
        <p>${t('Enviamos un código de seis números a {email}.', { email: html`<b>${challenge.state.email}</b>` })}</p>
        ${formOf(form, fields)}
      `,
    }
  },
  forms: {
    '/cuenta/correo/codigo': {
      body: Body({ code: Type.String({ maxLength: 20 }) }),
      once: true,
      async run({ sql, session, request, reply }, { code }) {
        await confirmEmailChange(sql, session, challengeOf(request, 'vitrina-code'), code)
        clearChallengeCookie(reply, 'vitrina-code')
        return { next: '/cuenta', message: t('Tu correo cambió') }
      },
    },
  },
})
