import { Type } from 'typebox'
import { limitTries, RECOVERY_LIMIT } from '../../../features/accounts/limits.ts'
import {
  findRecovery,
  recoverAccount,
  RECOVERY_MINUTES,
  requestRecovery,
} from '../../../features/accounts/recovery.ts'
import { ApiError } from '../../../core/errors/errors.ts'
import { html } from '../../../core/http/html.ts'
import { t } from '../../../core/texts/text.ts'
import { Body } from '../../../core/http/schema.ts'
import { clearSessionCookie } from '../../../features/sessions/cookie.ts'
import { browserOf, setDeviceCookie, expired } from '../access/sign-in.ts'
import { publicPage } from '../page.ts'
import { emailField, newPasswordField, signInScript } from '../parts/account-fields.ts'
import { formOf, submit } from '../parts/form.ts'
export const recoveryPage = publicPage({
  path: '/recuperar',
  show({ form: formAt }) {
    const fields = [emailField(), submit(t('Enviar el enlace'))]
    return {
      title: t('Elige otra contraseña'),
      fields,
      back: { href: '/panel/entrar', label: t('Entrar') },
      main: html`
        <p>${t('Escribe el correo de tu cuenta. Te enviamos un enlace para elegir otra contraseña.')}</p>
        ${formOf(formAt('/recuperar'), fields)}
      `,
    }
  },
  forms: {
    '/recuperar': {
      body: Body({ email: Type.String({ maxLength: 254 }) }),
      once: true,
      async run({ app, sql, request }, { email }) {
        await limitTries(app.hits, RECOVERY_LIMIT, request.clientAddress)
        await requestRecovery(sql, app.hits, email, request.language)
        const message = t('Revisa tu correo: el enlace sirve una vez, durante {minutes} minutos.', {
          minutes: RECOVERY_MINUTES,
        })
        return { next: '/recuperar', message }
      },
    },
  },
})

export const newPasswordPage = publicPage({
  path: '/recuperar/:token',
  async show({ sql, params, form: formAt }) {
    const account = await findRecovery(sql, params['token']!).catch(missing)
    if (!account)
      return expired(t('Este enlace ya no sirve'), {
        href: '/panel/recuperar',
        label: t('Pedir otro enlace'),
      })
    // Tells the browser's password manager whose password it is.
    const whose = html`<input type="email" value="${account.email}" autocomplete="username" readonly hidden>`
    const fields = [whose, newPasswordField(t('Contraseña nueva')), submit(t('Guardar la contraseña'))]
    return {
      title: t('Elige otra contraseña'),
      fields,
      main: html`
        <p>
          ${t(
            'Para la cuenta {email}. Se cierran todas las sesiones abiertas, y los asistentes que conectaste pierden el acceso.',
            {
              email: html`<b>${account.email}</b>`,
            },
          )}
        </p>
        ${formOf(formAt(`/recuperar/${params['token']!}`), fields)}
        ${signInScript()}
      `,
    }
  },
  forms: {
    '/recuperar/:token': {
      body: Body({ password: Type.String() }),
      once: true,
      async run({ app, sql, request, reply, params }, { password }) {
        await limitTries(app.hits, RECOVERY_LIMIT, request.clientAddress)
        setDeviceCookie(reply, await recoverAccount(sql, params['token']!, password, browserOf(request)))
        clearSessionCookie(reply)
        return { next: '/entrar', message: t('Tu contraseña cambió. Entra con la nueva.') }
      },
    },
  },
})

function missing(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}
