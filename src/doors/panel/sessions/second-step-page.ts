import { Type } from 'typebox'
import { findChallenge } from '../../../features/accounts/challenge.ts'
import { limitTries, SIGN_IN_LIMIT } from '../../../features/accounts/limits.ts'
import { authenticateBySecondStep } from '../../../features/accounts/sign-in.ts'
import { html } from '../../../core/http/html.ts'
import { t } from '../../../core/texts/text.ts'
import { Body } from '../../../core/http/schema.ts'
import { browserOf, challengeOf, completeSignIn, expired } from '../access/sign-in.ts'
import { publicPage } from '../page.ts'
import { codeField } from '../parts/account-fields.ts'
import { formOf, submit } from '../parts/form.ts'
export const secondStepPage = publicPage({
  path: '/entrar/segundo-paso',
  async show({ sql, request, form: formAt }) {
    const challenge = await findChallenge(sql, 'second-step', challengeOf(request, 'vitrina-step'))
    if (!challenge) return expired(t('Vuelve a entrar'), { href: '/panel/entrar', label: t('Entrar') })
    const hint = t('Si no tienes el teléfono a mano, escribe uno de tus códigos de recuperación.')
    const fields = [codeField(hint), submit(t('Entrar'))]
    return {
      title: t('Segundo paso'),
      fields,
      back: { href: '/panel/entrar', label: t('Entrar') },
      main: html`
        <p>${t('Abre tu app de códigos y escribe los seis números que muestra para Vitrina.')}</p>
        ${formOf(formAt('/entrar/segundo-paso'), fields)}
      `,
    }
  },
  forms: {
    '/entrar/segundo-paso': {
      body: Body({ code: Type.String({ maxLength: 20 }) }),
      async run(context, { code }, key) {
        const { app, sql, request } = context
        await limitTries(app.hits, SIGN_IN_LIMIT, request.clientAddress)
        const secret = challengeOf(request, 'vitrina-step')
        const result = await authenticateBySecondStep(sql, { secret, key }, code, browserOf(request))
        return completeSignIn(context, result, key)
      },
    },
  },
})
