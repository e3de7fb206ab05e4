import { Type } from 'typebox'
import { findChallenge } from '../../../features/accounts/challenge.ts'
import { confirmEmailChange } from '../../../features/accounts/change.ts'
import { html } from '../../../core/http/html.ts'
import { Body } from '../../../core/http/schema.ts'
import { challengeOf, clearChallengeCookie, expired } from '../access/sign-in.ts'
import { accountPage } from '../page.ts'
import { codeField } from '../parts/account-fields.ts'
import { formOf, submit } from '../parts/form.ts'
const back = { href: '/panel/cuenta', label: 'Tu cuenta' }

export const emailChangePage = accountPage({
  path: '/cuenta/correo',
  async show({ sql, request, form: formAt }) {
    const challenge = await findChallenge(sql, 'email-change', challengeOf(request, 'vitrina-code'))
    if (!challenge)
      return expired('Este código ya no sirve', { href: '/panel/cuenta', label: 'Volver a tu cuenta' })
    const form = formAt('/cuenta/correo/codigo')
    const fields = [
      codeField('Hasta entonces tu cuenta sigue con el correo de antes.'),
      submit('Cambiar el correo'),
    ]
    return {
      title: 'Confirma el correo nuevo',
      fields,
      back,
      main: html`
        <p>Enviamos un código de seis números a <b>${challenge.state.email}</b>.</p>
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
        return { next: '/cuenta', message: 'Tu correo cambió' }
      },
    },
  },
})
