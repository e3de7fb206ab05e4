import { Type } from 'typebox'
import { createChallenge, consumeChallenge } from '../../../features/accounts/challenge.ts'
import { getCredentials } from '../../../features/accounts/find.ts'
import { addPasskey, passkeyCreationOptions, removePasskey } from '../../../features/accounts/passkey.ts'
import { html } from '../../../core/http/html.ts'
import { Body } from '../../../core/http/schema.ts'
import { browserOf, challengeOf, clearChallengeCookie, setChallengeCookie } from '../access/sign-in.ts'
import { accountPage, type AccountContext, type View } from '../page.ts'
import { passkeyForm, readJson } from '../parts/passkey-form.ts'
import { NoFields } from '../forms/no-fields.ts'
import { t } from '../../../core/texts/text.ts'

const back = { href: '/panel/cuenta', label: t('Tu cuenta') }

export const passkeysPage = accountPage({
  path: '/cuenta/passkeys',
  show: () => ({
    title: t('Tu huella o cara no se activó'),
    back,
    main: html`
      <p>${t('Tu dispositivo no la creó, ya tenía una, o pasó demasiado tiempo.')}</p>
      <p><a class="button" href="/panel/cuenta">${t('Volver a tu cuenta')}</a></p>
    `,
  }),
  forms: {
    '/cuenta/passkeys/nueva': { body: NoFields, needsPassword: true, run: creation },
    '/cuenta/passkeys': {
      body: Body({ passkey: Type.String({ maxLength: 50_000 }) }),
      needsPassword: true,
      async run({ app, sql, session, request, reply }, { passkey }) {
        const stored = await consumeChallenge(
          sql,
          'passkey-creation',
          challengeOf(request, 'vitrina-passkey'),
        )
        clearChallengeCookie(reply, 'vitrina-passkey')
        const account = await getCredentials(sql, session.accountId)
        const challenge = stored?.accountId === account.id ? stored.state.challenge : ''
        const made = { response: readJson(passkey), name: browserOf(request).name, challenge }
        await addPasskey(sql, account, made, app.panelUrl)
        return { next: '/cuenta', message: t('Ya puedes entrar con tu huella o cara') }
      },
    },
    '/cuenta/passkeys/:id/quitar': {
      body: NoFields,
      needsPassword: true,
      once: true,
      async run({ sql, session, params }) {
        await removePasskey(sql, await getCredentials(sql, session.accountId), params['id']!)
        return { next: '/cuenta', message: t('Quitaste la huella o cara') }
      },
    },
  },
})

/** The page on which the device makes a passkey; its response is sent to `/cuenta/passkeys`. */
async function creation({ app, sql, session, reply, form }: AccountContext): Promise<View> {
  const account = await getCredentials(sql, session.accountId)
  const options = await passkeyCreationOptions(sql, account, app.panelUrl)
  const state = { challenge: options.challenge }
  setChallengeCookie(
    reply,
    'vitrina-passkey',
    await createChallenge(sql, { purpose: 'passkey-creation', accountId: account.id, state }),
  )
  return {
    title: t('Activa tu huella o cara'),
    back,
    main: passkeyForm(form('/cuenta/passkeys'), {
      of: 'create',
      options,
      button: t('Activar'),
      failure: t('No se pudo activar en este dispositivo. Quizás ya lo está.'),
    }),
  }
}
