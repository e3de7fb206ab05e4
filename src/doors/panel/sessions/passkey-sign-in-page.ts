import { Type } from 'typebox'
import { createChallenge } from '../../../features/accounts/challenge.ts'
import { limitTries, PASSKEY_LIMIT, SIGN_IN_LIMIT } from '../../../features/accounts/limits.ts'
import { passkeySignInOptions } from '../../../features/accounts/passkey.ts'
import { authenticateByPasskey } from '../../../features/accounts/sign-in.ts'
import { html } from '../../../core/http/html.ts'
import { t } from '../../../core/texts/text.ts'
import { Body } from '../../../core/http/schema.ts'
import {
  challengeOf,
  clearChallengeCookie,
  setChallengeCookie,
  completeSignIn,
  returnPath,
} from '../access/sign-in.ts'
import { publicPage, type PublicContext, type View } from '../page.ts'
import { returnField } from '../parts/account-fields.ts'
import { passkeyForm, readJson } from '../parts/passkey-form.ts'
const PasskeyResponse = Body({
  passkey: Type.Optional(Type.String({ maxLength: 20_000 })),
  volver: Type.Optional(Type.String()),
})

const back = { href: '/panel/entrar', label: t('Entrar de otra forma') }

export const passkeySignInPage = publicPage({
  path: '/entrar/passkey',
  show: () => ({
    title: t('Entra con tu huella o tu cara'),
    back,
    main: html`
      <p>${t('Este dispositivo no tiene guardada la huella o la cara de tu cuenta, o pasó demasiado tiempo.')}</p>
      <p><a class="button" href="/panel/entrar">${t('Volver a intentarlo')}</a></p>
    `,
  }),
  forms: {
    '/entrar/passkey': {
      body: PasskeyResponse,
      async run(context, { passkey, volver }, key) {
        const { app, sql, request, reply } = context
        if (passkey === undefined) return passkeyRequest(context, returnPath(volver))
        await limitTries(app.hits, SIGN_IN_LIMIT, request.clientAddress)
        const secret = challengeOf(request, 'vitrina-passkey')
        clearChallengeCookie(reply, 'vitrina-passkey')
        const result = await authenticateByPasskey(sql, secret, readJson(passkey), app.panelUrl)
        return completeSignIn(context, { ...result, returnTo: returnPath(volver) }, key)
      },
    },
  },
})

/** The page on which the browser asks for a passkey; its response is sent to the same address. */
async function passkeyRequest(
  { app, sql, request, reply, form: formAt }: PublicContext,
  volver: string | null,
): Promise<View> {
  await limitTries(app.hits, PASSKEY_LIMIT, request.clientAddress)
  const options = await passkeySignInOptions(app.panelUrl)
  const state = { challenge: options.challenge }
  setChallengeCookie(
    reply,
    'vitrina-passkey',
    await createChallenge(sql, { purpose: 'passkey-sign-in', accountId: null, state }),
  )
  const texts = {
    button: t('Usar mi huella o mi cara'),
    failure: t('No se pudo. Vuelve a intentarlo o entra de otra forma.'),
  }
  return {
    title: t('Entra con tu huella o tu cara'),
    back,
    main: passkeyForm(formAt('/entrar/passkey'), { of: 'get', options, ...texts }, returnField(volver)),
  }
}
