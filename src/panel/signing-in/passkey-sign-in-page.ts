import Type from 'typebox'
import { openChallenge } from '../../accounts/challenge.ts'
import { limitTries, PASSKEY_LIMIT, SIGN_IN_LIMIT } from '../../accounts/limits.ts'
import { passkeySignInOptions } from '../../accounts/passkey.ts'
import { proveByPasskey } from '../../accounts/sign-in.ts'
import { html } from '../../core/http/html.ts'
import { Body } from '../../core/http/schema.ts'
import { challengeOf, clearChallengeCookie, setChallengeCookie } from '../access/browser-cookies.ts'
import { enter, returnPath } from '../access/enter.ts'
import { publicPage, type PublicContext, type View } from '../page.ts'
import { returnField, signInScript } from '../parts/account-fields.ts'
import { formOf } from '../parts/form.ts'
import { icon } from '../parts/icon.ts'
import { readJson } from '../access/passkey-answer.ts'

const Answer = Body({
  passkey: Type.Optional(Type.String({ maxLength: 20_000 })),
  volver: Type.Optional(Type.String()),
})

const back = { href: '/panel/entrar', label: 'Entrar de otra forma' }

export const passkeySignInPage = publicPage({
  path: '/entrar/passkey',
  show: () => ({
    title: 'Entra con una passkey',
    back,
    main: html`
      <p>Tu dispositivo no dio una passkey, o ya pasó demasiado tiempo.</p>
      <p><a class="button" href="/panel/entrar">Volver a intentarlo</a></p>
    `,
  }),
  forms: {
    '/entrar/passkey': {
      body: Answer,
      async run(context, { passkey, volver }, key) {
        const { app, sql, request, reply } = context
        if (passkey === undefined) return question(context, returnPath(volver))
        await limitTries(app.hits, SIGN_IN_LIMIT, request.clientAddress)
        const secret = challengeOf(request, 'vitrina-passkey')
        clearChallengeCookie(reply, 'vitrina-passkey')
        const proved = await proveByPasskey(sql, secret, readJson(passkey), app.panelUrl)
        return enter(context, proved, { returnTo: returnPath(volver), key })
      },
    },
  },
})

/** Asks the browser for a passkey; its answer comes by the same form. */
async function question(
  { app, sql, request, reply, form: formAt }: PublicContext,
  volver: string | null,
): Promise<View> {
  await limitTries(app.hits, PASSKEY_LIMIT, request.clientAddress)
  const options = await passkeySignInOptions(app.panelUrl)
  const state = { challenge: options.challenge }
  setChallengeCookie(
    reply,
    'vitrina-passkey',
    await openChallenge(sql, { purpose: 'passkey-sign-in', accountId: null, state }),
  )
  const fields = html`
    ${returnField(volver)}
    <input type="hidden" name="passkey">
    <button class="button">${icon('key')}Usar mi passkey</button>
  `
  return {
    title: 'Entra con una passkey',
    back,
    main: html`
      <p>Tu teléfono o tu computadora te pedirá la huella, la cara o el PIN.</p>
      <passkey-form data-get="${JSON.stringify(options)}">
        ${formOf(formAt('/entrar/passkey'), fields, { class: 'one' })}
        <p class="wrong" role="alert" hidden>
          No se pudo usar la passkey. Vuelve a intentarlo o entra de otra forma.
        </p>
      </passkey-form>
      ${signInScript()}
    `,
  }
}
